//! `scratchpad_read`, `scratchpad_write`, `scratchpad_clear`: a session's short list of working items. The toolset also
//! has the [plan] of a conversation.

use std::sync::Arc;

use adjutant_domain::ids::SessionId;
use adjutant_macros::tool;
use adjutant_store::{db::SyncedTx, plans, scratchpad, toolset_state::PLAN};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    kit::{
        CallAssessment, Context, DynTool, OnDemand, Outcome, SessionView, ToolError, Toolset, ToolsetOffer,
    },
    plan,
};

/// The toolset for the session's own list.
pub(super) struct Scratchpad;

#[async_trait]
impl Toolset for Scratchpad {
    fn name(&self) -> &'static str {
        "scratchpad"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("the open steps of a longer task");
        Some(known.tags(TAGS).opened_by(["checklist", "jot", "scratchpad"]))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![
            Arc::new(ScratchpadRead),
            Arc::new(ScratchpadWrite),
            Arc::new(ScratchpadClear),
            Arc::new(plan::Plan),
        ]
    }

    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        offer.prompt("Scratchpad: for the open steps of a longer task.");
        // A plan is for people who read along in the chat.
        if !session.session.is_conversation() {
            offer.only("nobody reads along here", |name| name != plan::NAME);
        } else if session.state(PLAN).is_some_and(|plan: plans::Plan| plan.is_open()) {
            offer.need();
        }
        Ok(())
    }
}

/// Search words for lists of steps.
const TAGS: &str = "\
    agenda checklist do done item jot left note organise plan point project remaining step todo track";

#[derive(Serialize, JsonSchema)]
struct Pad {
    session_id: SessionId,
    items: Vec<String>,
    item_count: usize,
    /// RFC 3339.
    updated_at: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Written {
    updated: bool,
    item_count: usize,
}

#[derive(Serialize, JsonSchema)]
struct Cleared {
    cleared: bool,
}

/// Read this conversation's scratchpad.
#[tool(category = Scratchpad, tier = ReadOnly, needs(Read), tags("scratchpad", "read"))]
async fn scratchpad_read(context: &Context) -> Result<Outcome<Pad>, ToolError> {
    let session_id = context.session.session_id.clone();
    let session = session_id.clone();
    let pad = context.db.read(async move |tx| scratchpad::read(tx, &session).await).await?;
    let message = holds(pad.items.len());
    let output = Pad {
        session_id,
        item_count: pad.items.len(),
        items: pad.items,
        updated_at: pad.updated_at.map(|at| at.to_utc().to_rfc3339()),
    };
    Ok(Outcome { untrusted: pad.untrusted, ..Outcome::new(message, output) })
}

/// Replace this conversation's scratchpad with a list of working items.
#[tool(
    category = Scratchpad,
    tier = SideEffecting,
    risk = Safe,
    needs(Write),
    tags("scratchpad", "update"),
    idempotent,
    requirement = writing_never_asks
)]
async fn scratchpad_write(
    context: &Context,
    /// The whole new list.
    #[schemars(length(min = 1, max = 32), inner(length(max = 240)))]
    items: Vec<String>,
) -> Result<Outcome<Written>, ToolError> {
    let (session, now) = (context.session.session_id.clone(), context.clock.timestamp());
    let item_count = items.len();
    // The write needs no approval, so a later reader must be told about untrusted content.
    let untrusted = context.untrusted.clone();
    let write = async move |tx: &SyncedTx| scratchpad::write(tx, &session, &items, &untrusted, now).await;
    context.db.write(context.session_scope(), write).await?;
    Ok(Outcome::new(holds(item_count), Written { updated: true, item_count }))
}

async fn writing_never_asks(_: &Context, _: &[String]) -> Result<CallAssessment, ToolError> {
    Ok(CallAssessment::without_asking())
}

/// Empty this conversation's scratchpad.
#[tool(
    category = Scratchpad,
    tier = SideEffecting,
    risk = Safe,
    needs(Write),
    tags("scratchpad", "delete"),
    idempotent,
    requirement = clearing_never_asks
)]
async fn scratchpad_clear(context: &Context) -> Result<Outcome<Cleared>, ToolError> {
    let session = context.session.session_id.clone();
    let cleared = context
        .db
        .write(context.session_scope(), async move |tx| scratchpad::clear(tx, &session).await)
        .await?;
    let message = if cleared { "The scratchpad is empty now." } else { "The scratchpad was empty." };
    Ok(Outcome::new(message, Cleared { cleared }))
}

async fn clearing_never_asks(_: &Context) -> Result<CallAssessment, ToolError> {
    Ok(CallAssessment::without_asking())
}

fn holds(items: usize) -> String {
    format!("The scratchpad has {items} {}.", if items == 1 { "item" } else { "items" })
}
