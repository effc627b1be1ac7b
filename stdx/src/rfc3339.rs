//! Dates as text.

use std::time::{Duration, SystemTime};

const MILLIS_PER_DAY: i128 = 24 * 60 * 60 * 1000;

/// `time` in UTC with milliseconds, rounded down: `2026-01-02T03:04:05.678Z`.
pub fn rfc3339(time: SystemTime) -> String {
    let millis = millis_since_epoch(time);
    let (year, month, day) = civil(millis.div_euclid(MILLIS_PER_DAY));
    let of_day = millis.rem_euclid(MILLIS_PER_DAY);
    let (seconds, milli) = (of_day / 1000, of_day % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

fn millis_since_epoch(time: SystemTime) -> i128 {
    // The nanoseconds of a `Duration` take 94 bits, so neither cast can cut.
    let nanos = |it: Duration| it.as_nanos() as i128;
    let nanos = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => nanos(after),
        Err(before) => -nanos(before.duration()),
    };
    nanos.div_euclid(1_000_000)
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
///
/// Years are counted from March, so that the leap day is a year's last; 400 of them make a
/// cycle of a fixed number of days.
fn civil(days: i128) -> (i128, i128, i128) {
    const DAYS_PER_CYCLE: i128 = 146_097;
    const FROM_YEAR_ZERO: i128 = 719_468;
    let days = days + FROM_YEAR_ZERO;
    let of_cycle = days.rem_euclid(DAYS_PER_CYCLE);
    let leaps_passed = of_cycle / 1460 - of_cycle / 36_524 + of_cycle / 146_096;
    let year_of_cycle = (of_cycle - leaps_passed) / 365;
    let of_year = of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_cycle + 400 * days.div_euclid(DAYS_PER_CYCLE) + i128::from(month <= 2);
    (year, month, day)
}
