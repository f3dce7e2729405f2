//! The plan of a conversation: the message that shows it, `/plan`, and the reminder for the model.

use adjutant_channel::{Content, Rich, rich::Style};
use adjutant_domain::{shown, text::escaped};
use adjutant_store::plans::{Plan, Step, StepState};

use crate::{
    elided::elided,
    fluent::{PART, text, with_part},
};

/// The room for all steps in the message, in characters: the message has to fit on every platform.
const ROOM: usize = 1_200;
/// The least room for a step in the message, in characters.
const SHORTEST: usize = 24;
/// The most room for a step in the message, in characters.
const LONGEST: usize = 240;
/// The most open steps in a reminder for the model.
const REMINDED: usize = 15;
/// The longest form of a step there, in characters.
const MAX_REMINDER: usize = 100;

/// The message that shows a plan.
pub fn shown(steps: &[Step]) -> Content {
    let longest = (ROOM / steps.len().max(1)).clamp(SHORTEST, LONGEST);
    let heading = Rich::builder().bold(text!("plan-heading")).build();
    let mut body = Rich::builder().rich(&with_part(&headed(PART, steps), &heading));
    for Step { text, state } in steps {
        let text = elided(&shown::line(text), longest);
        body = body.text(format!("\n{} ", sign(*state)));
        body = match state {
            StepState::Doing => body.bold(text),
            StepState::Dropped => body.styled(Style::Strike, text),
            StepState::Open | StepState::Done => body.text(text),
        };
    }
    Content::text(body.build())
}

fn sign(state: StepState) -> char {
    match state {
        StepState::Open => '☐',
        StepState::Doing => '▶',
        StepState::Done => '☑',
        StepState::Dropped => '✕',
    }
}

/// Returns the heading of a plan with its progress.
fn headed(heading: &str, steps: &[Step]) -> String {
    let (done, kept) = progress(steps);
    let state = if done == kept { "done" } else { "open" };
    text!("plan-progress", heading = heading, state = state, done = done, kept = kept)
}

/// Returns the number of done steps, and of all steps that were not dropped.
fn progress(steps: &[Step]) -> (usize, usize) {
    let kept = steps.iter().filter(|step| step.state != StepState::Dropped).count();
    (steps.iter().filter(|step| step.state == StepState::Done).count(), kept)
}

/// Replaces a plan that a later message shows.
pub fn moved() -> Content {
    Content::text(Rich::plain(text!("plan-moved")))
}

/// Replaces a plan that its person has cleared.
pub fn cleared() -> Content {
    Content::text(Rich::plain(text!("plan-cleared")))
}

/// The answer to `/plan`: every step in full, in as many messages as needed.
pub fn answer(steps: &[Step]) -> String {
    let line = |Step { text, state }: &Step| {
        let text = escaped(&shown::line(text));
        let text = match state {
            StepState::Doing => format!("**{text}**"),
            StepState::Dropped => format!("~~{text}~~"),
            StepState::Open | StepState::Done => text,
        };
        format!("\n{} {text}", sign(*state))
    };
    let lines: String = steps.iter().map(line).collect();
    let heading = format!("**{}**", text!("plan-heading"));
    format!("{}{lines}\n\n{}", headed(&heading, steps), text!("plan-to-clear"))
}

/// The answer to `/plan` if there is no plan.
pub fn none() -> String {
    text!("plan-none").to_owned()
}

/// The answer to `/plan clear`.
pub fn was_cleared() -> String {
    text!("plan-was-cleared").to_owned()
}

/// The answer to `/plan` with an unknown argument.
pub fn unknown() -> String {
    text!("plan-unknown").to_owned()
}

/// The model's reminder while a plan has open steps. A plan that may contain other people's text is only mentioned: if
/// the model reads it with the tool, the turn counts as containing that text.
pub fn reminder(plan: &Plan) -> Option<String> {
    if !plan.is_open() {
        return None;
    }
    let progress = match progress(&plan.steps) {
        (done, kept) if done == kept => "done".to_owned(),
        (done, kept) => format!("{done} of {kept} done"),
    };
    if !plan.untrusted.is_empty() {
        return Some(format!(
            "The plan of this conversation: {progress}. Call `plan` without steps to read it."
        ));
    }
    let mut open = plan.steps.iter().filter(|step| step.is_open());
    let line = |step: &Step| {
        let doing = if step.state == StepState::Doing { " (doing)" } else { "" };
        format!("\n- {}{doing}", shown::elided(&shown::line(&step.text), MAX_REMINDER))
    };
    let lines: String = open.by_ref().take(REMINDED).map(line).collect();
    let more = match open.count() {
        0 => String::new(),
        more => format!("\n- and {more} more"),
    };
    Some(format!(
        "The plan of this conversation ({progress}), to be kept up to date with `plan`:{lines}{more}"
    ))
}

#[cfg(test)]
mod tests {
    use adjutant_domain::{ids::CallId, origin::Sources};

    use super::*;

    fn steps(of: &[(&str, StepState)]) -> Vec<Step> {
        of.iter().map(|(text, state)| Step { text: (*text).to_owned(), state: *state }).collect()
    }

    #[test]
    fn a_plan_is_shown_with_how_far_it_is() {
        let some = steps(&[
            ("Book the *flight*", StepState::Done),
            ("Pack", StepState::Doing),
            ("Sell the car", StepState::Dropped),
            ("Water\nthe plants", StepState::Open),
        ]);
        insta::assert_snapshot!(shown(&some).body.text, @"
        Plan: 1 of 3 done
        ☑ Book the *flight*
        ▶ Pack
        ✕ Sell the car
        ☐ Water the plants
        ");
        let finished = steps(&[("Pack", StepState::Done), ("Sell the car", StepState::Dropped)]);
        assert!(shown(&finished).body.text.starts_with("Plan: done\n"));
    }

    #[test]
    fn the_longest_plan_fits_in_one_message_of_every_platform() {
        let longest = vec![Step { text: "ä".repeat(240), state: StepState::Dropped }; 50];
        let characters = shown(&longest).body.text.chars().count();
        // Markdown adds four characters to strike through a step, and Discord accepts 2,000.
        assert!(characters + 50 * 4 < 2_000, "{characters}");
    }

    #[test]
    fn the_model_is_reminded_of_what_is_left_and_not_of_other_people_s_words() {
        let of = |steps, untrusted| Plan { steps, message: CallId("call-1".to_owned()), untrusted };
        let some = steps(&[("Book", StepState::Done), ("Pack", StepState::Doing), ("Go", StepState::Open)]);
        insta::assert_snapshot!(reminder(&of(some.clone(), Sources::OWN)).unwrap(), @"
        The plan of this conversation (1 of 3 done), to be kept up to date with `plan`:
        - Pack (doing)
        - Go
        ");
        insta::assert_snapshot!(reminder(&of(some, Sources::from("example.com"))).unwrap(), @"The plan of this conversation: 1 of 3 done. Call `plan` without steps to read it.");
        assert_eq!(reminder(&of(steps(&[("Book", StepState::Done)]), Sources::OWN)), None);
        let long = vec![Step { text: "x".repeat(240), state: StepState::Open }; 50];
        let reminder = reminder(&of(long, Sources::OWN)).unwrap();
        assert!(reminder.len() < 2_000 && reminder.ends_with("\n- and 35 more"), "{reminder}");
    }
}
