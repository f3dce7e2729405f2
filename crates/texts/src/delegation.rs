//! Texts about specialists: the line that shows a specialist's progress, and the reasons for failures.

use adjutant_channel::{Content, Rich};
use adjutant_domain::{
    budget::Measure,
    tools::{ErrorCode, HELPER},
    turn::StopReason,
};

use super::{
    clip,
    fluent::{for_model, text},
    reasons,
};

/// The longest part of a goal in the line, in characters.
const GOAL: usize = 160;
/// The longest part of a reason in the line, in characters.
const WHY: usize = 300;

/// The line while a specialist works.
pub fn at_work(agent: &str, goal: &str) -> Content {
    let goal = goal.split_whitespace().collect::<Vec<_>>().join(" ");
    line(format!("⏳ {}", text!("delegation-at-work", agent = agent, goal = clip(&goal, GOAL))))
}

/// The line when a specialist has ended. `failure`: `None` if it succeeded.
pub fn ended(agent: &str, failure: Option<(ErrorCode, &str)>) -> Content {
    line(match failure {
        None => format!("✅ {}", text!("delegation-done", agent = agent)),
        Some((ErrorCode::Cancelled, _)) => format!("🚫 {}", text!("delegation-stopped", agent = agent)),
        Some((_, why)) => {
            let why = clip(&reasons::told(why), WHY);
            format!("⚠️ {}", text!("delegation-could-not-finish", agent = agent, why = why))
        }
    })
}

/// The progress of a helper with its part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Working,
    Done,
    Stopped,
    Failed,
}

/// The line with the progress of the helpers of one response, each with the title of its part.
pub fn helpers(parts: &[(String, Progress)]) -> Content {
    let shown = parts.iter().map(|(title, progress)| {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title = clip(&title, GOAL);
        match progress {
            Progress::Working => format!("⏳ {title}"),
            Progress::Done => format!("✅ {title}"),
            Progress::Stopped => format!("🚫 {title}"),
            Progress::Failed => format!("⚠️ {}", text!("delegation-not-finished", title = title)),
        }
    });
    line(shown.collect::<Vec<_>>().join("\n"))
}

/// The text above the line if the bot has said nothing else.
pub fn passed_on() -> &'static str {
    text!("delegation-passed-on")
}

/// The reason why a specialist stopped before it had an answer. This reason and those below are for the record and for
/// the model that asked, in English; the line shows them in the reader's language.
pub fn stopped_for(reason: StopReason) -> &'static str {
    for_model(|| match reason {
        StopReason::Cancelled => text!("delegation-why-stopped"),
        StopReason::UsedUp(Measure::Steps) => text!("delegation-why-steps"),
        StopReason::UsedUp(Measure::Time) => text!("delegation-why-time"),
        StopReason::UsedUp(Measure::Tokens) => text!("delegation-why-tokens"),
        StopReason::UsedUp(Measure::Cost) => text!("delegation-why-cost"),
        StopReason::Corrections => text!("delegation-why-corrections"),
    })
}

/// The failure of a specialist, for the model that asked.
pub fn could_not_finish(agent: &str, why: &str) -> String {
    for_model(|| text!("delegation-could-not-finish", agent = agent, why = why))
}

/// The results of a specialist that could not finish, for the model that asked: its partial answer, and the paths of
/// the files that it made. `None` if there is neither.
pub fn left_behind(partial: &str, made: &[String]) -> Option<String> {
    let files = (!made.is_empty()).then(|| format!("Files that it made: {}", made.join(", ")));
    let parts: Vec<_> =
        [partial, files.as_deref().unwrap_or_default()].into_iter().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The reason why a specialist cannot begin, or continue: the configuration no longer contains it.
pub fn not_configured(agent: &str) -> String {
    for_model(|| text!("delegation-why-not-configured", agent = agent))
}

/// The reason why a specialist failed: an error inside the program.
pub fn internal_error() -> &'static str {
    for_model(|| text!("delegation-why-internal-error"))
}

/// The reason why a specialist failed: its approval expired.
pub fn nobody_decided() -> &'static str {
    for_model(|| text!("delegation-why-nobody-decided"))
}

/// The reason in a prompt, with the specialist or helper that asks.
pub fn asked_by(agent: &str, why: &str) -> String {
    match agent {
        HELPER => text!("delegation-asked-by-helper", why = why),
        _ => text!("delegation-asked-by-specialist", agent = agent, why = why),
    }
}

fn line(text: String) -> Content {
    Content::text(Rich::plain(text))
}
