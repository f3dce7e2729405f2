//! Texts of questions that the model asks the person of a turn.

use adjutant_channel::{ButtonStyle, ChatKind, Content, Rich, rich::Unit};
use adjutant_domain::{
    buttons::{ApprovalPress, Button, CallChoice},
    question::Form,
    shown::line,
    tools::ErrorCode,
};
use adjutant_store::approvals::{Approval, State};

use super::{MESSAGE, NAME, Share, choices::LABEL, fits, is_pending, refusal, untrusted};
use crate::{button, elided::elided, fluent::text};

/// The most buttons in a row of words: a phone shows no more side by side.
const WORDS_IN_ROW: usize = 3;
/// The most characters of their labels together.
const ROW: usize = 30;
/// The most such rows: Discord shows no more.
const ROWS: usize = 5;
/// The most buttons in a row of numbers.
const NUMBERS_IN_ROW: usize = 5;
/// The longest shown part of a typed answer, in characters.
const TYPED: usize = 200;

/// The question with its options, and after its end the outcome.
pub(super) fn prompt(approval: &Approval, form: &Form, elsewhere: &str) -> Content {
    let mut body = Rich::builder().bold(elided(&approval.summary, Share::WHOLE.summary));
    if !approval.reason.is_empty() {
        body = body.text("\n").text(elided(&approval.reason, Share::WHOLE.reason));
    }
    if !is_pending(approval) {
        let body = body.text("\n").italic(outcome(approval, form)).build();
        return Content::text(body.truncate(MESSAGE, Unit::Chars));
    }
    if !approval.preview.is_empty() {
        body = body.text("\n").pre("", elided(&approval.preview, Share::WHOLE.preview));
    }
    if !fits([approval.texts()]) {
        body = body.text("\n").italic(elsewhere);
    }
    if let Some(from) = untrusted(std::slice::from_ref(approval)) {
        body = body.text("\n").text(from);
    }
    let body = body.text("\n").italic(how(approval, form)).build().truncate(MESSAGE, Unit::Chars);
    Content { body, buttons: buttons(approval, form), ..Content::default() }
}

/// Lists the options, one a line, if the buttons show only numbers; empty if they show the words.
pub fn options_by_number(form: &Form) -> String {
    if in_words(form).is_some() {
        return String::new();
    }
    let lines = form.options.iter().zip(1..).map(|(option, number)| format!("{number}. {option}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The line that says who answers, and in which way.
fn how(approval: &Approval, form: &Form) -> String {
    let options = match (form.options.is_empty(), form.several) {
        (true, _) => "none",
        (false, false) => "one",
        (false, true) => "several",
    };
    match approval.chat_kind {
        ChatKind::Direct => text!("question-how-direct", options = options),
        ChatKind::Group => {
            text!("question-how-group", options = options, name = elided(&approval.requester_name, NAME))
        }
    }
}

/// Returns the rows of buttons that show the options in words, by their indices; `None` if numbers fit better.
fn in_words(form: &Form) -> Option<Vec<Vec<usize>>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for (at, option) in form.options.iter().enumerate() {
        let takes = option.chars().count();
        if takes > LABEL - 2 {
            return None;
        }
        match rows.last_mut().filter(|row| row.len() < WORDS_IN_ROW && takes <= room) {
            Some(row) => row.push(at),
            None => {
                rows.push(vec![at]);
                room = ROW;
            }
        }
        room = room.saturating_sub(takes + 2);
    }
    (rows.len() + usize::from(form.several) <= ROWS).then_some(rows)
}

fn buttons(approval: &Approval, form: &Form) -> Vec<Vec<adjutant_channel::Button>> {
    let on = |label: &str, choice, style| {
        button(label, Button::Approval(ApprovalPress::Call(&approval.approval_id, choice)), style)
    };
    let option = |at: usize, label: String| {
        let label = format!("{}{label}", mark(approval, form, at));
        on(&label, CallChoice::Option(at), ButtonStyle::Plain)
    };
    let all: Vec<_> = form.options.iter().enumerate().collect();
    let mut buttons: Vec<Vec<_>> = match in_words(form) {
        Some(rows) => {
            let words = |at: &usize| form.options.get(*at).map(|words| option(*at, words.clone()));
            rows.iter().map(|row| row.iter().filter_map(words).collect()).collect()
        }
        None => {
            let number = |(at, _): &(usize, &String)| option(*at, (at + 1).to_string());
            all.chunks(NUMBERS_IN_ROW).map(|row| row.iter().map(number).collect()).collect()
        }
    };
    if form.several {
        buttons.push(vec![on(text!("question-done"), CallChoice::Done, ButtonStyle::Primary)]);
    }
    buttons
}

/// The mark before an option, if several can be chosen.
fn mark(approval: &Approval, form: &Form, at: usize) -> &'static str {
    match (form.several, approval.answer.chosen.contains(&at)) {
        (false, _) => "",
        (true, true) => "☑ ",
        (true, false) => "☐ ",
    }
}

/// The outcome of an ended question.
pub(super) fn outcome(approval: &Approval, form: &Form) -> String {
    match approval.state {
        State::Approved => format!("✅ {}", answer(approval, form)),
        State::Expired => format!("⌛ {}", text!("question-expired")),
        _ => format!("🚫 {}", text!("question-withdrawn")),
    }
}

/// The answer in words: the chosen options, or the person's text.
fn answer(approval: &Approval, form: &Form) -> String {
    let chosen = form.words(&approval.answer).collect::<Vec<_>>().join(", ");
    match &approval.answer.text {
        Some(text) if chosen.is_empty() => {
            text!("question-typed-answer", answer = elided(&line(text), TYPED))
        }
        _ => chosen,
    }
}

/// The answer to a press: the recorded outcome, or the options marked so far.
pub(super) fn pressed(approval: &Approval, form: &Form) -> String {
    match approval.state {
        State::Pending if approval.answer.chosen.is_empty() => text!("question-pressed-nothing").to_owned(),
        State::Pending => text!("question-pressed-marked", answer = answer(approval, form)),
        State::Approved => text!("question-pressed-answered", answer = answer(approval, form)),
        State::Denied | State::Cancelled => text!("question-pressed-withdrawn").to_owned(),
        State::Expired => text!("question-pressed-expired").to_owned(),
    }
}

/// The answer to “Done” if no option is marked.
pub fn nothing_marked() -> &'static str {
    text!("question-nothing-marked")
}

/// Tells somebody else that the question is not for them.
pub(super) fn not_yours() -> &'static str {
    text!("question-not-yours")
}

/// The line below a question in the list of pending approvals.
pub(super) fn listed() -> &'static str {
    text!("question-listed")
}

/// The result of a question that nobody answered in time.
pub fn unanswered_for_model() -> (ErrorCode, String) {
    let why = "nobody answered in time; go on without the answer, and say what you assume instead";
    (ErrorCode::Expired, refusal(ErrorCode::Expired, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form<const N: usize>(options: [&str; N], several: bool) -> Form {
        Form { options: options.map(str::to_owned).to_vec(), several }
    }

    #[test]
    fn short_options_share_rows_and_others_have_numbers() {
        let rows = |form: &Form| in_words(form);
        assert_eq!(rows(&form(["Yes", "No"], false)), Some(vec![vec![0, 1]]));
        assert_eq!(rows(&form(["a", "b", "c", "d"], true)), Some(vec![vec![0, 1, 2], vec![3]]));
        let long = "The early train in the morning";
        assert_eq!(rows(&form([long, "Late", "Never"], false)), Some(vec![vec![0], vec![1, 2]]));
        // No platform gets more rows than it can show, and no label is cut.
        assert_eq!(rows(&form([long; 5], false)).map(|rows| rows.len()), Some(5));
        assert_eq!(rows(&form([long; 5], true)), None);
        assert_eq!(rows(&form([long; 10], false)), None);
        assert_eq!(rows(&form(["The early train, with a change in the city", "Late"], false)), None);
        assert_eq!(options_by_number(&form([long; 2], false)), "");
        assert_eq!(options_by_number(&form([long; 6], false)).lines().count(), 6);
    }
}
