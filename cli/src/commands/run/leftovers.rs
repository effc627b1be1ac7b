//! Temporary folders of missions that were killed before they could take their own away.

use std::path::Path;

const PREFIX: &str = "tackle-run-";

/// How the folder of the mission in this process begins.
pub(super) fn prefix(pid: u32) -> String {
    format!("{PREFIX}{pid}-")
}

/// Removes the folders of missions whose process is gone. Where the system does not tell who lives,
/// nothing is removed.
pub(super) fn remove() {
    if !Path::new("/proc/self").exists() {
        return;
    }
    let entries = std::fs::read_dir(std::env::temp_dir())
        .into_iter()
        .flatten();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(owner) else {
            continue;
        };
        let is_folder = entry.file_type().is_ok_and(|it| it.is_dir());
        if is_folder && !Path::new("/proc").join(pid.to_string()).exists() {
            // One of another person's stays, since it cannot be removed.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The process that a folder's name speaks of.
fn owner(name: &str) -> Option<u32> {
    let (pid, _) = name.strip_prefix(PREFIX)?.split_once('-')?;
    pid.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{owner, prefix};

    #[test]
    fn a_name_tells_its_owner() {
        assert_eq!(owner(&format!("{}x8f", prefix(4711))), Some(4711));
        assert_eq!(owner("tackle-run-x8f"), None);
        assert_eq!(owner("tackle-demo-1-x"), None);
    }
}
