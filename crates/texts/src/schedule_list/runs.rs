//! Texts about the runs of a schedule.

use adjutant_channel::{Content, Rich};
use adjutant_domain::{
    buttons::{ScheduleAction, SchedulePress},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    runs::{Cause, Delivery, Run, Status},
    schedule_lists::List,
};

use super::{NAME, Timed, about_schedule, plain};
use crate::{
    in_a_line,
    list::{in_rows, part, titled},
    times::day_and_time,
    usage::taken,
};

/// The most of a reason that is shown in a list, and below a run's output, in characters.
const REASON: usize = 80;
const WHOLE_REASON: usize = 500;

/// The time, and the person's zone.
type Local = (Timestamp, Zone);

/// The newest runs of a schedule, each with a button to read it. `schedule`: if it still exists.
pub fn outputs(list: &List, schedule: Option<&Timed>, runs: &[Run], local: Local) -> Content {
    let name = schedule.map_or("a deleted schedule", |timed| timed.schedule.name.as_str());
    let mut body = Rich::builder().bold("Runs of ").bold(in_a_line(name, NAME));
    if runs.is_empty() {
        body = body.text("\n\nIt has not run yet, or I have forgotten its runs.");
    }
    for (number, run) in (1..).zip(runs) {
        let gap = if number == 1 { "\n\n" } else { "\n" };
        body = body.text(format!("{gap}{number}. {}", outcome(run, local)));
        if let Some(why) = why(run) {
            body = body.text(format!(": {}", in_a_line(&why, REASON)));
        }
    }
    let read = |(number, run): (i64, &Run)| {
        let label = titled(number, &moment(run.due_at, local));
        plain(&label, SchedulePress::Output(run.run_id.as_str(), 0), list)
    };
    let back = match schedule {
        Some(timed) => about_schedule("Back", ScheduleAction::Open, timed, list),
        None => plain("Back", SchedulePress::Page(list.page), list),
    };
    let buttons = in_rows((1..).zip(runs).map(read), vec![back]);
    Content { body: body.build(), buttons, ..Content::default() }
}

/// A run's output; of a long text the given part, or the last one.
pub fn output(list: &List, run: &Run, at: usize, local: Local) -> Content {
    let said = match (run.output.as_str(), run.error.as_deref()) {
        ("", Some(why)) => why,
        ("", None) => {
            "There is nothing to read: it said nothing, has not ended, or I have forgotten what it said."
        }
        (output, _) => output,
    };
    let turn =
        |label: &str, part: usize| plain(label, SchedulePress::Output(run.run_id.as_str(), part), list);
    let (body, mut rows) = part(said, at, turn);
    let back = SchedulePress::Schedule(run.schedule_id.as_str(), ScheduleAction::Outputs);
    rows.push(vec![plain("Back", back, list)]);
    let footer = match why_delivered(run) {
        Some(why) => format!("{}: {}", outcome(run, local), in_a_line(&why, WHOLE_REASON)),
        None => outcome(run, local),
    };
    let taken = match run.spent() {
        spent if spent.steps > 0 => format!("\nIt took {}.", taken(&spent)),
        _ => String::new(),
    };
    Content { body: body.italic(format!("{footer}{taken}")).build(), buttons: rows, ..Content::default() }
}

/// Returns how the last run of a schedule went, and why, a line each.
pub(super) fn last(run: &Run, local: Local) -> impl Iterator<Item = String> {
    let told = if is_settled(run) { outcome(run, local) } else { begun(run, local) };
    let why = why(run).map(|why| format!("Why: {}", in_a_line(&why, REASON)));
    [Some(format!("Last run: {told}")), why].into_iter().flatten()
}

/// Returns whether a run's outcome will hold for longer than a moment.
fn is_settled(run: &Run) -> bool {
    match run.status {
        Status::Queued | Status::Running | Status::Retrying => false,
        Status::Waiting | Status::Skipped => true,
        Status::Succeeded | Status::Failed | Status::Stopped => run.delivery != Delivery::Pending,
    }
}

/// `Fri 1 May, 11:00`, the time of a run.
fn time(run: &Run, local: Local) -> String {
    let asked = if run.cause == Cause::Asked { ", on request" } else { "" };
    format!("{}{asked}", moment(run.due_at, local))
}

/// The time of a run that is under way, and where to follow it.
fn begun(run: &Run, local: Local) -> String {
    format!("{}; “History” shows how it is going", time(run, local))
}

/// `Fri 1 May, 11:00: done, sent`.
fn outcome(run: &Run, local: Local) -> String {
    let mut said = format!("{}: {}", time(run, local), status(run.status));
    if let Some(delivery) = delivery(run, local) {
        said.push_str(&format!(", {delivery}"));
    }
    said
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Queued => "waits for other runs to end",
        Status::Running => "running",
        Status::Waiting => "waits for a decision",
        Status::Retrying => "failed, and will be tried again",
        Status::Succeeded => "done",
        Status::Failed => "failed",
        Status::Stopped => "stopped",
        Status::Skipped => "did not run",
    }
}

fn delivery(run: &Run, local: Local) -> Option<String> {
    Some(match (run.delivery, run.deliver_at) {
        // A skipped run has nothing to deliver but that fact.
        _ if run.status == Status::Skipped => return None,
        (Delivery::None, _) => return None,
        _ if run.done_at.is_some() => "sent, and marked as done".to_owned(),
        (Delivery::Pending, _) => "on its way".to_owned(),
        (Delivery::Held, Some(until)) => format!("put off until {}", moment(until, local)),
        (Delivery::Held, None) => "put off".to_owned(),
        (Delivery::Delivered, _) => "sent".to_owned(),
        (Delivery::Suppressed, _) => "not sent".to_owned(),
        (Delivery::Failed, _) => "could not be sent".to_owned(),
    })
}

/// Returns why a run failed or never began, and why its result was delivered or was not.
fn why(run: &Run) -> Option<String> {
    let away = || (run.status == Status::Skipped).then(|| AWAY.to_owned());
    let reasons = [run.error.clone().or_else(away), why_delivered(run)];
    reasons.into_iter().flatten().reduce(|run, delivery| format!("{run}; {delivery}"))
}

/// Returns why the chat refused a result, or why the run itself sent it or held it back.
fn why_delivered(run: &Run) -> Option<String> {
    run.undelivered.clone().or_else(|| run.notify().map(|notify| notify.reason))
}

const AWAY: &str = "I was away";

fn moment(at: Timestamp, (now, zone): Local) -> String {
    day_and_time(at, now, zone)
}
