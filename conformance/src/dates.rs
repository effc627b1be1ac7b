//! Dates as cases write them.

use std::time::{Duration, SystemTime};

use crate::error::CaseError;

/// Reads `2026-01-02T03:04:05Z`.
pub(crate) fn parse(text: &str) -> Result<SystemTime, CaseError> {
    let seconds = seconds(text).and_then(|it| u64::try_from(it).ok());
    let wrong = || {
        CaseError::nonsense(format!(
            "`now` must be like `2026-01-02T03:04:05Z`, found `{text}`"
        ))
    };
    seconds
        .map(|it| SystemTime::UNIX_EPOCH + Duration::from_secs(it))
        .ok_or_else(wrong)
}

fn seconds(text: &str) -> Option<i64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let [year, month, day] = numbers(date, '-')?;
    let [hour, minute, second] = numbers(time, ':')?;
    Some(((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second)
}

fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let numbers: Option<Vec<i64>> = text.split(between).map(|it| it.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// Days since 1970-01-01 in the Gregorian calendar. The year is taken to begin in March, so that the
/// leap day is its last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + day_of_year - 719_468
}
