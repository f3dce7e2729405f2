//! Presses on the buttons of a list.

use adjutant_channel::{Inbound, MessageId, PressAnswer};
use adjutant_domain::ids::{RunId, ScheduleId};
use adjutant_store::{
    db::Tx,
    outbox as outbox_rows,
    people::User,
    runs,
    schedule_lists::{self, List},
    schedules::{self, Schedule},
    sessions,
};
use anyhow::Result;

use super::{
    switch,
    view::{Look, View, draw},
};
use crate::{
    core::Core,
    texts::{self as all_texts, schedule_list as texts},
};

/// The action of a list's button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Press<'a> {
    /// Show this page, from 0.
    Page(i64),
    /// An action on a schedule, by its id.
    Schedule(&'a str, Act),
    /// Show the output of a run, by its id; of a long text this part, from 0.
    Output(&'a str, usize),
}

/// An action on a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Open,
    Pause,
    Resume,
    RunNow,
    /// Stop the unfinished run.
    Stop,
    /// Show how to change it.
    Edit,
    /// Ask whether to delete it.
    Delete,
    /// Delete it.
    Confirm,
    /// List its runs.
    Outputs,
}

/// The letter of each act in a button's data.
const ACTS: [(&str, Act); 9] = [
    ("o", Act::Open),
    ("z", Act::Pause),
    ("r", Act::Resume),
    ("n", Act::RunNow),
    ("s", Act::Stop),
    ("e", Act::Edit),
    ("d", Act::Delete),
    ("y", Act::Confirm),
    ("h", Act::Outputs),
];

impl Press<'_> {
    /// Returns the data of a list's button; at most 64 bytes.
    pub(crate) fn data(self, list: i64) -> String {
        match self {
            Self::Page(page) => format!("s:{list}:p{page}"),
            Self::Output(run, part) => format!("s:{list}:t{part}:{run}"),
            Self::Schedule(id, act) => {
                let (letter, _) =
                    ACTS.iter().find(|(_, other)| *other == act).expect("each act has a letter");
                format!("s:{list}:{letter}:{id}")
            }
        }
    }
}

/// Parses a button's data: `s:LIST:CHOICE` or `s:LIST:CHOICE:ID`.
pub(super) fn parse(data: &str) -> Option<(i64, Press<'_>)> {
    let (list, rest) = data.strip_prefix("s:")?.split_once(':')?;
    let list = list.parse().ok()?;
    let Some((choice, id)) = rest.split_once(':') else {
        return Some((list, Press::Page(rest.strip_prefix('p')?.parse().ok()?)));
    };
    let press = match ACTS.iter().find(|(letter, _)| *letter == choice) {
        Some((_, act)) => Press::Schedule(id, *act),
        None => Press::Output(id, choice.strip_prefix('t')?.parse().ok()?),
    };
    Some((list, press))
}

/// Carries out a press, if the list belongs to the person who pressed, and redraws the list's message.
pub(super) async fn press(
    tx: &Tx,
    core: &Core,
    (event, user): (&Inbound, &User),
    (list, press, message): (i64, Press<'_>, Option<&MessageId>),
    now: i64,
) -> Result<PressAnswer> {
    let Some(mut list) = schedule_lists::get(tx, list).await? else {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    };
    if list.person != user.person {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    if let Some(message) = message {
        for shown in outbox_rows::of_source(tx, &list.source()).await? {
            outbox_rows::adopt(tx, shown.outbox_id, message, now).await?;
        }
    }
    let (view, answer) = carry_out(tx, core, event, &mut list, press, now).await?;
    let content = draw(tx, core, &list, view).await?;
    for shown in outbox_rows::of_source(tx, &list.source()).await? {
        if shown.content()? != content {
            outbox_rows::revise(tx, shown.outbox_id, &content).await?;
        }
    }
    Ok(answer)
}

/// Carries out a press; returns the view to show, and the answer.
async fn carry_out(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    list: &mut List,
    press: Press<'_>,
    now: i64,
) -> Result<(View, PressAnswer)> {
    let session = sessions::get(tx, &list.session_id).await?;
    let (user, scope) = (&session.user_id, session.scope());
    match press {
        Press::Page(page) => {
            schedule_lists::turn_to(tx, list.list_id, page).await?;
            list.page = page;
            Ok((View::Page, shown()))
        }
        Press::Output(id, part) => {
            let run = RunId(id.to_owned());
            match runs::get_own(tx, user, &run, &scope).await? {
                Some(_) => Ok((View::Output(run, part), shown())),
                None => Ok((View::Page, PressAnswer::alert(texts::no_such_run()))),
            }
        }
        Press::Schedule(id, Act::Outputs) => {
            Ok((View::Schedule(ScheduleId(id.to_owned()), Look::Outputs), shown()))
        }
        Press::Schedule(id, act) => {
            match schedules::get_in(tx, user, &ScheduleId(id.to_owned()), &scope).await? {
                Some(schedule) => act_on(tx, core, event, (schedule, act), now).await,
                None => Ok((View::Page, PressAnswer::alert(texts::no_such_schedule()))),
            }
        }
    }
}

/// Carries out a press on a schedule that may be seen.
async fn act_on(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    (mut schedule, act): (Schedule, Act),
    now: i64,
) -> Result<(View, PressAnswer)> {
    let id = schedule.schedule_id.clone();
    let (look, answer) = match act {
        Act::Open => (Look::Whole, shown()),
        Act::Edit => (Look::Editing, shown()),
        Act::Delete => (Look::Deleting, shown()),
        Act::Outputs => (Look::Outputs, shown()),
        Act::Pause => (Look::Whole, switch::pause(tx, &schedule, now).await?),
        Act::Resume => (Look::Whole, switch::resume(tx, core, &mut schedule).await?),
        Act::RunNow => (Look::Whole, switch::run_now(tx, core, event, &schedule, now).await?),
        Act::Stop => (Look::Whole, switch::stop(tx, core, event, &schedule, now).await?),
        Act::Confirm => {
            schedules::delete(tx, &schedule.user_id, &id).await?;
            return Ok((View::Page, PressAnswer::told(texts::deleted())));
        }
    };
    Ok((View::Schedule(id, look), answer))
}

/// Returns the empty answer to a press whose effect the message shows.
fn shown() -> PressAnswer {
    PressAnswer::told("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_button_carries_is_read_again_and_fits() {
        let (schedule, run) = (ScheduleId::generate(), RunId::generate());
        let about_a_schedule = ACTS.map(|(_, act)| Press::Schedule(schedule.as_str(), act));
        let others = [Press::Page(999_999), Press::Output(run.as_str(), 9_999)];
        for press in about_a_schedule.into_iter().chain(others) {
            let data = press.data(9_999_999_999);
            assert_eq!(parse(&data), Some((9_999_999_999, press)));
            assert!(data.len() <= 64, "{data}");
        }
        for data in ["s:1", "s:x:p1", "s:1:q:schedule-1", "s:1:p", "s:1:t:run-1", "m:1:p1"] {
            assert_eq!(parse(data), None, "{data}");
        }
    }
}
