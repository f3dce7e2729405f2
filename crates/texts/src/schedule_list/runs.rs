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
    fluent::text,
    in_a_line,
    list::{in_rows, numbered_moment, part},
    reasons::told,
    times::day_and_time,
    usage::taken,
};

/// The longest part of a reason in a list, in characters.
const REASON: usize = 80;
/// The longest part of a reason below a run's output, in characters.
const WHOLE_REASON: usize = 500;

/// The current time, and the person's zone.
type Local = (Timestamp, Zone);

/// The newest runs of a schedule, each with a button to read it. `schedule`: if it still exists.
pub fn outputs(list: &List, schedule: Option<&Timed>, runs: &[Run], local: Local) -> Content {
    let title = match schedule {
        Some(timed) => text!("schedule-runs-title", name = in_a_line(&timed.schedule.name, NAME)),
        None => text!("schedule-runs-deleted-title").to_owned(),
    };
    let mut body = Rich::builder().bold(title);
    if runs.is_empty() {
        body = body.text("\n\n").text(text!("schedule-runs-none"));
    }
    for (number, run) in (1..).zip(runs) {
        let gap = if number == 1 { "\n\n" } else { "\n" };
        let told = match why(run) {
            Some(why) => with_reason(outcome(run, local), in_a_line(&why, REASON)),
            None => outcome(run, local),
        };
        body = body.text(gap).text(numbered_moment(number, &told));
    }
    let read = |(number, run): (i64, &Run)| {
        let label = numbered_moment(number, &moment(run.due_at, local));
        plain(&label, SchedulePress::Output(run.run_id.as_str(), 0), list)
    };
    let back = match schedule {
        Some(timed) => about_schedule(text!("button-back"), ScheduleAction::Open, timed, list),
        None => plain(text!("button-back"), SchedulePress::Page(list.page), list),
    };
    let buttons = in_rows((1..).zip(runs).map(read), vec![back]);
    Content { body: body.build(), buttons, ..Content::default() }
}

/// A run's output; of a long text the given part, or the last one.
pub fn output(list: &List, run: &Run, at: usize, local: Local) -> Content {
    let said = match (run.output.as_str(), run.error.as_deref()) {
        ("", Some(why)) => told(why),
        ("", None) => text!("schedule-runs-nothing").into(),
        (output, _) => output.into(),
    };
    let turn =
        |label: &str, part: usize| plain(label, SchedulePress::Output(run.run_id.as_str(), part), list);
    let (body, mut rows) = part(&said, at, turn);
    let back = SchedulePress::Schedule(run.schedule_id.as_str(), ScheduleAction::Outputs);
    rows.push(vec![plain(text!("button-back"), back, list)]);
    let footer = match why_delivered(run) {
        Some(why) => with_reason(outcome(run, local), in_a_line(&why, WHOLE_REASON)),
        None => outcome(run, local),
    };
    let taken = match run.spent() {
        spent if spent.steps > 0 => format!("\n{}", text!("schedule-runs-taken", taken = taken(&spent))),
        _ => String::new(),
    };
    Content { body: body.italic(format!("{footer}{taken}")).build(), buttons: rows, ..Content::default() }
}

/// Returns the outcome of a schedule's last run, and its reason, a line each.
pub(super) fn last(run: &Run, local: Local) -> impl Iterator<Item = String> {
    let told = if is_settled(run) { outcome(run, local) } else { begun(run, local) };
    let why = why(run).map(|why| text!("schedule-runs-why", why = in_a_line(&why, REASON)));
    [Some(text!("schedule-runs-last", told = told)), why].into_iter().flatten()
}

/// Returns whether a run's outcome is more than a passing state.
fn is_settled(run: &Run) -> bool {
    match run.status {
        Status::Queued | Status::Running | Status::Retrying => false,
        Status::Waiting | Status::Skipped => true,
        Status::Succeeded | Status::Failed | Status::Stopped => run.delivery != Delivery::Pending,
    }
}

/// `Fri 1 May, 11:00`, the due time of a run.
fn time(run: &Run, local: Local) -> String {
    let time = moment(run.due_at, local);
    if run.cause == Cause::Asked { text!("schedule-runs-asked", time = time) } else { time }
}

/// The time of a running run, and where to follow it.
fn begun(run: &Run, local: Local) -> String {
    text!("schedule-runs-begun", time = time(run, local))
}

/// `Fri 1 May, 11:00: done, sent`.
fn outcome(run: &Run, local: Local) -> String {
    let (time, status) = (time(run, local), status(run.status));
    match delivery(run, local) {
        Some(delivery) => {
            text!("schedule-runs-outcome-delivered", time = time, status = status, delivery = delivery)
        }
        None => text!("schedule-runs-outcome", time = time, status = status),
    }
}

fn with_reason(told: String, why: String) -> String {
    text!("schedule-runs-with-reason", told = told, why = why)
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Queued => text!("schedule-run-queued"),
        Status::Running => text!("schedule-run-running"),
        Status::Waiting => text!("schedule-run-waiting"),
        Status::Retrying => text!("schedule-run-retrying"),
        Status::Succeeded => text!("schedule-run-succeeded"),
        Status::Failed => text!("schedule-run-failed"),
        Status::Stopped => text!("schedule-run-stopped"),
        Status::Skipped => text!("schedule-run-skipped"),
    }
}

fn delivery(run: &Run, local: Local) -> Option<String> {
    Some(match (run.delivery, run.deliver_at) {
        // A skipped run has only that fact to deliver.
        _ if run.status == Status::Skipped => return None,
        (Delivery::None, _) => return None,
        _ if run.done_at.is_some() => text!("schedule-delivery-done").to_owned(),
        (Delivery::Pending, _) => text!("schedule-delivery-pending").to_owned(),
        (Delivery::Held, Some(until)) => {
            text!("schedule-delivery-put-off-until", time = moment(until, local))
        }
        (Delivery::Held, None) => text!("schedule-delivery-put-off").to_owned(),
        (Delivery::Delivered, _) => text!("schedule-delivery-sent").to_owned(),
        (Delivery::Suppressed, _) => text!("schedule-delivery-suppressed").to_owned(),
        (Delivery::Failed, _) => text!("schedule-delivery-failed").to_owned(),
    })
}

/// Returns why a run failed or never began, and why its result was delivered or not.
fn why(run: &Run) -> Option<String> {
    let away = || (run.status == Status::Skipped).then(|| text!("schedule-run-away").to_owned());
    let error = run.error.as_deref().map(|why| told(why).into_owned());
    let reasons = [error.or_else(away), why_delivered(run)];
    reasons.into_iter().flatten().reduce(|run, delivery| format!("{run}; {delivery}"))
}

/// Returns why the chat refused a result, or why the run itself sent it or held it back.
fn why_delivered(run: &Run) -> Option<String> {
    run.undelivered.clone().or_else(|| run.notify().map(|notify| notify.reason))
}

fn moment(at: Timestamp, (now, zone): Local) -> String {
    day_and_time(at, now, zone)
}
