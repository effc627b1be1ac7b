use std::time::{Duration, SystemTime};

use missions::ModelError;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::failure::Failure;
use crate::retry::{delay, wanted_wait};
use crate::wire_model::Tries;

#[track_caller]
fn check_wanted(name: &'static str, value: &'static str, expected: Option<u64>) {
    let mut headers = HeaderMap::new();
    headers.insert(
        HeaderName::from_static(name),
        HeaderValue::from_static(value),
    );
    // 1994-11-06T08:49:30Z
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770);
    let found = wanted_wait(&headers, now).map(|it| it.as_millis());
    assert_eq!(found, expected.map(u128::from), "{name}: {value}");
}

#[test]
fn servers_ask_for_a_wait_in_three_ways() {
    check_wanted("retry-after-ms", "1500", Some(1500));
    check_wanted("retry-after", "3", Some(3000));
    check_wanted("retry-after", "0.5", Some(500));
    check_wanted("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT", Some(7000));
    check_wanted("retry-after", "Sun, 06 Nov 1993 08:49:37 GMT", Some(0));
    check_wanted(
        "retry-after",
        "Thu, 29 Feb 1996 00:00:00 GMT",
        Some(41_440_230_000),
    );
    check_wanted("retry-after", "-1", None);
    check_wanted("retry-after", "soon", None);
    check_wanted("retry-after", "Sun, 06 Nox 1994 08:49:37 GMT", None);
    check_wanted("retry-after", "1e300", None);
}

#[test]
fn waits_double_up_to_a_minute() {
    let waits: Vec<_> = (1..=8).map(|it| delay(it, None).as_secs()).collect();
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
    assert_eq!(delay(200, None).as_secs(), 60);
    assert_eq!(delay(5, Some(Duration::from_secs(2))).as_secs(), 2);
    assert_eq!(delay(1, Some(Duration::MAX)).as_secs(), 60);
}

#[test]
fn two_silences_are_enough() {
    let silent = || Failure::Silent {
        message: "silence".to_owned(),
    };
    let mut tries = Tries::new(6);
    assert!(tries.next(silent()).is_ok());
    assert!(tries.next(Failure::again("busy".to_owned())).is_ok());
    let expected = ModelError::Unavailable {
        message: "silence".to_owned(),
        attempts: 3,
    };
    assert_eq!(tries.next(silent()), Err(expected));
}
