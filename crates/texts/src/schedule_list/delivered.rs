//! The buttons under a schedule's messages, and the line below a message once they were pressed.

use adjutant_channel::{Button, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{self, DeliveryAction, DeliveryButton, Snooze},
    ids::RunId,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::schedules::{Schedule, Status};

use crate::{button, times::time_or_day};

/// The buttons under one delivery of a run, as its schedule's state has them.
pub fn buttons(run: &RunId, delivery: i64, schedule: Option<&Schedule>) -> Vec<Vec<Button>> {
    let on = |label: &str, act: DeliveryAction| under(label, act, run, delivery);
    let Some(schedule) = schedule else { return vec![vec![on("History", DeliveryAction::History)]] };
    let snooze = on("Snooze …", DeliveryAction::Later);
    let first = match schedule.reminder {
        true => vec![on("Done", DeliveryAction::Done), snooze],
        // A run again would not have what the hook was called with.
        false if schedule.is_hook() => vec![snooze],
        false => vec![snooze, on("Run again", DeliveryAction::Again)],
    };
    let switch = match schedule.status {
        _ if schedule.cadence_type == "once" => None,
        Status::Active => Some(on("Pause", DeliveryAction::Pause)),
        Status::Paused => Some(on("Resume", DeliveryAction::Resume)),
        Status::Completed => None,
    };
    let history = on("History", DeliveryAction::History);
    vec![first, switch.into_iter().chain([history]).collect()]
}

/// The buttons that snooze a message, in place of its other ones.
pub fn snooze_buttons(run: &RunId, delivery: i64) -> Vec<Vec<Button>> {
    let on = |label: &str, act: DeliveryAction| under(label, act, run, delivery);
    let times = [("10 min", Snooze::TenMinutes), ("1 h", Snooze::Hour), ("Tomorrow", Snooze::Tomorrow)];
    vec![
        times.map(|(label, until)| on(label, DeliveryAction::Snooze(until))).to_vec(),
        vec![on("Back", DeliveryAction::Back)],
    ]
}

/// The button under a snoozed message.
pub fn undo_button(run: &RunId, delivery: i64) -> Vec<Vec<Button>> {
    vec![vec![under("Undo", DeliveryAction::UndoSnooze, run, delivery)]]
}

fn under(label: &str, action: DeliveryAction, run: &RunId, delivery: i64) -> Button {
    let on_delivery = DeliveryButton { run: run.as_str(), delivery, action };
    button(label, buttons::Button::Delivered(on_delivery), ButtonStyle::Plain)
}

/// The line below a reminder that is done. Short, like the next: there must be room for it below any message.
pub fn done_at(done: Timestamp, now: Timestamp, zone: Zone) -> String {
    format!("✅ Done at {}", time_or_day(done, now, zone))
}

/// The line below a snoozed message.
pub fn snoozed_until(until: Timestamp, now: Timestamp, zone: Zone) -> String {
    format!("{SNOOZED}{}", time_or_day(until, now, zone))
}

const SNOOZED: &str = "💤 Snoozed until ";

/// Returns a snoozed message as it was before, without the line that [`snoozed_until`] returns.
pub fn without_snooze(body: &Rich) -> Rich {
    let before = body.text.rfind(SNOOZED).map_or(body.text.as_str(), |at| body.text[..at].trim_end());
    Rich { text: before.to_owned(), entities: body.entities.clone() }
}

/// A snoozed message whose schedule was deleted: it does not come again.
pub fn withdrawn(snoozed: &Content) -> Content {
    let body = Rich::builder()
        .rich(&without_snooze(&snoozed.body))
        .text("\n\n🗑️ Deleted, so it does not come again.");
    Content { body: body.build(), buttons: Vec::new(), ..snoozed.clone() }
}

/// The answer to a press if a message of their own lists the runs.
pub fn history_below() -> &'static str {
    "Its runs are listed below."
}

pub fn came_again() -> &'static str {
    "I have sent this again since. Please use the newer message. Nothing has changed."
}
