use std::path::Path;

use crate::eyes::Blindness;
use crate::problems;

#[track_caller]
fn check(why: &Blindness, expected: Option<&str>) {
    let problem = problems::blind(Path::new("/r"), why);
    let text = problem.as_ref().map(ToString::to_string);
    assert_eq!(text.as_deref(), expected, "what is said of {why:?}");
}

#[test]
fn a_folder_that_is_not_watched_is_named_with_the_reason() {
    check(&Blindness::Closed, None);
    check(
        &Blindness::Limit,
        Some(
            "warning[watch/limit]: the system watches no more folders, such as `/r`; it is looked \
             at every now and then instead",
        ),
    );
    check(
        &Blindness::Refused("not allowed".to_owned()),
        Some(
            "warning[watch/polling]: the folder `/r` cannot be watched: not allowed; it is looked \
             at every now and then instead",
        ),
    );
}
