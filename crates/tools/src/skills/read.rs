//! `skill_read`: a file of a skill, its SKILL.md or one beside it.

use adjutant_domain::origin::Sources;
use adjutant_macros::tool;
use schemars::JsonSchema;
use serde::Serialize;

use super::{MAIN, Whose, sources};
use crate::kit::{Context, Outcome, ToolError};

/// The largest file, in bytes. The model gets a part of it at once; `tool_output` reads the rest.
const LARGEST: usize = 256 << 10;

#[derive(Serialize, JsonSchema)]
pub(super) struct SkillFile {
    skill: String,
    document: String,
    content: String,
}

/// Read a text file of a skill.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("skill", "read"))]
pub(super) async fn skill_read(
    context: &Context,
    /// The skill.
    #[schemars(length(min = 1, max = 64))]
    skill: &str,
    /// A file, relative to the skill's folder. SKILL.md if not set.
    #[schemars(length(min = 1, max = 1000))]
    document: Option<String>,
) -> Result<Outcome<SkillFile>, ToolError> {
    let file = document.as_deref().unwrap_or(MAIN);
    if file.split('/').any(|part| part == "..") {
        return Err(ToolError::invalid(format!("'{file}' leads out of the skill's folder")));
    }
    let read = match sources::whose(context, skill).await? {
        Some(Whose::Operator) => {
            sources::of_operator(context, skill, file, LARGEST).await?.map(|text| (text, Sources::OWN))
        }
        Some(Whose::Person) => sources::of_person(context, skill, file, LARGEST).await?,
        None => return Err(sources::none(context, skill)),
    };
    let (text, untrusted) =
        read.ok_or_else(|| ToolError::not_found(format!("the skill '{skill}' has no file '{file}'")))?;
    let content =
        text.map_err(|why| ToolError::rejected(format!("the file '{file}' cannot be read: {why}")))?;
    let output = SkillFile { skill: skill.to_owned(), document: file.to_owned(), content };
    Ok(Outcome { untrusted, ..Outcome::new(format!("{file} of the skill '{skill}'."), output) })
}
