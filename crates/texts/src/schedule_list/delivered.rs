//! The buttons under a schedule's messages, and the line below a message after a press.

use adjutant_channel::{Button, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{self, DeliveryAction, DeliveryButton, Snooze},
    ids::RunId,
    language::Language,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::schedules::{Schedule, Status};

use crate::{button, fluent::text, times::time_or_day};

/// The buttons under one delivery of a run, by the state of its schedule.
pub fn buttons(run: &RunId, delivery: i64, schedule: Option<&Schedule>) -> Vec<Vec<Button>> {
    let on = |label: &str, act: DeliveryAction| under(label, act, run, delivery);
    let history = on(text!("schedules-history"), DeliveryAction::History);
    let Some(schedule) = schedule else { return vec![vec![history]] };
    let snooze = on(text!("delivered-snooze"), DeliveryAction::Later);
    let first = match schedule.reminder {
        true => vec![on(text!("delivered-done"), DeliveryAction::Done), snooze],
        // Another run would lack the body of the hook's call.
        false if schedule.is_hook() => vec![snooze],
        false => vec![snooze, on(text!("delivered-again"), DeliveryAction::Again)],
    };
    let switch = match schedule.status {
        _ if schedule.cadence_type == "once" => None,
        Status::Active => Some(on(text!("schedules-pause"), DeliveryAction::Pause)),
        Status::Paused => Some(on(text!("schedules-resume"), DeliveryAction::Resume)),
        Status::Completed => None,
    };
    vec![first, switch.into_iter().chain([history]).collect()]
}

/// The buttons to snooze a message, in place of its other ones.
pub fn snooze_buttons(run: &RunId, delivery: i64) -> Vec<Vec<Button>> {
    let on = |label: &str, act: DeliveryAction| under(label, act, run, delivery);
    let times = [
        (text!("delivered-ten-minutes"), Snooze::TenMinutes),
        (text!("delivered-hour"), Snooze::Hour),
        (text!("delivered-tomorrow"), Snooze::Tomorrow),
    ];
    vec![
        times.map(|(label, until)| on(label, DeliveryAction::Snooze(until))).to_vec(),
        vec![on(text!("button-back"), DeliveryAction::Back)],
    ]
}

/// The button under a snoozed message.
pub fn undo_button(run: &RunId, delivery: i64) -> Vec<Vec<Button>> {
    vec![vec![under(text!("button-undo"), DeliveryAction::UndoSnooze, run, delivery)]]
}

fn under(label: &str, action: DeliveryAction, run: &RunId, delivery: i64) -> Button {
    let on_delivery = DeliveryButton { run: run.as_str(), delivery, action };
    button(label, buttons::Button::Delivered(on_delivery), ButtonStyle::Plain)
}

/// The line below a reminder that is done. It is short, like the next one: it must fit below any message.
pub fn done_at(done: Timestamp, now: Timestamp, zone: Zone) -> String {
    text!("delivered-done-at", time = time_or_day(done, now, zone))
}

/// The line below a snoozed message.
pub fn snoozed_until(until: Timestamp, now: Timestamp, zone: Zone) -> String {
    snoozed(&time_or_day(until, now, zone))
}

/// In each language, the text ends with the time.
fn snoozed(until: &str) -> String {
    text!("delivered-snoozed-until", time = until)
}

/// Returns a snoozed message as it was before, without the line that [`snoozed_until`] returns.
pub fn without_snooze(body: &Rich) -> Rich {
    // The person may have chosen another language since.
    let lines = Language::ALL.into_iter().map(|language| language.scope_sync(|| snoozed("")));
    let at = lines.filter_map(|line| body.text.rfind(&line)).max();
    let before = at.map_or(body.text.as_str(), |at| body.text[..at].trim_end());
    Rich { text: before.to_owned(), entities: body.entities.clone() }
}

/// A snoozed message that will not be sent again, and the reason.
pub fn withdrawn(snoozed: &Content, why: &str) -> Content {
    let body = Rich::builder().rich(&without_snooze(&snoozed.body)).text("\n\n").text(why);
    Content { body: body.build(), buttons: Vec::new(), ..snoozed.clone() }
}

/// The reason that a snoozed message is not sent again: its schedule was deleted.
pub fn deleted() -> &'static str {
    text!("delivered-deleted")
}

/// The reason that a snoozed message is not sent again: its schedule has a new time.
pub fn moved() -> &'static str {
    text!("delivered-moved")
}

/// The answer to a press if a separate message lists the runs.
pub fn history_below() -> &'static str {
    text!("delivered-history-below")
}

pub fn came_again() -> &'static str {
    text!("delivered-came-again")
}
