//! When to try again.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// The longest wait between two attempts, whatever a server asks for.
const LONGEST: Duration = Duration::from_secs(60);

/// How long to wait after the attempt with this number, the first being 1: what the server asks
/// for, else one second, doubled each time. There is no chance in it, so that a run can be repeated.
pub(crate) fn delay(attempt: u32, wanted: Option<Duration>) -> Duration {
    let doubled = 1_u64.checked_shl(attempt.saturating_sub(1));
    let doubled = Duration::from_secs(doubled.unwrap_or(u64::MAX));
    wanted.unwrap_or(doubled).min(LONGEST)
}

/// How long a server asks to be left alone: `retry-after-ms`, or `retry-after` in seconds or as a
/// date (RFC 9110).
pub(crate) fn wanted_wait(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let milliseconds = text("retry-after-ms").and_then(|it| it.parse::<f64>().ok());
    if let Some(milliseconds) = milliseconds {
        return Duration::try_from_secs_f64(milliseconds / 1000.0).ok();
    }
    let wanted = text(RETRY_AFTER.as_str())?;
    match wanted.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => {
            let until = SystemTime::UNIX_EPOCH + Duration::from_secs(date(wanted)?);
            Some(until.duration_since(now).unwrap_or_default())
        }
    }
}

/// The seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may write.
fn date(text: &str) -> Option<u64> {
    let rest = text.split_once(", ")?.1.strip_suffix(" GMT")?;
    let mut parts = rest.split([' ', ':']);
    let day = number(parts.next()?, 1..=31)?;
    let month = month(parts.next()?)?;
    let year = number(parts.next()?, 1970..=9999)?;
    let hour = number(parts.next()?, 0..=23)?;
    let minute = number(parts.next()?, 0..=59)?;
    let second = number(parts.next()?, 0..=60)?;
    let days = days_before(year, month) + day - 1;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

fn number(text: &str, range: std::ops::RangeInclusive<u64>) -> Option<u64> {
    text.parse().ok().filter(|it| range.contains(it))
}

/// The months from January on, 0 being the first.
fn month(text: &str) -> Option<u64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let place = MONTHS
        .find(text)
        .filter(|it| text.len() == 3 && it % 3 == 0);
    place.and_then(|it| u64::try_from(it / 3).ok())
}

/// The days from 1970 to the first of this month.
fn days_before(year: u64, month: u64) -> u64 {
    const DAYS: [u64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let is_leap =
        |it: u64| it.is_multiple_of(4) && (!it.is_multiple_of(100) || it.is_multiple_of(400));
    let years: u64 = (1970..year).map(|it| 365 + u64::from(is_leap(it))).sum();
    let months: u64 = DAYS.iter().zip(0..month).map(|(days, _)| days).sum();
    years + months + u64::from(month > 1 && is_leap(year))
}
