//! `skill_list`, `skill_activate`, `skill_deactivate` and `skill_read`: instructions for certain tasks, in the open
//! format of a folder with a SKILL.md. An active skill's instructions are in the system prompt, as they were read when
//! it was activated: later changes on the disk take effect at the next activation.
//!
//! The system prompt does not mark a turn as untrusted, so it holds only words of the operator and of the person: a
//! SKILL.md that may hold anybody else's is refused (see docs/internals/security.md).

use std::{fmt::Write as _, io, path::PathBuf, sync::Arc};

use adjutant_channel::ChatKind;
use adjutant_config::Config;
use adjutant_store::toolset_state::SKILLS;
use adjutant_workspace::{Blobs, Library};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::sources::Shelf;
use super::{
    files::blocking,
    kit::{DynTool, OnDemand, SessionView, Toolset, ToolsetOffer},
};

mod activate;
mod format;
mod list;
mod read;
mod sources;

/// The folder of a person's own skills.
const OWN: &str = "/shared/skills";
/// The file with a skill's instructions.
const MAIN: &str = "SKILL.md";
/// The most skills that the prompt names.
const NAMED: usize = 20;

/// Search words for tasks that are done in a set way.
const TAGS: &str = "guideline instructions playbook procedure skill";

/// The toolset for skills.
pub(super) struct Skills {
    /// Everybody's files.
    blobs: Arc<dyn Blobs>,
}

impl Skills {
    pub(super) fn new(blobs: Arc<dyn Blobs>) -> Self {
        Self { blobs }
    }
}

/// The keeper of a skill, whose words it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    Operator,
    Person,
}

/// A skill that is active in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Active {
    pub name: String,
    pub whose: Whose,
    /// Its instructions.
    text: String,
}

/// Returns the active skills in a session's state, in the order of their activation; empty if the state cannot be
/// parsed.
pub fn active(state: Option<&str>) -> Vec<Active> {
    state.and_then(|state| serde_json::from_str(state).ok()).unwrap_or_default()
}

/// Returns the operator's skills: in the configured folder, else beside the database.
fn library(config: &Config) -> Library {
    let beside = || -> PathBuf { config.database.url.beside(".skills") };
    Library::new(config.skills.folder.clone().unwrap_or_else(beside))
}

/// The skills in the operator's folder.
pub struct Checked {
    /// The names of the skills that can be activated.
    pub usable: Vec<String>,
    /// The names of the other skills, and why they cannot be activated.
    pub unusable: Vec<(String, String)>,
}

/// Reads the operator's folder; `None` if it does not exist. Blocks.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn check(config: &Config) -> io::Result<Option<Checked>> {
    let library = library(config);
    if !library.exists()? {
        return Ok(None);
    }
    let Shelf { skills, problems, .. } = sources::operators(&library)?;
    Ok(Some(Checked {
        usable: skills.into_iter().map(|skill| skill.name).collect(),
        unusable: problems.into_iter().map(|problem| (problem.skill, problem.reason)).collect(),
    }))
}

#[async_trait]
impl Toolset for Skills {
    fn name(&self) -> &'static str {
        SKILLS
    }

    fn on_demand(&self) -> Option<OnDemand> {
        Some(OnDemand::new(SUMMARY).tags(TAGS).opened_by(["skill", "skills"]))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![
            Arc::new(list::SkillList),
            Arc::new(activate::SkillActivate),
            Arc::new(activate::SkillDeactivate),
            Arc::new(read::SkillRead),
        ]
    }

    /// Names the operator's skills to the model. Of the person's own skills it says only that there are some, because
    /// other people may have named them. Without any skills, the prompt does not mention them.
    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        let active: Vec<Active> = session.state(SKILLS).unwrap_or_default();
        if !active.is_empty() {
            offer.need();
            offer.prompt(prompt(&active));
            return Ok(());
        }
        let (library, blobs) = (library(session.config), self.blobs.clone());
        let users = match session.session.chat_kind {
            ChatKind::Direct => session.has.members.clone(),
            ChatKind::Group => Vec::new(),
        };
        let look = blocking(move || {
            // An unreadable folder must not stop every turn; `skill_list` shows the error.
            let mut names = library.folders().unwrap_or_default();
            names.retain(|name| format::is_name(name));
            let mut own = false;
            for user in &users {
                own |= blobs.has(user, OWN)?;
            }
            Ok((names, own))
        });
        match look.await? {
            (names, false) if names.is_empty() => offer.unlisted(),
            (names, own) => offer.summary(summary(&names, own)),
        }
        Ok(())
    }
}

/// The toolset's line if the skills are unknown.
const SUMMARY: &str = "instructions for certain tasks";

/// Returns the toolset's line.
fn summary(names: &[String], own: bool) -> String {
    let mut named: Vec<_> = names.iter().take(NAMED).map(String::as_str).collect();
    if names.len() > NAMED {
        named.push("more");
    }
    if own {
        named.push("the person's own");
    }
    format!("{SUMMARY} ({})", named.join(", "))
}

/// Returns the text about the active skills in the system prompt.
fn prompt(active: &[Active]) -> String {
    let mut prompt = PROMPT.to_owned();
    for Active { name, whose, text } in active {
        let whose = match whose {
            Whose::Operator => "the operator's",
            Whose::Person => "written by the person: it weighs as what they say",
        };
        let _ = write!(prompt, "\n\n[Skill {name}, {whose}]\n{text}\n[End of the skill {name}]");
    }
    prompt
}

const PROMPT: &str = "\
These skills are active in this conversation. Follow one where the person's request is what it is for; skill_read reads \
its files. They permit nothing: approvals stay as they are.";
