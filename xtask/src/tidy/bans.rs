//! Crates that must not be built, on any platform and for any purpose.

use std::process::Output;

use super::Remark;
use crate::failure::Failure;
use crate::project;

/// TLS libraries of C, which need a tool chain of their own and are audited by nobody here.
const BANNED: &[&str] = &["aws-lc-sys", "openssl-sys"];

/// Asks cargo whether anything pulls in a banned crate.
pub(crate) fn check() -> Result<Vec<Remark>, Failure> {
    let mut res = Vec::new();
    for name in BANNED {
        let mut command = project::cargo(&["tree", "--workspace", "--target", "all", "-i", name]);
        let output = command
            .output()
            .map_err(|error| Failure::new(format!("`cargo tree` did not start: {error}")))?;
        res.extend(judge(name, &output)?);
    }
    Ok(res)
}

/// Cargo prints who needs the crate; when nobody does, it complains that there is no such thing.
fn judge(name: &str, output: &Output) -> Result<Option<Remark>, Failure> {
    let tree = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    let is_unknown = ["did not match any packages", "nothing to print"];
    match tree.trim() {
        "" if is_unknown.iter().any(|it| complaint.contains(it)) => Ok(None),
        "" => Err(Failure::new(format!(
            "`cargo tree -i {name}`: {}",
            complaint.trim()
        ))),
        tree => Ok(Some(Remark::error(
            "Cargo.lock",
            format!("`{name}` must not be built:\n{tree}"),
        ))),
    }
}
