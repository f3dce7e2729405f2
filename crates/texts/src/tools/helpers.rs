//! The tools for helpers, specialists and skills.

use crate::fluent::text;

/// `tools`: the tools that the helper may use.
pub fn helper(title: &str, tools: &[String]) -> String {
    match tools {
        [] => text!("tools-helper-without-tools", title = title),
        tools => text!("tools-helper", title = title, tools = tools.join(", ")),
    }
}

/// `goal`: the beginning of the goal.
pub fn specialist(agent: &str, goal: &str) -> String {
    text!("tools-specialist", agent = agent, goal = goal)
}

pub fn follow_skill(name: &str) -> String {
    text!("tools-skill-follow", name = name)
}

pub fn leave_skill(name: &str) -> String {
    text!("tools-skill-leave", name = name)
}
