//! New files.

use expect_test::expect;

use crate::{WriteValue, write};

#[test]
fn a_new_file_is_easy_to_read() {
    let fields = [
        ("name", WriteValue::Text("tide")),
        (
            "description",
            WriteValue::Text("Reads: tides\nand \"moons\" \\ — ok"),
        ),
        ("tools", WriteValue::List(&["Read", "Bash(git log *)", "*"])),
        ("none", WriteValue::List(&[])),
        ("empty", WriteValue::Text("")),
        ("on", WriteValue::Text("yes")),
        ("background", WriteValue::Bool(true)),
        ("maxTurns", WriteValue::Number(-3)),
    ];
    expect![[r#"
        ---
        name: tide
        description: "Reads: tides\nand \"moons\" \\ — ok"
        tools:
          - Read
          - Bash(git log *)
          - "*"
        none: []
        empty: ""
        "on": "yes"
        background: true
        maxTurns: -3
        ---
        Body.
    "#]]
    .assert_eq(&write(&fields, "Body.\n"));
}
