//! `scratchpad_read`, `scratchpad_write`, `scratchpad_clear`: a session's short list of working items.

use std::sync::Arc;

use adjutant_domain::ids::SessionId;
use adjutant_store::{db::SyncedTx, scratchpad};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kit::{
    CallAssessment, Category, Context, DynTool, Meta, NoFields, OnDemand, Outcome, Permission, Risk,
    SessionView, Tier, Tool, ToolError, Toolset, ToolsetOffer,
};

/// The toolset for the session's own list.
pub(super) struct Scratchpad;

#[async_trait]
impl Toolset for Scratchpad {
    fn name(&self) -> &'static str {
        "scratchpad"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("a list for the open steps of a longer task");
        Some(known.tags(TAGS).opened_by(["jot", "scratchpad"]))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(Read), Arc::new(Write), Arc::new(Clear)]
    }

    async fn prepare(&self, _: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        offer.prompt("Scratchpad: for the open steps of a longer task.");
        Ok(())
    }
}

/// Words for a list that one works through.
const TAGS: &str = "\
    agenda checklist do done item jot left note organise plan point project remaining step todo track";

struct Read;
struct Write;
struct Clear;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Items {
    /// The whole new list.
    #[schemars(length(min = 1, max = 32), inner(length(max = 240)))]
    items: Vec<String>,
}

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

#[async_trait]
impl Tool for Read {
    type Args = NoFields;
    type Output = Pad;
    const META: Meta = Meta::new(
        "scratchpad_read",
        "Read this conversation's scratchpad.",
        Category::Scratchpad,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["scratchpad", "read"]);

    async fn execute(&self, context: &Context, _: NoFields) -> Result<Outcome<Pad>, ToolError> {
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
}

#[async_trait]
impl Tool for Write {
    type Args = Items;
    type Output = Written;
    const META: Meta = Meta::new(
        "scratchpad_write",
        "Replace this conversation's scratchpad with a list of working items.",
        Category::Scratchpad,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Write])
    .tags(&["scratchpad", "update"])
    .idempotent();

    async fn requirement(&self, _: &Context, _: &Items) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::without_asking())
    }

    async fn execute(
        &self,
        context: &Context,
        Items { items }: Items,
    ) -> Result<Outcome<Written>, ToolError> {
        let (session, now) = (context.session.session_id.clone(), context.clock.timestamp());
        let item_count = items.len();
        // The write needs no approval, so a later reader must be told about untrusted content.
        let untrusted = context.untrusted.clone();
        let write = async move |tx: &SyncedTx| scratchpad::write(tx, &session, &items, &untrusted, now).await;
        context.db.write(context.session_scope(), write).await?;
        Ok(Outcome::new(holds(item_count), Written { updated: true, item_count }))
    }
}

#[async_trait]
impl Tool for Clear {
    type Args = NoFields;
    type Output = Cleared;
    const META: Meta = Meta::new(
        "scratchpad_clear",
        "Empty this conversation's scratchpad.",
        Category::Scratchpad,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Write])
    .tags(&["scratchpad", "delete"])
    .idempotent();

    async fn requirement(&self, _: &Context, _: &NoFields) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::without_asking())
    }

    async fn execute(&self, context: &Context, _: NoFields) -> Result<Outcome<Cleared>, ToolError> {
        let session = context.session.session_id.clone();
        let cleared = context
            .db
            .write(context.session_scope(), async move |tx| scratchpad::clear(tx, &session).await)
            .await?;
        let message = if cleared { "The scratchpad is empty now." } else { "The scratchpad was empty." };
        Ok(Outcome::new(message, Cleared { cleared }))
    }
}

fn holds(items: usize) -> String {
    format!("The scratchpad has {items} {}.", if items == 1 { "item" } else { "items" })
}
