//! The texts of answers that need no tool. They are Markdown.

use adjutant_domain::{words::language, zones::Zone};
use chrono::NaiveTime;

use super::{reply::Moment, talk::Talk, texts::NOTHING_UNDERSTOOD, when::When, words::take_any};

/// Answers a message that needs no tool.
pub(super) fn answer(talk: Talk, moment: Moment) -> String {
    match talk {
        Talk::Greeting => greeting(),
        Talk::HowAreYou => {
            "I'm well, thank you! If I can do something for you: `help` shows what.".to_owned()
        }
        Talk::Thanks => "You're welcome!".to_owned(),
        Talk::Farewell => "Goodbye! Your reminders will come all the same.".to_owned(),
        Talk::Agreement | Talk::TakeBack => "All right!".to_owned(),
        Talk::YesOrNo => {
            "All right! If that was an answer to a question of mine, please press one of its buttons."
                .to_owned()
        }
        Talk::Help => help(),
        Talk::Identity => identity(),
        Talk::Languages => languages(),
        Talk::Privacy => privacy(),
        Talk::Sadness => {
            "I'm sorry to hear that. I'm only a program, but perhaps somebody near you has time to talk."
                .to_owned()
        }
        Talk::Clock => clock(moment),
        Talk::ChangeTimeZone => change_time_zone(moment),
        Talk::CanRemember => can_remember(),
        Talk::RememberWhat => remember_what(),
        Talk::RemindWhat => remind_what(),
        Talk::CanRemind => can_remind(),
        Talk::Notes => all_notes(),
        Talk::DeleteNotes => delete_notes(),
        Talk::DeleteAccount => delete_account(),
        Talk::CancelReminders => cancel_reminders(),
        Talk::DeleteWhich => delete_which(),
        Talk::MoveWhich => move_which(),
        Talk::Undo => {
            "I can't take that back: I can only delete the reminder or the note that I have just made."
                .to_owned()
        }
        Talk::WhichList => {
            "Which one? `list reminders` or `show scratchpad`; `/memory` shows your notes.".to_owned()
        }
        Talk::Why => {
            "Because I'm a simple program, and understand only a little. `help` shows what.".to_owned()
        }
        Talk::EditText => edit_text(),
        Talk::SkipOnce => skip_once(),
        Talk::ToOthers => to_others(),
        Talk::AlarmWhen => "When? Say for example: `wake me up at 7`, or `timer 10 minutes`.".to_owned(),
        Talk::NewConversation => {
            "`/new` begins a new conversation. Your reminders and notes stay.".to_owned()
        }
        Talk::Unknown => "I can't tell: I know only what you tell me. `help` shows what I can do.".to_owned(),
        Talk::Presence => "Yes, I'm here. `help` shows what I can do.".to_owned(),
        Talk::Praise => "Thank you!".to_owned(),
        Talk::Complaint => complaint(),
        Talk::Done => "Well done!".to_owned(),
        Talk::Wishes => "Thank you, the same to you!".to_owned(),
        Talk::Stop => stop(),
    }
}

fn greeting() -> String {
    format!(
        "Hello! I'm the built-in assistant: no language model, but I do follow simple commands, in English only.\n\n{EXAMPLES}"
    )
}

fn help() -> String {
    format!(
        "I'm the built-in assistant. I'm not a language model: I follow simple commands, in English only.\n\n{EXAMPLES}\n\n\
         {CONNECT_A_MODEL}"
    )
}

fn identity() -> String {
    format!(
        "I'm the built-in assistant of Adjutant: a program that follows simple commands, no AI and no language model. `help` \
         shows what I can do.\n\n{CONNECT_A_MODEL}"
    )
}

fn languages() -> String {
    "I understand English only. `/language` changes the language of menus, lists and notices.".to_owned()
}

/// Claims no more than is true beside a model, an embedder and any channel.
fn privacy() -> String {
    "Each person has their own notes and reminders here, and I show them to nobody else. Whoever runs me could read them, and \
     our messages too, as the operator of this app may; in a group, everybody there reads what we write. `/memory` shows what I \
     remember, `/export` gives you everything that I know about you, and `/forget_me` deletes it."
        .to_owned()
}

fn clock(moment: Moment) -> String {
    let now = moment.now.with_timezone(&moment.zone);
    format!(
        "It is {} ({}). `/timezone` changes your time zone.",
        now.format("%H:%M on %A %-d %B %Y"),
        moment.zone
    )
}

fn change_time_zone(moment: Moment) -> String {
    format!("Your time zone is {}. To change it, say for example: `/timezone Europe/Paris`", moment.zone)
}

fn can_remember() -> String {
    "Yes. Say for example: `remember that the wifi code is 4711`. Later, ask: `what is the wifi code?`"
        .to_owned()
}

fn remember_what() -> String {
    "What shall I remember? Say it in one message, for example: `remember that the wifi code is 4711`"
        .to_owned()
}

fn remind_what() -> String {
    format!("What shall I remind you of, and when? {REMINDERS}")
}

fn can_remind() -> String {
    "Yes. Say when, and of what, for example: `remind me in 20 minutes to stretch`".to_owned()
}

/// The reply to a question for all notes.
fn all_notes() -> String {
    "`/memory` shows everything that you asked me to remember, with buttons to change and delete it."
        .to_owned()
}

fn delete_notes() -> String {
    "I have deleted nothing. `/memory` shows your notes, with buttons to delete them; `forget the wifi code` deletes one. \
     `/forget_me` deletes everything that I know about you."
        .to_owned()
}

fn delete_account() -> String {
    "I have deleted nothing yet. `/forget_me` deletes everything that I know about you; `/export` gives it to you before."
        .to_owned()
}

fn cancel_reminders() -> String {
    "Say `list reminders`, then for example `cancel 1`. `/schedules` shows them with buttons.".to_owned()
}

fn delete_which() -> String {
    "I don't know which one you mean. For a reminder, say `list reminders`, then for example `cancel 1`; for a note, for \
     example `forget the wifi code`. `/memory` shows all notes."
        .to_owned()
}

fn edit_text() -> String {
    "I can give a reminder another time, but not another text: cancel it and set it again, or use `/schedules`. `/memory` \
     shows your notes, with buttons to change them."
        .to_owned()
}

fn skip_once() -> String {
    "I have changed nothing: I can't leave out a single time, or end a pause by myself. Say for example `pause stretch`, and \
     later `resume stretch`."
        .to_owned()
}

fn to_others() -> String {
    format!("I can write only to you, and have sent nothing. But I can remind you of it. {REMINDERS}")
}

fn complaint() -> String {
    "I'm sorry: I'm only a simple program. `undo` takes back what I did last, and `help` shows what I understand.".to_owned()
}

fn move_which() -> String {
    "I don't know which reminder you mean. Say `list reminders`, then for example `move 1 to friday at 9:00`."
        .to_owned()
}

/// The reply to "stop", which may mean several things.
fn stop() -> String {
    "I'm doing nothing at the moment; `/stop` ends what I do. To end reminders: `pause all`, or `cancel all`."
        .to_owned()
}

/// Says on which weekday each of these days is, and how far away.
pub(super) fn days(days: &[When], moment: Moment) -> String {
    let lines: Vec<_> = days.iter().map(|when| day(when, moment)).collect();
    lines.join("\n\n")
}

fn day(when: &When, moment: Moment) -> String {
    let today = moment.now.with_timezone(&when.zone.unwrap_or(moment.zone)).date_naive();
    let asked_on = moment.asked_at().with_timezone(&when.zone.unwrap_or(moment.zone)).date_naive();
    let Some(date) = when.date(asked_on.and_time(NaiveTime::MIN)) else {
        return "That is too far away.".to_owned();
    };
    let distance = match (date - today).num_days() {
        0 => "is today".to_owned(),
        1 => "is tomorrow".to_owned(),
        -1 => "was yesterday".to_owned(),
        days @ 2.. => format!("is in {days} days"),
        days => format!("was {} days ago", days.unsigned_abs()),
    };
    format!("{} {distance}.", date.format("%A %-d %B %Y"))
}

/// Tells the time in another zone.
pub(super) fn clock_in(zone: Zone, moment: Moment) -> String {
    format!("It is {} there ({zone}).", moment.now.with_timezone(&zone).format("%H:%M on %A %-d %B %Y"))
}

/// The reply to a message that is not a command; its examples depend on how the message begins. The general ones are
/// shown only once in a conversation.
pub(super) fn not_understood(text: &str, has_explained: bool) -> String {
    let about = |phrases: &[&str]| take_any(text, phrases).is_some();
    let lower = text.to_lowercase();
    if DESPAIR.iter().any(|words| lower.contains(words)) {
        return DESPAIRING.to_owned();
    }
    let examples =
        if about(&["remind", "remind me", "please remind", "set", "every", "on", "at", "in", "schedule"]) {
            &format!("I need to know when, and what. {REMINDERS}")
        } else if about(&["fetch", "open", "read", "visit"]) {
            "I couldn't make out the address. This works: `fetch https://example.org/`"
        } else if about(QUESTIONS_FOR_ME) {
            "I'm only a program that follows simple commands, so probably not. `help` shows what I can do."
        } else if is_foreign(text) {
            "I understand English only. `help` shows what I can do."
        } else if has_explained {
            "`help` shows what I can do."
        } else {
            &format!(
                "{COMMANDS}, in English only, such as:\n\
                 - `remind me in 20 minutes to stretch`\n\
                 - `remember that the wifi code is 4711`\n\
                 - `list reminders`\n\n\
                 /help shows more. A language model would understand you: whoever runs me can connect one."
            )
        };
    format!("{NOTHING_UNDERSTOOD} {examples}")
}

/// Questions what the assistant does and can do.
const QUESTIONS_FOR_ME: &[&str] = &[
    "can you",
    "could you",
    "can u",
    "do you",
    "will you",
    "would you",
    "are you able to",
    "are you",
    "have you",
];

/// Returns whether a text is likely in another language. The language of a few words may be mistaken, so it is not
/// named.
fn is_foreign(text: &str) -> bool {
    let is_other_script = |c: char| c.is_alphabetic() && c > LAST_LATIN;
    text.contains(is_other_script)
        || (language(text) != "English" && text.split_whitespace().count() >= FEWEST_WORDS)
}

/// The beginning of the general examples.
pub(super) const COMMANDS: &str = "I follow simple commands";
/// The last letter of the Latin script, but for rare ones.
const LAST_LATIN: char = '\u{24f}';
/// The fewest words whose language can be told.
const FEWEST_WORDS: usize = 4;
/// Words of somebody who may be in danger.
const DESPAIR: [&str; 7] = [
    "feel like dying",
    "want to die",
    "kill myself",
    "killing myself",
    "end my life",
    "suicidal",
    "don't want to live",
];
const DESPAIRING: &str = "\
    I'm sorry that you feel like this. I'm only a program and can't help you with it, but people can: please talk to \
    somebody whom you trust, or call the emergency number or a crisis line of your country. They are there for this, at \
    any hour.";

const REMINDERS: &str = "\
These work:\n\
- `remind me in 20 minutes to stretch`\n\
- `remind me tomorrow at 9:30 to call alice`\n\
- `remind me every weekday at 8:30 to plan the day`";

const EXAMPLES: &str = "\
Try one of these:\n\
- `remember that the wifi code is 4711`, then `what is the wifi code?`, or `forget the wifi code`\n\
- `remind me in 20 minutes to stretch`, or `every weekday at 8:30: plan the day`\n\
- `list reminders`, then `move 1 to friday`, `pause 1` or `cancel 1`; `what do I have tomorrow?`\n\
- `jot buy milk`, `show scratchpad`, `cross out milk`\n\
- `fetch https://example.org/`";

const CONNECT_A_MODEL: &str = "Whoever runs me can connect a language model: with `[model]` in `config.toml`, you can write as you like.";
