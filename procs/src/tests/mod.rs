mod capture;
mod family;
mod git;
mod pipes;
mod words;
