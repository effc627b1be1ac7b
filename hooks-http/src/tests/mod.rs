mod address;
mod handover;
mod headers;
mod policy;
