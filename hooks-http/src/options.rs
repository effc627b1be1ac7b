//! What the backend is built from.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use stdx::{Clock, Timer};

use crate::UrlPolicy;

/// What an [`HttpBackend`](crate::HttpBackend) is built from.
#[derive(Clone)]
pub struct HttpOptions {
    /// The environment that headers take their variables from. `SSL_CERT_FILE` and `SSL_CERT_DIR`
    /// name the certificates to trust in place of the machine's.
    pub variables: Arc<BTreeMap<String, String>>,
    /// Which addresses may be called and which variables may be named.
    pub policy: UrlPolicy,
    /// Measures how long a run took.
    pub clock: Arc<dyn Clock>,
    /// Ends a run in time.
    pub timer: Arc<dyn Timer>,
}

/// Without the variables, some of which are secrets.
impl fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpOptions")
            .field("n_variables", &self.variables.len())
            .field("policy", &self.policy)
            .field("clock", &self.clock)
            .field("timer", &self.timer)
            .finish()
    }
}
