mod agrees;
mod faults;
mod places;
