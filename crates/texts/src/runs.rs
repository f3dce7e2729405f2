//! Texts about schedules and their runs.

use adjutant_domain::{ids::RunId, text::beginning, timestamp::Timestamp, zones::Zone};
use adjutant_store::{runs::Run, schedules::Schedule};
use chrono::SecondsFormat;

use super::{
    clip,
    fluent::{for_model, text},
    in_a_line,
    times::day_and_time,
};

/// The longest part of a name in a list, in characters.
const NAME: usize = 60;
/// The longest part of a reminder's text in a list, in characters.
const GOAL: usize = 200;
/// The longest shown part of an undeliverable output, in characters.
const LOST: usize = 1_500;
/// The longest part of an earlier output that a model gets, in characters.
const OUTPUT: usize = 4_000;
/// One more character is read, to find out whether the output is longer.
pub const OUTPUT_READ: usize = OUTPUT + 1;
/// The longest part of a delivered result that the conversation keeps, in characters. The limit leaves room for other
/// messages.
const KEPT: usize = 8_000;

/// A plain reminder, and the remark on it.
pub fn reminder(goal: &str, remark: Option<&str>) -> String {
    match remark {
        Some(remark) => format!("⏰ {goal}\n\n{remark}"),
        None => format!("⏰ {goal}"),
    }
}

/// The result of a run, and the remark on it.
pub fn result(name: &str, output: &str, remark: Option<&str>) -> String {
    let heading = format!("**{}**", name.replace(['*', '_', '`', '[', ']'], " ").trim());
    match remark {
        Some(remark) => format!("{heading}\n{remark}\n\n{output}"),
        None => format!("{heading}\n\n{output}"),
    }
}

/// Returns the name of a run, even if its schedule was deleted.
pub fn name(schedule: Option<&Schedule>) -> &str {
    schedule.map_or_else(|| text!("runs-deleted-name"), |schedule| schedule.name.as_str())
}

/// The remark on a run that began late, at `began`: its due time, and the number of misfires before it.
pub fn late(due_at: Option<Timestamp>, missed: i64, began: Timestamp, zone: Zone) -> String {
    match (due_at.map(|at| day_and_time(at, began, zone)), missed) {
        (Some(due), 0) => text!("runs-late", due = due),
        (Some(due), missed) => text!("runs-late-and-before", due = due, count = missed),
        (None, missed) => text!("runs-late-before", count = missed),
    }
}

/// The remark on a result that waited for the end of quiet hours.
pub fn held(due_at: Timestamp, now: Timestamp, zone: Zone) -> String {
    text!("runs-held", due = day_and_time(due_at, now, zone))
}

/// A schedule with misfires: due times that passed without a run.
#[derive(Clone, Debug)]
pub struct MisfireReport {
    pub name: String,
    /// The text, if it is a plain reminder.
    pub reminder: Option<String>,
    /// The number of misfires, and the time of the last.
    pub times: i64,
    pub last: Timestamp,
    pub next: Option<Timestamp>,
    pub now: Timestamp,
    pub zone: Zone,
}

/// The misfire notice of a chat.
pub fn missed(schedules: &[MisfireReport]) -> String {
    let lines: Vec<_> = schedules.iter().map(missed_line).collect();
    format!("{}\n\n{}", text!("runs-missed"), lines.join("\n"))
}

fn missed_line(missed: &MisfireReport) -> String {
    let MisfireReport { name, reminder, times, last, next, now, zone } = missed;
    let (last, next) = (day_and_time(*last, *now, *zone), next.map(|next| day_and_time(next, *now, *zone)));
    let what = match reminder {
        Some(goal) => in_a_line(goal, GOAL),
        None => in_a_line(name, NAME),
    };
    match (*times, next) {
        (..=1, None) => text!("runs-missed-once", what = what, last = last),
        (..=1, Some(next)) => text!("runs-missed-once-next", what = what, last = last, next = next),
        (times, None) => text!("runs-missed-often", what = what, count = times, last = last),
        (times, Some(next)) => {
            text!("runs-missed-often-next", what = what, count = times, last = last, next = next)
        }
    }
}

/// The remark below the last of several failures.
pub fn repeated_failure_remark(failures: i64) -> String {
    text!("runs-failed-again", failures = failures)
}

/// The remark below the failure that paused a schedule.
pub fn paused(failures: i64) -> String {
    text!("runs-failed-paused", failures = failures)
}

/// The notice to a schedule's owner alone that its chat is gone; `goes_on`: the schedule would be due again.
pub fn undelivered(name: &str, goes_on: bool, output: &str) -> String {
    let name = in_a_line(name, NAME);
    let intro = match goes_on {
        true => text!("runs-undelivered-paused", name = name),
        false => text!("runs-undelivered", name = name),
    };
    format!("{intro}\n\n{}", clip(output, LOST))
}

/// The notice to the owner that a chat refused scheduled results.
pub fn place_refused(place: &str, reason: &str) -> String {
    text!("runs-place-refused", place = place, reason = reason)
}

/// The notice to the owner that a chat refused files.
pub fn files_refused(place: &str, reason: &str) -> String {
    text!("runs-files-refused", place = place, reason = reason)
}

/// The notice to a person who is back in a chat that was unreachable: the schedules that continue, and those whose only
/// due time has passed.
pub fn back_again(resumed: &[&Schedule], over: &[&Schedule], zone: Zone) -> String {
    let with_time = |schedule: &&Schedule| {
        let name = in_a_line(&schedule.name, NAME);
        match schedule.next_run_at.map(|at| day_and_time(at, schedule.updated_at, zone)) {
            Some(time) => text!("runs-back-line-at", name = name, time = time),
            None => text!("runs-back-line", name = name),
        }
    };
    let list = |intro: &str, lines: Vec<String>| format!("{intro}\n\n{}", lines.join("\n"));
    let mut parts = Vec::new();
    if !resumed.is_empty() {
        parts.push(list(text!("runs-back-resumed"), resumed.iter().map(with_time).collect()));
    }
    if !over.is_empty() {
        parts.push(list(text!("runs-back-over"), over.iter().map(with_time).collect()));
    }
    parts.join("\n\n")
}

/// The notice that a schedule cannot run, and is paused because of that.
pub fn cannot_run(name: &str) -> String {
    text!("runs-cannot-run", name = in_a_line(name, NAME))
}

/// The reason why a run cannot begin.
pub fn no_channel(channel: &str) -> String {
    text!("runs-no-channel", channel = channel)
}

/// The reason why a run cannot begin.
pub fn no_model() -> &'static str {
    text!("runs-no-model")
}

// On record, in English; `reasons` translates them for the reader -----------------------------------------------

/// The reason why a schedule is paused.
pub fn failed_too_often() -> &'static str {
    for_model(|| text!("runs-failed-too-often"))
}

/// The reason why a schedule is paused.
pub fn unreadable() -> &'static str {
    for_model(|| text!("runs-unreadable"))
}

/// The reason why a schedule is paused.
pub fn unreachable() -> &'static str {
    for_model(|| text!("runs-unreachable"))
}

/// The reason why a run ended without a result.
pub fn stopped() -> &'static str {
    for_model(|| text!("runs-stopped"))
}

/// The reason why a run ended without a result.
pub fn not_decided() -> &'static str {
    for_model(|| text!("runs-not-decided"))
}

/// The reason why a run never began.
pub fn overlapped() -> &'static str {
    for_model(|| text!("runs-overlapped"))
}

/// The reason why a run never began.
pub fn undecided() -> &'static str {
    for_model(|| text!("runs-undecided"))
}

/// The reason why a run never began.
pub fn deleted() -> &'static str {
    for_model(|| text!("runs-schedule-deleted"))
}

// For the model ------------------------------------------------------------------------------------------------

/// The outputs of the last runs of a schedule, the oldest first.
pub fn previous(runs: &[Run]) -> String {
    let told = |run: &Run| {
        let at = run.due_at.to_utc().to_rfc3339_opts(SecondsFormat::Secs, true);
        format!("Due at {at}:\n{}", output(run))
    };
    let told: Vec<_> = runs.iter().map(told).collect();
    format!("What the runs before this one said, the latest last:\n\n{}", told.join("\n\n"))
}

/// The line before a schedule's delivery to the conversation.
pub fn delivered_note(name: &str) -> String {
    format!("The schedule “{name}” delivered the following to this chat.")
}

/// The note on a message that replies to a run's delivery: the run, and its output. `schedule`: if it still exists.
pub fn replied_note(run: &Run, schedule: Option<&Schedule>, zone: Zone) -> String {
    let of = match schedule {
        Some(schedule) => format!("the schedule “{}” ({})", schedule.name, schedule.schedule_id),
        None => "a schedule that is deleted by now".to_owned(),
    };
    let due = run.due_at.to_utc().with_timezone(&zone).format("%a %-d %b %Y, %H:%M");
    let said = match run.output.as_str() {
        "" => "What it said is forgotten.".to_owned(),
        _ => format!("It said:\n\n{}", output(run)),
    };
    format!("That message is from the run {} of {of}, due on {due} ({zone}). {said}", run.run_id)
}

/// Returns the part of a run's output that the conversation keeps.
pub fn kept(run: &RunId, said: &str) -> String {
    cut(run, said, KEPT)
}

fn output(run: &Run) -> String {
    cut(&run.run_id, &run.output, OUTPUT)
}

/// Returns a run's output; of a longer one the first `chars` characters, and how to read the rest.
fn cut(run: &RunId, said: &str, chars: usize) -> String {
    let shown = beginning(said, chars);
    if shown.len() == said.len() {
        return said.to_owned();
    }
    let offset = shown.chars().count();
    format!(
        "{shown}…\n(There is more: schedule_run_output with run_id '{run}' and offset {offset} reads on.)"
    )
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_777_622_400_000);

    fn notices() -> String {
        let report = |times| MisfireReport {
            name: "Tide".to_owned(),
            reminder: None,
            times,
            last: NOW,
            next: (times > 1).then_some(NOW),
            now: NOW,
            zone: Zone::UTC,
        };
        [
            missed(&[report(1), report(3)]),
            late(Some(NOW), 0, NOW, Zone::UTC),
            late(Some(NOW), 1, NOW, Zone::UTC),
            late(None, 2, NOW, Zone::UTC),
            repeated_failure_remark(3),
            paused(5),
            undelivered("Tide", true, "High at 12:00."),
        ]
        .join("\n\n")
    }

    #[test]
    fn notices_are_in_the_reader_s_language() {
        insta::assert_snapshot!(notices(), @"
        While I was away, this was due and did not run:

        - “Tide”: Fri 1 May, 08:00
        - “Tide”: 3 times, the last on Fri 1 May, 08:00; next on Fri 1 May, 08:00

        *This was due on Fri 1 May, 08:00, while I was away.*

        *This was due on Fri 1 May, 08:00, and 1 time before, while I was away.*

        *This was also due 2 times before, while I was away.*

        *That was the third failure in a row. After two more I will pause this schedule.*

        *That was the fifth failure in a row, so I have paused this schedule. Tell me to resume it once the cause is gone.*

        I can no longer write to the chat where you made “Tide”. I have paused it; /schedules shows it. This is what it had to say there:

        High at 12:00.
        ");
        insta::assert_snapshot!(Language::German.scope_sync(notices), @"
        Während ich weg war, war das fällig und ist nicht gelaufen:

        - „Tide“: Fr., 1. Mai, 08:00
        - „Tide“: 3 Mal, zuletzt Fr., 1. Mai, 08:00; das nächste Mal Fr., 1. Mai, 08:00

        *Das war am Fr., 1. Mai, 08:00 fällig, als ich weg war.*

        *Das war am Fr., 1. Mai, 08:00 fällig und 1 Mal davor, als ich weg war.*

        *Das war auch 2 Mal davor fällig, als ich weg war.*

        *Das war der 3. Fehlschlag in Folge. Nach zwei weiteren halte ich diesen Zeitplan an.*

        *Das war der 5. Fehlschlag in Folge, darum habe ich diesen Zeitplan angehalten. Sag mir, dass ich ihn fortsetzen soll, sobald die Ursache behoben ist.*

        Ich kann in den Chat, in dem du „Tide“ gemacht hast, nicht mehr schreiben. Ich habe den Zeitplan angehalten; /schedules zeigt ihn. Das hätte dort stehen sollen:

        High at 12:00.
        ");
    }
}
