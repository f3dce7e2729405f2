//! Texts about specialists: the line that shows how one is doing, and the reasons why one could not finish.

use adjutant_channel::{Content, Rich};
use adjutant_domain::{
    budget::Measure,
    tools::{ErrorCode, HELPER},
    turn::StopReason,
};

use super::clip;

/// The most of a goal that the line shows, in characters.
const GOAL: usize = 160;
/// The most of a reason that the line shows, in characters.
const WHY: usize = 300;

/// The line while a specialist works.
pub fn at_work(agent: &str, goal: &str) -> Content {
    let goal = goal.split_whitespace().collect::<Vec<_>>().join(" ");
    line(format!("⏳ {agent} is working on it: {}", clip(&goal, GOAL)))
}

/// The line when a specialist has ended. `failure`: `None` if it succeeded.
pub fn ended(agent: &str, failure: Option<(ErrorCode, &str)>) -> Content {
    line(match failure {
        None => format!("✅ {agent} is done"),
        Some((ErrorCode::Cancelled, _)) => format!("🚫 {agent} was stopped"),
        Some((_, why)) => format!("⚠️ {}", could_not_finish(agent, &clip(why, WHY))),
    })
}

/// How a helper is doing with its part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Working,
    Done,
    Stopped,
    Failed,
}

/// The line that shows how the helpers of one response are doing, each with the title of its part.
pub fn helpers(parts: &[(String, Progress)]) -> Content {
    let shown = parts.iter().map(|(title, progress)| {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title = clip(&title, GOAL);
        match progress {
            Progress::Working => format!("⏳ {title}"),
            Progress::Done => format!("✅ {title}"),
            Progress::Stopped => format!("🚫 {title}"),
            Progress::Failed => format!("⚠️ {title}: not finished"),
        }
    });
    line(shown.collect::<Vec<_>>().join("\n"))
}

/// The text above the line if the bot has said nothing else.
pub fn passed_on() -> &'static str {
    "I have passed this on:"
}

/// The reason why a specialist stopped before it had an answer.
pub fn stopped_for(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Cancelled => "the person stopped it",
        StopReason::UsedUp(Measure::Steps) => "it took more steps than it may use",
        StopReason::UsedUp(Measure::Time) => "it took longer than it may",
        StopReason::UsedUp(Measure::Tokens) => "it used more tokens than it may",
        StopReason::UsedUp(Measure::Cost) => "it cost more than it may",
        StopReason::Corrections => "it called its tools wrongly again and again",
    }
}

/// The failure of a specialist, for the line and for the model that asked.
pub fn could_not_finish(agent: &str, why: &str) -> String {
    format!("{agent} could not finish: {why}")
}

/// What a specialist has left behind that could not finish, for the model that asked: its partial answer, and the paths of
/// the files that it made. `None` if there is neither.
pub fn left_behind(partial: &str, made: &[String]) -> Option<String> {
    let files = (!made.is_empty()).then(|| format!("Files that it made: {}", made.join(", ")));
    let parts: Vec<_> =
        [partial, files.as_deref().unwrap_or_default()].into_iter().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The reason why a specialist cannot begin, or go on: the configuration no longer has it.
pub fn not_configured(agent: &str) -> String {
    format!("there is no specialist “{agent}” in the configuration any more")
}

/// The reason why a specialist failed: an error inside the program.
pub fn internal_error() -> &'static str {
    "something went wrong inside the program"
}

/// The reason why a specialist failed: its approval expired.
pub fn nobody_decided() -> &'static str {
    "nobody decided in time about what it asked"
}

/// The reason in a prompt, with the specialist or the helper that asks.
pub fn asked_by(agent: &str, why: &str) -> String {
    match agent {
        HELPER => format!("For {HELPER}. {why}"),
        _ => format!("For the specialist “{agent}”. {why}"),
    }
}

fn line(text: String) -> Content {
    Content::text(Rich::plain(text))
}
