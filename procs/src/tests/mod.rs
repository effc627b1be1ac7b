mod capture;
#[cfg(unix)]
mod family;
mod git;
#[cfg(unix)]
mod leader;
#[cfg(unix)]
mod pipes;
#[cfg(unix)]
mod words;
