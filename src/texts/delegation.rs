//! What is said about specialists: the line that shows how one is doing, and why one could not finish.

use adjutant_channel::{Content, Rich};
use adjutant_domain::{budget::Measure, turn::StopReason};

use super::clip;
use crate::tools::kit::ErrorCode;

/// Characters of a goal that the line shows.
const GOAL: usize = 160;
/// Characters of a reason that it shows.
const WHY: usize = 300;

/// While it works.
pub fn at_work(agent: &str, goal: &str) -> Content {
    let goal = goal.split_whitespace().collect::<Vec<_>>().join(" ");
    line(format!("⏳ {agent} is working on it: {}", clip(&goal, GOAL)))
}

/// When it has ended: `None` is well.
pub fn ended(agent: &str, failure: Option<(ErrorCode, &str)>) -> Content {
    line(match failure {
        None => format!("✅ {agent} is done"),
        Some((ErrorCode::Cancelled, _)) => format!("🚫 {agent} was stopped"),
        Some((_, why)) => format!("⚠️ {}", could_not_finish(agent, &clip(why, WHY))),
    })
}

/// Stands above the line where nothing else was said.
pub fn passed_on() -> &'static str {
    "I have passed this on:"
}

/// Why a specialist stopped before it had an answer.
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

/// For the model that asked.
pub fn could_not_finish(agent: &str, why: &str) -> String {
    format!("{agent} could not finish: {why}")
}

/// Why a specialist cannot begin, or go on.
pub fn not_configured(agent: &str) -> String {
    format!("there is no specialist “{agent}” in the configuration any more")
}

/// Why a specialist's work has no end of its own.
pub fn internal_error() -> &'static str {
    "something went wrong inside the program"
}

/// The same when nobody decided what it had asked.
pub fn nobody_decided() -> &'static str {
    "nobody decided in time about what it asked"
}

/// Who asks, in a prompt.
pub fn asked_by(agent: &str, why: &str) -> String {
    format!("For the specialist “{agent}”. {why}")
}

fn line(text: String) -> Content {
    Content::text(Rich::plain(text))
}
