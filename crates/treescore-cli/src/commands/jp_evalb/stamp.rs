//! The time as jp-evalb prints it.

use std::time::{SystemTime, UNIX_EPOCH};

/// A line with the time: `Current time: 11/15/26 18:58:59.985195000 UTC`.
pub(super) fn line(now: SystemTime) -> String {
    // A clock before 1970 is wrong; it is shown as 1970.
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!(
        "Current time: {month:02}/{day:02}/{:02} {hour:02}:{minute:02}:{second:02}.{:06}000 UTC\n",
        year % 100,
        since.subsec_micros()
    )
}

/// Year, month and day of a day counted from 1970, in years that begin with March, so that a leap day is the
/// last.
fn date(days: u64) -> (u64, u64, u64) {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let days = days + 719_468; // from 1 March of the year 0
    let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153; // from March
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + u64::from(month <= 2), month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn lines() {
        for (seconds, micros, expected) in [
            (0, 0, "01/01/70 00:00:00.000000000"),
            (951_782_399, 999_999, "02/28/00 23:59:59.999999000"),
            (951_782_400, 1, "02/29/00 00:00:00.000001000"),
            (951_868_800, 0, "03/01/00 00:00:00.000000000"),
            (1_709_164_800, 0, "02/29/24 00:00:00.000000000"),
            (1_794_769_139, 985_195, "11/15/26 18:58:59.985195000"),
            (4_107_542_400, 0, "03/01/00 00:00:00.000000000"),
        ] {
            let now = UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_micros(micros);
            assert_eq!(line(now), format!("Current time: {expected} UTC\n"), "{seconds}");
        }
        assert_eq!(
            line(UNIX_EPOCH - Duration::from_secs(1)),
            "Current time: 01/01/70 00:00:00.000000000 UTC\n"
        );
    }
}
