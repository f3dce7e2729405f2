//! The texts about reminders and other schedules.

use adjutant_domain::text::escaped;

use super::{
    super::{
        super::Suggestion,
        agenda::Due,
        parse::Action,
        reply::{Moment, Schedule},
        times::{next_run, next_runs, once_at, without_zone},
        when::Misfit,
    },
    choices_of, code, list, offered, quoted, why,
};

/// The reply to a new version of a message that changed the schedule of the earlier one.
pub(in super::super) fn rescheduled(schedule: &Schedule, reminder: bool, moment: Moment) -> String {
    let said = scheduled(schedule, reminder, moment);
    if schedule.overdue { said } else { format!("Changed. {said}") }
}

/// The reply to a new schedule. A `reminder` sends its goal when it is due; other schedules carry it out.
pub(in super::super) fn scheduled(schedule: &Schedule, reminder: bool, moment: Moment) -> String {
    if schedule.overdue {
        return overdue();
    }
    let verb = if reminder { "remind you" } else { "do this" };
    let goal = quoted(&schedule.goal);
    let urgent = if schedule.urgent { ", even in quiet hours" } else { "" };
    match (once_at(schedule, moment), schedule.description.is_empty()) {
        (Some(when), _) => format!("I'll {verb} {when}{urgent}: {goal}"),
        (None, true) => format!("I'll {verb}{urgent}: {goal}{}", next_runs(schedule, moment)),
        (None, false) => {
            let words = escaped(&schedule.description);
            format!("I'll {verb} {words}{urgent}: {goal}{}", next_runs(schedule, moment))
        }
    }
}

/// The reply to a schedule whose time had passed when it was approved; the question with buttons is above it.
fn overdue() -> String {
    "Its time has passed, so I have set nothing yet: please choose above.".to_owned()
}

pub(in super::super) fn schedule_changed(schedule: &Schedule, moment: Moment) -> String {
    if schedule.overdue {
        return overdue();
    }
    let name = title(schedule);
    match schedule.status.as_str() {
        "paused" => format!("Paused: {name}. To go on, say `resume {}`", code(&schedule.name)),
        "active" => format!("Active: {name}{}", next_runs(schedule, moment)),
        _ => format!("Changed: {name}{}", next_runs(schedule, moment)),
    }
}

pub(in super::super) fn schedules(schedules: &[Schedule], remaining: u64, moment: Moment) -> String {
    if schedules.is_empty() {
        return "You have no reminders. To make one, say for example: `remind me in 20 minutes to stretch`"
            .to_owned();
    }
    let lines = schedules.iter().enumerate().map(|(index, schedule)| {
        let when = when(schedule, moment);
        let paused = if schedule.status == "paused" { " (paused)" } else { "" };
        format!("{}. {}{paused}: {when}", index + 1, title(schedule))
    });
    let more = if remaining > 0 {
        format!(" There are {remaining} more: `/schedules` shows them all.")
    } else {
        String::new()
    };
    let lines = lines.collect::<Vec<_>>().join("\n");
    format!("Your reminders:\n{lines}\n\nTimes are in {}.{more}", moment.zone)
}

/// The due time of a schedule in a list. The list names the person's zone, so a time names only a different one.
fn when(schedule: &Schedule, moment: Moment) -> String {
    match once_at(schedule, moment) {
        Some(when) => without_zone(&when, moment),
        None => {
            let words = escaped(&without_zone(&schedule.description, moment));
            format!("{words}{}", without_zone(&next_run(schedule, moment), moment))
        }
    }
}

pub(in super::super) fn schedule_to_delete(schedule: &Schedule) -> String {
    let cadence = match schedule.description.as_str() {
        "" => String::new(),
        words => format!(" ({})", escaped(words)),
    };
    format!("This is the one: {}{cadence}", title(schedule))
}

pub(in super::super) fn schedule_deleted() -> String {
    "Cancelled: it will not run again.".to_owned()
}

pub(in super::super) fn no_such_schedule(action: &Action) -> String {
    let found_none = "I found no such reminder. `list reminders` shows all of them";
    match action {
        Action::Delete => format!("{found_none}; `cross out milk` takes milk off the scratchpad."),
        Action::Pause | Action::Resume | Action::Move(_) => format!("{found_none}."),
    }
}

pub(in super::super) fn which_schedule(schedules: &[&Schedule], moment: Moment) -> String {
    let lines = schedules.iter().map(|it| format!("{}: {}", title(it), when(it, moment)));
    format!(
        "Which one do you mean? Press it, or use its number in `list reminders`. Times are in {}:\n{}",
        moment.zone,
        list(lines)
    )
}

/// The reply to a command that would change more schedules than one command may.
pub(in super::super) fn too_many_at_once(count: usize) -> String {
    format!("That would change {count} reminders at once. `/schedules` shows them all, with buttons.")
}

pub(in super::super) fn title(schedule: &Schedule) -> String {
    quoted(super::super::reply::title(schedule))
}

/// The reply to a schedule whose time was changed, and which is resumed if it was paused and is due once.
pub(in super::super) fn moved(schedule: &Schedule, is_resumed: bool, moment: Moment) -> String {
    if schedule.status == "paused" && !schedule.overdue {
        let name = title(schedule);
        return format!(
            "Changed, but it is still paused: {name}. To go on, say `resume {}`",
            code(&schedule.name)
        );
    }
    if is_resumed {
        return format!("Changed and resumed. {}", scheduled(schedule, schedule.reminder, moment));
    }
    rescheduled(schedule, schedule.reminder, moment)
}

/// The reply to the wish to resume a schedule whose time passed while it was paused.
pub(in super::super) fn has_passed(schedule: &Schedule) -> String {
    let (title, name) = (title(schedule), code(&schedule.name));
    format!(
        "{NOT_MOVED} the time of {title} has passed. Say a new one, for example: `move {name} to friday at 9:00`"
    )
}

/// The question for the new time of a schedule.
pub(in super::super) fn move_where(schedule: &Schedule, moment: Moment) -> String {
    let (name, when) = (title(schedule), when(schedule, moment));
    format!("{TO_WHEN} shall I move it? Now it is {when}: {name}. Say for example: `friday at 9:00`")
}

/// The reply to a new time that cannot be set.
pub(in super::super) fn not_moved(schedule: &Schedule, misfit: Misfit, offers: &[Suggestion]) -> String {
    let choices = choices_of(offers, "Say another time, for example: `make it tomorrow at 9:30`");
    format!("{NOT_MOVED} {} It is about: {}\n\n{choices}", why(misfit), title(schedule))
}

/// The reply to a shift whose direction is open.
pub(in super::super) fn which_way(schedule: &Schedule, offers: &[Suggestion]) -> String {
    let choices = choices_of(offers, "Say `later` or `earlier`.");
    format!("{NOT_MOVED} earlier or later? It is about: {}\n\n{choices}", title(schedule))
}

/// The question whether the name of today's weekday means today.
pub(in super::super) fn today_or_later(schedule: &Schedule, offers: &[Suggestion]) -> String {
    let choices = choices_of(offers, "");
    format!("{NOT_MOVED} today, or a week later? It is about: {}\n\n{choices}", title(schedule))
}

/// The reply to a change of a single time of a schedule that repeats.
pub(in super::super) fn repeats(schedule: &Schedule, offers: &[Suggestion], moment: Moment) -> String {
    let cadence = escaped(&without_zone(&schedule.description, moment));
    let choices = choices_of(offers, "Say how it shall repeat, for example: `make it every friday at 9:00`");
    format!(
        "{NOT_MOVED} {} repeats ({cadence}), and I can change only all of its times.\n\n{choices}",
        title(schedule)
    )
}

/// Returns whether a text of the assistant asks for another time of a schedule.
pub(in super::super) fn asks_where_to(text: &str) -> bool {
    text.starts_with(NOT_MOVED) || text.starts_with(TO_WHEN)
}

/// The reply with what is due in a period.
pub(in super::super) fn agenda(period: &str, due: &[Due], moment: Moment) -> String {
    if due.is_empty() {
        return format!(
            "You have no reminders for {period}. I keep no calendar; `list reminders` shows all of them."
        );
    }
    let lines = due
        .iter()
        .map(|due| format!("{}: {}", quoted(&due.title), escaped(&without_zone(&due.when, moment))));
    format!("Your reminders for {period}:\n{}\n\nTimes are in {}.", list(lines), moment.zone)
}

/// The reply with the reminder that is due next.
pub(in super::super) fn next_reminder(schedule: Option<&Schedule>, moment: Moment) -> String {
    match schedule {
        Some(next) => format!("This is your next reminder:\n- {}: {}", title(next), when(next, moment)),
        None => "You have no reminders. To make one, say for example: `remind me in 20 minutes to stretch`"
            .to_owned(),
    }
}

/// The reply with the reminders that answer "when is …?".
pub(in super::super) fn when_it_is(schedules: &[&Schedule], moment: Moment) -> String {
    let lines = schedules.iter().map(|it| format!("{}: {}", title(it), when(it, moment)));
    let there_is = if schedules.len() == 1 { "There is a reminder" } else { "There are reminders" };
    format!("{there_is}. Times are in {}:\n{}", moment.zone, list(lines))
}

/// The reply to a question for a reminder that is not there.
pub(in super::super) fn no_reminder_about(query: &str) -> String {
    format!("You have no reminder about {}. `list reminders` shows all of them.", quoted(query))
}

/// The reply to "snooze" if nothing was delivered lately.
pub(in super::super) fn nothing_to_repeat() -> String {
    "No reminder has come in the last day, so I don't know what to repeat. Say for example: \
     `remind me in 10 minutes to stretch`"
        .to_owned()
}

/// The question when a reminder shall come again, or which one.
pub(in super::super) fn again_when(offers: &[Suggestion]) -> String {
    format!("{} again? Press it, or say another time:\n{}", super::WHEN, offered(offers))
}

const TO_WHEN: &str = "To when";
const NOT_MOVED: &str = "I have changed nothing:";
