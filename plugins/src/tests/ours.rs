use expect_test::{Expect, expect};

use super::{document, show};
use crate::{OnOff, SwitchChange, Switches, changed, read_switches};

#[track_caller]
fn check_read(text: &str, all: OnOff, expected: Expect) {
    let loaded = read_switches(&document(text));
    assert_eq!(loaded.value.all, all);
    let names = format!("{:?}\n", loaded.value.by_name);
    expected.assert_eq(&(names + &show(&loaded.problems)));
}

#[test]
fn our_switches_are_read() {
    assert_eq!(read_switches(&document("{}")).value, Switches::default());
    check_read(
        r#"{ "plugins": { "off": true, "enabled": ["a", "b", 1], "disabled": ["b"] } }"#,
        OnOff::Off,
        expect![[r#"
            {"a": On, "b": Off}
            1:51 error[plugins/field-kind]: `enabled` holds a number where a name belongs
        "#]],
    );
    check_read(
        r#"{ "plugins": { "off": "yes", "disabled": "a" } }"#,
        OnOff::Off,
        expect![[r#"
            {}
            1:23 error[plugins/field-kind]: `off` must be `true` or `false`, found text; plugins are off
            1:42 error[plugins/field-kind]: `disabled` must be a list of names, found text
        "#]],
    );
    check_read(
        r#"{ "plugins": [] }"#,
        OnOff::On,
        expect![[r#"
            {}
            1:14 error[plugins/field-kind]: `plugins` must be an object, found a list
        "#]],
    );
}

#[track_caller]
fn check_change(text: &str, change: SwitchChange<'_>, expected: Expect) {
    let text = match changed(text, change) {
        Ok(it) => {
            // What is written reads back, and a second time changes nothing.
            assert_eq!(changed(&it, change).unwrap(), it);
            it
        }
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&text);
}

#[test]
fn changes_keep_what_a_person_wrote() {
    let text = r#"{
  // My folders.
  "trusted_folders": ["/work"], /* all */
  "plugins": {
    "disabled": ["noisy"], // too loud
  },
}
"#;
    check_change(
        text,
        SwitchChange::One("noisy", OnOff::On),
        expect![[r#"
            {
              // My folders.
              "trusted_folders": ["/work"], /* all */
              "plugins": {
                "disabled": [], // too loud
                "enabled": ["noisy"],
              },
            }
        "#]],
    );
    check_change(
        text,
        SwitchChange::All(OnOff::Off),
        expect![[r#"
            {
              // My folders.
              "trusted_folders": ["/work"], /* all */
              "plugins": {
                "disabled": ["noisy"], // too loud
                "off": true,
              },
            }
        "#]],
    );
}

#[test]
fn changes_begin_a_file_that_is_not_there() {
    check_change(
        "",
        SwitchChange::One("a\"b", OnOff::Off),
        expect![[r#"
            {
              "plugins": {
                "disabled": ["a\"b"]
              }
            }
        "#]],
    );
    check_change(
        " \n",
        SwitchChange::All(OnOff::On),
        expect![[r#"
            {
              "plugins": {
                "off": false
              }
            }
        "#]],
    );
}

#[test]
fn what_is_not_understood_is_left_alone() {
    let one = SwitchChange::One("a", OnOff::Off);
    check_change(
        "{",
        one,
        expect![[r#"
            the settings are not JSON: unterminated object on line 1 column 1
        "#]],
    );
    check_change(
        "[]",
        one,
        expect![[r#"
        `settings` must be an object
    "#]],
    );
    check_change(
        r#"{ "plugins": 1 }"#,
        one,
        expect![[r#"
        `plugins` must be an object
    "#]],
    );
    check_change(
        r#"{ "plugins": { "enabled": "a" } }"#,
        one,
        expect![[r#"
        `enabled` must be a list of names
    "#]],
    );
}
