//! `skill_list`: lists the skills, the active ones among them, and the reasons why others cannot be used.

use adjutant_channel::ChatKind;
use adjutant_macros::tool;
use adjutant_store::toolset_state::SKILLS;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Active, MAIN, OWN, Whose,
    sources::{self, Shelf},
};
use crate::kit::{Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(super) struct Skills {
    skills: Vec<Listed>,
    total: usize,
    /// Those that cannot be activated.
    unusable: Vec<Unusable>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    name: String,
    whose: Whose,
    description: String,
    active: bool,
}

#[derive(Serialize, JsonSchema)]
struct Unusable {
    skill: String,
    whose: Whose,
    reason: String,
}

/// List the skills with their purposes, and say which are active.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("skill", "list"))]
pub(super) async fn skill_list(context: &Context) -> Result<Outcome<Skills>, ToolError> {
    let active: Vec<Active> = context.state(SKILLS).await?.unwrap_or_default();
    let Shelf { skills, problems, of_others } = sources::all(context).await?;
    let is_active = |name: &str, whose| active.iter().any(|it| it.name == name && it.whose == whose);
    let skills: Vec<_> = skills
        .into_iter()
        .map(|skill| Listed {
            active: is_active(&skill.name, skill.whose),
            name: skill.name,
            whose: skill.whose,
            description: skill.description,
        })
        .collect();
    let unusable =
        problems.into_iter().map(|it| Unusable { skill: it.skill, whose: it.whose, reason: it.reason });
    let mut message = match skills.len() {
        0 => "There are no skills.".to_owned(),
        1 => "There is 1 skill.".to_owned(),
        total => format!("There are {total} skills."),
    };
    message.push_str(&match (of_others, context.session.chat_kind) {
        (_, ChatKind::Group) => " In a group only the operator's are at hand.".to_owned(),
        (0, _) if skills.is_empty() => format!(
            " A person's own is a file {OWN}/NAME/{MAIN}: a line ---, then name: NAME and description: when it is of \
             use, another line ---, then the instructions."
        ),
        (0, _) => String::new(),
        (others, _) => format!(
            " Of the files below {OWN}, {others} may hold other people's words and cannot be activated; file_list \
             shows them."
        ),
    });
    let output = Skills { total: skills.len(), skills, unusable: unusable.collect() };
    Ok(Outcome::new(message, output))
}
