mod cancel;
mod files;
mod pending;
mod problem;
mod text;
mod time;
