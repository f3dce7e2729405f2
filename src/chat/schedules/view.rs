//! Draws the message of a list.

use std::time::Duration;

use adjutant_channel::Content;
use adjutant_domain::{
    ids::{RunId, ScheduleId},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    db::Tx,
    people, runs,
    schedule_lists::List,
    schedules::{self, Filter, Schedule, Status},
    sessions::{self, Session},
};
use adjutant_texts::{
    cadence::in_words_for,
    list::{PAGE, Page},
    schedule_list::{self as texts, Listing, Timed},
};
use anyhow::Result;

use super::RUNS;
use crate::core::Core;

/// The most upcoming due times that an opened schedule shows.
const UPCOMING: usize = 3;

/// A view that a list's message can show.
#[derive(Clone, Debug)]
pub(crate) enum View {
    /// The list's page, or the last page if there are fewer now.
    Page,
    /// One schedule; or the page, if the schedule is gone or may no longer be seen here.
    Schedule(ScheduleId, Look),
    /// The output of a run; a long text shows only this part, counted from 0.
    Output(RunId, usize),
}

/// The form in which a schedule is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// All its details.
    Whole,
    /// With instructions how to change it.
    Editing,
    /// With the question whether to delete it.
    Deleting,
    /// Its newest runs, which outlive the schedule.
    Outputs,
}

/// Draws a view from the present rows.
pub(super) async fn draw(tx: &Tx, core: &Core, list: &List, view: View) -> Result<Content> {
    let session = sessions::get(tx, &list.session_id).await?;
    let zone = people::zone(tx, &session.user_id, core.zone).await?;
    let for_whom = (list, &session, (core.clock.timestamp(), zone));
    let shown = match view {
        View::Page => None,
        View::Schedule(id, Look::Outputs) => Some(outputs(tx, for_whom, &id).await?),
        View::Schedule(id, look) => schedule(tx, core, for_whom, &id, look).await?,
        View::Output(id, part) => output(tx, for_whom, &id, part).await?,
    };
    match shown {
        Some(content) => Ok(content),
        None => page(tx, core, for_whom).await,
    }
}

/// A list, its session, and its person's local time.
type ForWhom<'a> = (&'a List, &'a Session, Local);

/// The present time, and a person's zone.
type Local = (Timestamp, Zone);

async fn page(tx: &Tx, core: &Core, (list, session, local): ForWhom<'_>) -> Result<Content> {
    let filter = Filter { name: list.query.clone(), scope: session.scope(), ..Filter::default() };
    let at = async |first| schedules::search(tx, &session.user_id, &filter, PAGE, first).await;
    let asked = list.page.max(0).saturating_mul(PAGE);
    let (mut found, total) = at(asked).await?;
    let page = Page::of(list.page, total);
    if page.first != asked {
        (found, _) = at(page.first).await?;
    }
    let timed: Vec<_> = found.into_iter().map(|schedule| timed(schedule, local, 1)).collect();
    let (kind, by_model) = (session.chat_kind, core.config.has_model());
    Ok(texts::listing(&Listing { list, schedules: &timed, page, kind, by_model }))
}

async fn schedule(
    tx: &Tx,
    core: &Core,
    (list, session, local): ForWhom<'_>,
    id: &ScheduleId,
    look: Look,
) -> Result<Option<Content>> {
    let (user, scope) = (&session.user_id, session.scope());
    let Some(found) = schedules::get_in(tx, user, id, &scope).await? else { return Ok(None) };
    let timed = timed(found, local, UPCOMING);
    Ok(Some(match look {
        Look::Editing => texts::editing(list, &timed, core.config.has_model(), session.chat_kind),
        Look::Deleting => texts::deleting(list, &timed),
        Look::Whole | Look::Outputs => {
            let last = runs::of_schedule(tx, user, id, &scope, 1).await?;
            let is_at_work = !runs::unfinished(tx, &timed.schedule).await?.is_empty();
            texts::schedule(list, &timed, last.first(), is_at_work)
        }
    }))
}

async fn outputs(tx: &Tx, (list, session, local): ForWhom<'_>, id: &ScheduleId) -> Result<Content> {
    let (user, scope) = (&session.user_id, session.scope());
    let found = runs::of_schedule(tx, user, id, &scope, RUNS).await?;
    let schedule = schedules::get_in(tx, user, id, &scope).await?.map(|schedule| timed(schedule, local, 0));
    Ok(texts::outputs(list, schedule.as_ref(), &found, local))
}

async fn output(
    tx: &Tx,
    (list, session, local): ForWhom<'_>,
    id: &RunId,
    part: usize,
) -> Result<Option<Content>> {
    let (user, scope) = (&session.user_id, session.scope());
    let Some(run) = runs::get_own(tx, user, id, &scope).await? else { return Ok(None) };
    Ok(Some(texts::output(list, &run, part, local)))
}

/// Returns a schedule with at most `upcoming` of its next due times, for a person with the local time `(now, theirs)`.
fn timed(schedule: Schedule, (now, theirs): Local, upcoming: usize) -> Timed {
    let Ok((cadence, zone)) = schedule.cadence() else {
        return Timed { schedule, zone: theirs, now, words: None, upcoming: Vec::new() };
    };
    let next = schedule.next_run_at.filter(|_| schedule.status == Status::Active);
    // A completed schedule may still have a postponed message.
    let put_off = schedule.next_at().filter(|_| schedule.status == Status::Completed);
    let times = next.into_iter().flat_map(|next| {
        cadence
            .upcoming((next - Duration::from_millis(1)).to_utc(), schedule.anchor_at.to_utc(), zone)
            .take(upcoming)
    });
    let upcoming = times.chain(put_off.map(Timestamp::to_utc)).collect();
    let words = in_words_for(&cadence, zone, theirs, now.to_utc());
    Timed { words: Some(words), zone: theirs, now, upcoming, schedule }
}
