//! Times in messages that are answered some time after they were sent.

use adjutant_domain::zones::Zone;
use chrono::{DateTime, NaiveDateTime, Timelike as _};

use super::{super::reply::Moment, Cadence, Day, Misfit, Timing, When};

impl When {
    /// Returns the cadences for the scheduler, as of when the message was sent. Recurrences begin now.
    ///
    /// # Errors
    /// Returns why the time cannot be booked: it may have passed meanwhile.
    pub(in super::super) fn timings_of(&self, moment: Moment) -> Result<Vec<Timing>, Misfit> {
        if moment.sent.is_none() || self.repeats() {
            return self.timings(moment.now, moment.zone);
        }
        let timings = self.timings(moment.asked_at(), moment.zone)?;
        let zone = self.zone.unwrap_or(moment.zone);
        let now = moment.now.with_timezone(&zone).naive_local();
        match timings.iter().filter_map(|it| local(it, zone)).find(|at| *at <= now) {
            Some(at) if !moment.is_resumed => Err(Misfit::Past(at)),
            _ => Ok(timings),
        }
    }

    /// Returns a time that means the same now as when the message was sent; `None` if it has passed or is not known.
    pub(in super::super) fn settled(&self, moment: Moment) -> Option<Self> {
        if moment.sent.is_none() || self.repeats() {
            return Some(self.clone());
        }
        let timings = self.timings_of(moment).ok()?;
        let times = timings.iter().map(|it| local(it, self.zone.unwrap_or(moment.zone)));
        let times = times.collect::<Option<Vec<_>>>()?;
        let date = times.first()?.date();
        let is_one_day = times.iter().all(|at| at.date() == date);
        // The words for a time name no seconds.
        let minutes = times.iter().map(|at| at.time().with_second(0)).collect::<Option<_>>()?;
        let cadence = Cadence::At { day: Some(Day::Date(date)), times: minutes };
        is_one_day.then_some(Self { zone: self.zone, ..Self::of(cadence) })
    }
}

/// Returns the local time of a cadence that happens once.
fn local(timing: &Timing, zone: Zone) -> Option<NaiveDateTime> {
    let at =
        DateTime::parse_from_rfc3339(&timing.cadence_value).map(|at| at.with_timezone(&zone).naive_local());
    at.or_else(|_| NaiveDateTime::parse_from_str(&timing.cadence_value, "%Y-%m-%d %H:%M:%S")).ok()
}
