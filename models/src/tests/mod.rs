mod address;
mod connect;
mod frames;
mod retry;
mod spec;
