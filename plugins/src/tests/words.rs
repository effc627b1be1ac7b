use std::path::PathBuf;

use crate::{OptionValue, PluginWords, Secrecy, TextKind};

fn words() -> PluginWords {
    let option = |key: &str, secrecy| OptionValue {
        key: key.to_owned(),
        value: format!("{key}-value"),
        secrecy,
    };
    PluginWords {
        root: PathBuf::from("/My Tools/tool box"),
        data: PathBuf::from("/data"),
        project: PathBuf::from("/repo"),
        options: vec![
            option("url", Secrecy::Open),
            option("token", Secrecy::Secret),
        ],
    }
}

#[track_caller]
fn check(kind: TextKind, text: &str, expected: (&str, &[&str])) {
    let loaded = words().in_text(text, kind);
    let codes: Vec<_> = loaded.problems.iter().map(|it| it.code.as_ref()).collect();
    assert_eq!((loaded.value.as_str(), codes.as_slice()), expected);
}

#[test]
fn variables_are_put_into_texts() {
    let text = "run ${CLAUDE_PLUGIN_ROOT}/x in ${CLAUDE_PROJECT_DIR}, keep ${CLAUDE_PLUGIN_DATA}";
    let expected = "run /My Tools/tool box/x in /repo, keep /data";
    check(TextKind::Prose, text, (expected, &[]));
    check(TextKind::Argument, text, (expected, &[]));
}

#[test]
fn what_is_not_ours_stays() {
    for text in [
        "${HOME} $5 ${",
        "${a ${b}",
        "$CLAUDE_PLUGIN_ROOT",
        "ü ${ü}",
        "${}",
        "",
    ] {
        check(TextKind::Argument, text, (text, &[]));
    }
    check(
        TextKind::Argument,
        "${a${CLAUDE_PLUGIN_DATA}",
        ("${a/data", &[]),
    );
}

#[test]
fn values_are_not_read_again() {
    let mut words = words();
    words.project = PathBuf::from("/${CLAUDE_PLUGIN_DATA}");
    let loaded = words.in_text("${CLAUDE_PROJECT_DIR}", TextKind::Prose);
    assert_eq!(loaded.value, "/${CLAUDE_PLUGIN_DATA}");
}

#[test]
fn a_variable_may_begin_in_what_was_none() {
    let text = "${a ${CLAUDE_PROJECT_DIR} ${ ${user_config.url} ${";
    let expected = "${a /repo ${ url-value ${";
    check(TextKind::Prose, text, (expected, &[]));
}

#[test]
fn secrets_stay_out_of_prose() {
    let text = "${user_config.url} ${user_config.token} ${user_config.none}";
    check(
        TextKind::Prose,
        text,
        (
            "url-value ${user_config.token} ${user_config.none}",
            &["plugins/option-secret", "plugins/option-unset"],
        ),
    );
    check(
        TextKind::Argument,
        text,
        (
            "url-value token-value ${user_config.none}",
            &["plugins/option-unset"],
        ),
    );
}

#[test]
fn in_a_shell_variables_get_the_quotes_they_lack() {
    let rows = [
        (
            "${CLAUDE_PLUGIN_ROOT}/say.sh",
            r#""${CLAUDE_PLUGIN_ROOT}"/say.sh"#,
        ),
        (
            r#""${CLAUDE_PLUGIN_ROOT}/say.sh""#,
            r#""${CLAUDE_PLUGIN_ROOT}/say.sh""#,
        ),
        (
            "'${CLAUDE_PLUGIN_ROOT}/x'",
            r#"''"${CLAUDE_PLUGIN_ROOT}"'/x'"#,
        ),
        (
            r#"a \" ${CLAUDE_PROJECT_DIR}"#,
            r#"a \" "${CLAUDE_PROJECT_DIR}""#,
        ),
        (
            r#""\"${CLAUDE_PROJECT_DIR}""#,
            r#""\"${CLAUDE_PROJECT_DIR}""#,
        ),
        (
            "it\\'s ${CLAUDE_PLUGIN_DATA}",
            "it\\'s \"${CLAUDE_PLUGIN_DATA}\"",
        ),
        ("$CLAUDE_PLUGIN_ROOT ${HOME}", "$CLAUDE_PLUGIN_ROOT ${HOME}"),
        (
            r#"bash -ec '"${CLAUDE_PLUGIN_ROOT}/x"'"#,
            r#"bash -ec '"${CLAUDE_PLUGIN_ROOT}/x"'"#,
        ),
        (
            r#"a;/bin/sh -c "\"${CLAUDE_PLUGIN_ROOT}/x\"" ${CLAUDE_PLUGIN_ROOT}"#,
            r#"a;/bin/sh -c "\"\${CLAUDE_PLUGIN_ROOT}/x\"" "${CLAUDE_PLUGIN_ROOT}""#,
        ),
        (
            "sh -c 'sh ${CLAUDE_PLUGIN_ROOT}/x' ${CLAUDE_PLUGIN_ROOT}",
            r#"sh -c 'sh "${CLAUDE_PLUGIN_ROOT}"/x' "${CLAUDE_PLUGIN_ROOT}""#,
        ),
        (
            "python3 -c '${CLAUDE_PLUGIN_ROOT}'",
            r#"python3 -c ''"${CLAUDE_PLUGIN_ROOT}"''"#,
        ),
        (
            r#"env X=1 "bash" -o pipefail -c "${CLAUDE_PLUGIN_ROOT}/x""#,
            r#"env X=1 "bash" -o pipefail -c "\${CLAUDE_PLUGIN_ROOT}/x""#,
        ),
        (
            "sh \\\n -c \"$CLAUDE_PLUGIN_ROOT/x $CLAUDE_PLUGIN_ROOTS\"",
            "sh \\\n -c \"\\$CLAUDE_PLUGIN_ROOT/x $CLAUDE_PLUGIN_ROOTS\"",
        ),
        (
            r#"su me -c "${CLAUDE_PLUGIN_ROOT}/x""#,
            r#"su me -c "\${CLAUDE_PLUGIN_ROOT}/x""#,
        ),
        (
            r#"bash x.sh -c "${CLAUDE_PLUGIN_ROOT}"; ls "$CLAUDE_PLUGIN_ROOT""#,
            r#"bash x.sh -c "${CLAUDE_PLUGIN_ROOT}"; ls "$CLAUDE_PLUGIN_ROOT""#,
        ),
        ("end\\", "end\\"),
    ];
    for (text, expected) in rows {
        check(TextKind::Shell, text, (expected, &[]));
    }
}

#[test]
fn an_option_in_a_shell_command_is_an_error() {
    let text = "curl ${user_config.token}";
    check(TextKind::Shell, text, (text, &["plugins/option-in-shell"]));
}

#[test]
fn processes_get_folders_and_options() {
    let expected = [
        ("CLAUDE_PLUGIN_ROOT", "/My Tools/tool box"),
        ("CLAUDE_PLUGIN_DATA", "/data"),
        ("CLAUDE_PROJECT_DIR", "/repo"),
        ("CLAUDE_PLUGIN_OPTION_URL", "url-value"),
        ("CLAUDE_PLUGIN_OPTION_TOKEN", "token-value"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(words().environment(), expected);
}
