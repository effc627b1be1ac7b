//! Names for sessions, missions and helpers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

static COUNTER: AtomicU64 = AtomicU64::new(0);

/// A name that no other has, `prefix` in front: from the time, the process and a counter. Names that
/// are made later do not sort later.
pub fn unique(prefix: &str, now: SystemTime) -> String {
    let nanos = now
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_nanos();
    let n = COUNTER.fetch_add(1, Ordering::Relaxed);
    let seed = format!("{nanos} {} {n}", std::process::id());
    let digest = stdx::sha256_hex(seed.as_bytes());
    format!("{prefix}{}", &digest[..10])
}
