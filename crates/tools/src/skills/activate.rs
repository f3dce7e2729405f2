//! `skill_activate` and `skill_deactivate`: choose the skills whose instructions are in a conversation's system prompt.

use adjutant_domain::ids::SessionId;
use adjutant_macros::tool;
use adjutant_store::{
    db::SyncedTx,
    toolset_state::{self, SKILLS},
};
use adjutant_texts::{self as texts, tools::helpers as words};
use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Active, Whose, active,
    sources::{self, Skill},
};
use crate::kit::{ApprovalNeed, CallAssessment, Context, Outcome, ToolError};

/// The most skills that are active at once.
const MOST: usize = 3;
/// The most bytes of all active skills together, which is also limited to a quarter of the model's context.
const MOST_BYTES: usize = 32 << 10;
/// The bytes of a token, for the share of the context.
const BYTES_PER_TOKEN: usize = 3;
/// The most files of a skill that its activation names.
const MOST_FILES: usize = 50;

#[derive(Serialize, JsonSchema)]
pub(super) struct Activated {
    name: String,
    whose: Whose,
    description: String,
    /// Files that skill_read reads.
    files: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Deactivated {
    /// Those that are still active.
    active: Vec<String>,
}

/// Activate a skill for this conversation: its instructions are in your context from your next step on.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = Safe,
    needs(Read),
    tags("skill", "activate"),
    idempotent,
    requirement = activating
)]
pub(super) async fn skill_activate(
    context: &Context,
    /// As skill_list names it.
    #[schemars(length(min = 1, max = 64))]
    name: &str,
) -> Result<Outcome<Activated>, ToolError> {
    let skill = sources::find(context, name).await?;
    let files = sources::files(context, &skill, MOST_FILES).await?;
    let Skill { name, whose, description, instructions } = skill;
    let new = Active { name: name.clone(), whose, text: instructions };
    let most = MOST_BYTES.min(context.model.context as usize * BYTES_PER_TOKEN / 4);
    let changed = change(context, move |all| {
        match all.iter_mut().find(|it| it.name == new.name) {
            Some(known) => known.clone_from(&new),
            None => all.push(new.clone()),
        }
        fits(all, most)
    });
    changed.await??;
    let message = format!("The skill '{name}' is active until skill_deactivate or a new conversation.");
    Ok(Outcome::new(message, Activated { name, whose, description, files }))
}

/// Returns why these skills cannot be active together.
fn fits(all: &[Active], most: usize) -> Result<(), String> {
    if all.len() > MOST {
        let names: Vec<_> = all[..MOST].iter().map(|it| it.name.as_str()).collect();
        let names = names.join(", ");
        return Err(format!(
            "at most {MOST} skills are active at once, now {names}; deactivate one of them first"
        ));
    }
    let bytes = all.iter().map(|it| it.text.len()).sum::<usize>();
    if bytes > most {
        let [bytes, most] = [bytes, most].map(|bytes| texts::for_model(|| texts::bytes(bytes as u64)));
        return Err(format!(
            "the active skills would take {bytes} together, at most {most}; deactivate others first, or it is too long \
             to be active: skill_read shows it once"
        ));
    }
    Ok(())
}

async fn activating(_: &Context, name: &str) -> Result<CallAssessment, ToolError> {
    Ok(unless_others_speak(words::follow_skill(name)))
}

/// End a skill in this conversation.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = Safe,
    needs(Read),
    tags("skill", "deactivate"),
    idempotent,
    requirement = deactivating
)]
pub(super) async fn skill_deactivate(
    context: &Context,
    /// An active skill.
    #[schemars(length(min = 1, max = 64))]
    name: &str,
) -> Result<Outcome<Deactivated>, ToolError> {
    let ended = name.to_owned();
    let left = change(context, move |all| {
        all.retain(|it| it.name != ended);
        Ok(())
    });
    let active: Vec<_> = left.await??.into_iter().map(|it| it.name).collect();
    Ok(Outcome::new(format!("The skill '{name}' is not active any more."), Deactivated { active }))
}

async fn deactivating(_: &Context, name: &str) -> Result<CallAssessment, ToolError> {
    Ok(unless_others_speak(words::leave_skill(name)))
}

/// Asks only while other people's words could influence the choice.
fn unless_others_speak(summary: String) -> CallAssessment {
    CallAssessment { need: ApprovalNeed::IfUntrusted, ..CallAssessment::by_policy(summary) }
}

/// Changes the active skills, and returns them; leaves them unchanged if `with` refuses.
async fn change(
    context: &Context,
    with: impl Fn(&mut Vec<Active>) -> Result<(), String> + Send + Sync + 'static,
) -> Result<Result<Vec<Active>, ToolError>> {
    let (session, now) = (context.session.session_id.clone(), context.clock.timestamp());
    let write = async move |tx: &SyncedTx| {
        let mut all = of(tx, &session).await?;
        if let Err(why) = with(&mut all) {
            return Ok(Err(ToolError::rejected(why)));
        }
        match all.is_empty() {
            true => toolset_state::forget(tx, &session, SKILLS).await?,
            false => toolset_state::put(tx, &session, SKILLS, &serde_json::to_string(&all)?, now).await?,
        }
        Ok(Ok(all))
    };
    context.db.write(context.session_scope(), write).await
}

async fn of(tx: &SyncedTx, session: &SessionId) -> Result<Vec<Active>> {
    Ok(active(toolset_state::get(tx, session, SKILLS).await?.as_deref()))
}
