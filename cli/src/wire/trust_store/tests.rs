use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hooks_core::{
    Covered, DialectId, Fingerprint, HookPlace, Recorded, Roots, Source, Trust, TrustDecision,
};
use serde_json::{Value, json};
use stdx::fs::{Access, Limit, write_atomic};

use super::*;

struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Folder {
        Folder {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    fn roots(&self) -> Roots {
        let root = self.folder.path();
        Roots {
            home: root.join("home"),
            user: root.to_owned(),
            repository: PathBuf::from("/repo"),
            app_data: root.join("vyotiq"),
        }
    }

    fn store(&self) -> TrustStore {
        TrustStore::read(&self.roots(), &[PathBuf::from("/trusted")])
    }

    fn ours(&self) -> PathBuf {
        self.roots().home.join("hook-trust.json")
    }

    fn agent_v(&self) -> PathBuf {
        self.roots().app_data.join("hook-trust.json")
    }

    fn remember(&self, place: &HookPlace, decision: TrustDecision) -> Result<(), CommandError> {
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        let fingerprint = fingerprint();
        let workspace = Path::new("/repo");
        self.store().remember(&[Decided {
            place,
            fingerprint: &fingerprint,
            decision,
            workspace,
            at,
        }])
    }
}

fn write(path: &Path, text: &str) {
    write_atomic(path, text.as_bytes(), Access::Keep).expect("a file in a fresh folder");
}

fn read(path: &Path) -> Value {
    let bytes = stdx::fs::read(path, Limit::mebibytes(1)).expect("the file is there");
    serde_json::from_slice(&bytes).expect("the file is JSON")
}

fn claude() -> HookPlace {
    place(DialectId::ClaudeCode, "/repo/.claude/settings.json")
}

fn vyotiq() -> HookPlace {
    place(DialectId::AgentV, "/repo/.vyotiq/hooks.json")
}

fn place(dialect: DialectId, file: &str) -> HookPlace {
    HookPlace {
        dialect,
        source: Source::Project,
        file: PathBuf::from(file),
        covered: Covered::WholeFile,
        plugin: None,
    }
}

fn fingerprint() -> Fingerprint {
    Fingerprint {
        sha256: "aa".to_owned(),
        text: "{}".to_owned(),
        scripts: vec![
            (PathBuf::from("/repo/b.sh"), "bb".to_owned()),
            (PathBuf::from("/repo/a.sh"), "cc".to_owned()),
        ],
    }
}

fn recorded(decision: TrustDecision) -> Recorded {
    let Fingerprint {
        sha256,
        text,
        scripts,
    } = fingerprint();
    Recorded {
        decision,
        sha256,
        text: Some(text),
        scripts,
    }
}

#[test]
fn what_was_decided_is_remembered_to_the_byte() {
    let folder = Folder::new();
    folder
        .remember(&claude(), TrustDecision::Allow)
        .expect("it can be written");
    let found = folder.store().recorded(&claude(), Path::new("/repo"));
    assert_eq!(found, Some(recorded(TrustDecision::Allow)));
    assert_eq!(
        folder.store().recorded(&claude(), Path::new("/other")),
        None
    );
    let expected = json!({ "version": 1, "workspaces": { "/repo": { "files": { ".claude/settings.json": {
        "decision": "allow", "sha256": "aa", "text": "{}",
        "scripts": [{ "file": "b.sh", "sha256": "bb" }, { "file": "a.sh", "sha256": "cc" }],
        "decided_at": "1970-01-01T00:00:01.000Z" } } } } });
    assert_eq!(read(&folder.ours()), expected);
    assert!(
        !folder.agent_v().exists(),
        "a decision about another dialect is none of Agent V's"
    );
}

#[test]
fn agent_v_keeps_its_own_file_and_its_own_shape() {
    let folder = Folder::new();
    folder
        .remember(&vyotiq(), TrustDecision::Deny)
        .expect("it can be written");
    let expected = Recorded {
        text: None,
        scripts: Vec::new(),
        ..recorded(TrustDecision::Deny)
    };
    assert_eq!(
        folder.store().recorded(&vyotiq(), Path::new("/repo/")),
        Some(expected)
    );
    let file =
        json!({ "version": 1, "workspaces": { "/repo": { "hash": "aa", "decision": "deny" } } });
    assert_eq!(read(&folder.agent_v()), file);
    assert!(
        !folder.ours().exists(),
        "a decision of Agent V's is none of ours"
    );
}

#[cfg(unix)]
#[test]
fn decisions_belong_to_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    folder
        .remember(&claude(), TrustDecision::Allow)
        .expect("it can be written");
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder.ours()), 0o600);
    assert_eq!(mode(&folder.roots().home), 0o700);
}

#[test]
fn unknown_keys_survive() {
    let folder = Folder::new();
    let text = r#"{"version":1,"later":[1],"workspaces":{"/repo":{"note":"x","files":{".claude/settings.json":{"by":"me"}}}}}"#;
    write(&folder.ours(), text);
    folder
        .remember(&claude(), TrustDecision::Deny)
        .expect("it can be written");
    let file = read(&folder.ours());
    assert_eq!(file["later"], json!([1]));
    assert_eq!(file["workspaces"]["/repo"]["note"], "x");
    assert_eq!(
        file["workspaces"]["/repo"]["files"][".claude/settings.json"]["by"],
        "me"
    );
    assert_eq!(
        file["workspaces"]["/repo"]["files"][".claude/settings.json"]["decision"],
        "deny"
    );
}

#[track_caller]
fn check_unusable(text: &str, code: &str) {
    let folder = Folder::new();
    write(&folder.ours(), text);
    let store = folder.store();
    assert_eq!(
        store.problems(),
        [],
        "nothing is opened before it is asked for"
    );
    assert_eq!(store.recorded(&claude(), Path::new("/repo")), None);
    let codes: Vec<_> = store.problems().into_iter().map(|it| it.code).collect();
    assert_eq!(codes, [code]);
    let error = folder
        .remember(&claude(), TrustDecision::Allow)
        .expect_err("it must not be written");
    assert!(error.message.contains("is left as it is"), "{error}");
    let left = stdx::fs::read(&folder.ours(), Limit::mebibytes(1)).expect("it is still there");
    assert_eq!(String::from_utf8_lossy(&left), text);
}

#[test]
fn a_file_that_cannot_be_used_decides_nothing_and_is_never_written() {
    check_unusable("", "trust/unreadable");
    check_unusable("{ \"version\": 1, \"workspaces\": {", "trust/unreadable");
    check_unusable("[]", "trust/unreadable");
    check_unusable("{}", "trust/unreadable");
    check_unusable("{\"version\":\"1\"}", "trust/unreadable");
    check_unusable("{\"version\":1,\"workspaces\":[]}", "trust/unreadable");
    check_unusable("{\"version\":2,\"workspaces\":{}}", "trust/newer");
}

#[track_caller]
fn check_entry(entry: Value, expected: Option<TrustDecision>) {
    let folder = Folder::new();
    let file = json!({ "version": 1, "workspaces": { "/repo": { "files": { ".claude/settings.json": entry } } } });
    write(&folder.ours(), &file.to_string());
    let found = folder.store().recorded(&claude(), Path::new("/repo"));
    assert_eq!(found.map(|it| it.decision), expected);
}

#[test]
fn a_broken_entry_decides_nothing() {
    check_entry(
        json!({ "decision": "allow", "sha256": "aa" }),
        Some(TrustDecision::Allow),
    );
    check_entry(json!({ "decision": "yes", "sha256": "aa" }), None);
    check_entry(json!({ "decision": "allow" }), None);
    check_entry(
        json!({ "decision": "allow", "sha256": "aa", "scripts": ["a.sh"] }),
        None,
    );
    check_entry(json!([]), None);
}

#[test]
fn a_folder_is_trusted_with_all_below_it_and_nothing_beside_it() {
    let store = Folder::new().store();
    assert!(store.trusts_folder(Path::new("/trusted")));
    assert!(store.trusts_folder(Path::new("/trusted/app")));
    assert!(!store.trusts_folder(Path::new("/trusted-not")));
    assert!(!store.trusts_folder(Path::new("/")));
}

#[test]
fn forgetting_drops_one_file_or_the_whole_project() {
    let folder = Folder::new();
    let neo = place(DialectId::Neo, "/repo/.neo/settings.json");
    for place in [&claude(), &neo, &vyotiq()] {
        folder
            .remember(place, TrustDecision::Allow)
            .expect("it can be written");
    }
    assert_eq!(folder.store().remembered().len(), 3);

    let forgotten = folder
        .store()
        .forget(Path::new("/repo"), Some(&neo.file))
        .expect("it can be written");
    assert_eq!(
        forgotten.iter().map(|it| &it.file).collect::<Vec<_>>(),
        [&neo.file]
    );
    let left: Vec<_> = folder
        .store()
        .remembered()
        .into_iter()
        .map(|it| it.file)
        .collect();
    assert_eq!(left, [claude().file, vyotiq().file]);

    folder
        .store()
        .forget(Path::new("/repo"), None)
        .expect("it can be written");
    assert_eq!(folder.store().remembered(), []);
    assert_eq!(
        read(&folder.ours()),
        json!({ "version": 1, "workspaces": {} })
    );
    assert_eq!(
        folder
            .store()
            .forget(Path::new("/repo"), None)
            .expect("nothing to do"),
        []
    );
}

#[test]
fn writers_do_not_lose_each_others_decisions() {
    let folder = Folder::new();
    let names: Vec<_> = (0..16).map(|it| format!("/repo/{it}/hooks.json")).collect();
    std::thread::scope(|scope| {
        for name in &names {
            let remember =
                || folder.remember(&place(DialectId::Tackle, name), TrustDecision::Allow);
            scope.spawn(move || remember().expect("it can be written"));
        }
    });
    assert_eq!(folder.store().remembered().len(), names.len());
}

#[test]
fn a_very_long_text_is_known_by_its_digest_alone() {
    let folder = Folder::new();
    let (place, text) = (claude(), " ".repeat(300 * 1024));
    let fingerprint = Fingerprint {
        text,
        ..fingerprint()
    };
    let decision = TrustDecision::Allow;
    let decided = Decided {
        place: &place,
        fingerprint: &fingerprint,
        decision,
        workspace: Path::new("/repo"),
        at: SystemTime::UNIX_EPOCH,
    };
    folder
        .store()
        .remember(&[decided])
        .expect("it can be written");
    let found = folder.store().recorded(&place, Path::new("/repo"));
    assert_eq!(
        found,
        Some(Recorded {
            text: None,
            ..recorded(decision)
        })
    );
}
