//! What stands around a header and should not.

use stdx::Problem;

use crate::split::Parts;

/// Problems with what stands before, behind or in place of the header.
pub(crate) fn check(_parts: &Parts<'_>) -> Vec<Problem> {
    Vec::new()
}
