//! Features of missions, by tables.

mod budget;
mod fakes;
mod gate;
mod goal;
mod helpers;
mod history;
mod rounds;
mod script;
mod side_by_side;
mod steps;
