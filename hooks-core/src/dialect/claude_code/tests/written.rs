//! Files as they are written, and what is lost.

use expect_test::{Expect, expect};

use super::convert;
use crate::dialect::DialectId;

#[track_caller]
fn check_written(from: DialectId, text: &str, expected: Expect) {
    expected.assert_eq(&convert(from, DialectId::ClaudeCode, text));
}

#[test]
fn a_file_is_written_as_it_was_read() {
    check_written(
        DialectId::ClaudeCode,
        r#"{ "hooks": {
          "PreToolUse": [
            { "matcher": "Bash", "hooks": [
              { "type": "command", "command": "a", "timeout": 5, "if": "Bash(rm *)" },
              { "type": "command", "command": "b c", "args": ["d e"], "async": true } ] },
            { "matcher": "*", "hooks": [{ "type": "prompt", "prompt": "ok?", "continueOnBlock": true }] },
            { "matcher": "Bash", "hooks": [{ "type": "http", "url": "http://h/", "headers": { "A": "$B" },
              "allowedEnvVars": ["B"] }] }
          ],
          "Stop": [{ "hooks": [
            { "type": "mcp_tool", "server": "s", "tool": "t", "input": { "a": 1 } },
            { "type": "command", "command": "x", "shell": "bash", "timeout": 2.5, "asyncRewake": true,
              "statusMessage": "waiting" } ] }]
        } }"#,
        expect![[r#"
            {"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"a","timeout":5,"if":"Bash(rm *)"},{"type":"command","command":"b c","args":["d e"],"async":true}]},{"hooks":[{"type":"prompt","prompt":"ok?","continueOnBlock":true}]},{"matcher":"Bash","hooks":[{"type":"http","url":"http://h/","headers":{"A":"$B"},"allowedEnvVars":["B"]}]}],"Stop":[{"hooks":[{"type":"mcp_tool","server":"s","tool":"t","input":{"a":1}},{"type":"command","command":"x","shell":"bash","timeout":2.5,"asyncRewake":true,"statusMessage":"waiting"}]}]}}
        "#]],
    );
}

#[test]
fn what_cannot_be_written_is_said() {
    check_written(
        DialectId::Neo,
        r#"{
          "SessionStart": [{ "type": "skill", "skill": "brief" }, { "type": "prompt", "prompt": "hi" }],
          "WorkflowFailed": [{ "type": "command", "command": "tell" }],
          "Stop": [{ "type": "command", "command": "s", "once": true, "timeout": 1500 }]
        }"#,
        expect![[r#"
            {"hooks":{"Stop":[{"hooks":[{"type":"command","command":"s","timeout":1.5}]}]}}
            2: warning[hooks/convert-loss]: a hook of type `skill` does not run on `SessionStart` in claude-code
            2: warning[hooks/convert-loss]: a hook of type `prompt` does not run on `SessionStart` in claude-code
            3: warning[hooks/convert-loss]: claude-code has no event like `WorkflowFailed`
            4: warning[hooks/convert-loss]: claude-code has no words for `once`
        "#]],
    );
}
