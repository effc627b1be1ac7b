//! What the tools need of the world besides files and processes.

use std::fmt::Debug;

use stdx::{Pending, PortError};

/// Gets a page of the web for `fetch_url`.
///
/// Called once for each call of the tool, from whichever thread polls the mission; dropping the
/// future ends the request. The implementer decides which hosts may be reached, follows redirects,
/// ends what takes too long and stops reading after a few megabytes. An error is told to the model.
pub trait Fetch: Debug + Send + Sync {
    /// What lies at `url`, which begins with `http://` or `https://`.
    fn get<'a>(&'a self, url: &'a str) -> Pending<'a, Result<Fetched, PortError>>;
}

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The address that answered at last, after redirects.
    pub url: String,
    /// Its status, such as 200.
    pub status: u16,
    /// Its `Content-Type`, as it stands there.
    pub content_type: Option<String>,
    /// The body, or the start of a long one.
    pub body: Vec<u8>,
}
