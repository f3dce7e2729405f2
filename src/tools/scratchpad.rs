//! `scratchpad_read`, `scratchpad_write`, `scratchpad_clear`: a session's short list of what it is working on.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Context, Registry, Tier, Tool, ToolError};
use crate::{clock::from_millis, store::scratchpad};

pub(super) fn register(registry: &mut Registry) {
    registry.add(Read);
    registry.add(Write);
    registry.add(Clear);
}

struct Read;
struct Write;
struct Clear;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Items {
    /// The whole list as it is from now on; each item at most 240 characters.
    #[schemars(length(min = 1, max = 32), inner(length(max = 240)))]
    items: Vec<String>,
}

#[async_trait]
impl Tool for Read {
    type Args = Nothing;
    const NAME: &'static str = "scratchpad_read";
    const DESCRIPTION: &'static str =
        "Read this conversation's scratchpad: the working items of a longer task.";
    const TIER: Tier = Tier::ReadOnly;

    async fn execute(&self, context: &Context, _: Nothing) -> Result<Value, ToolError> {
        let session = context.session.session_id.clone();
        let pad = context.db.read(async move |tx| scratchpad::read(tx, &session).await).await?;
        Ok(json!({
            "session_id": context.session.session_id,
            "item_count": pad.items.len(),
            "items": pad.items,
            "updated_at": pad.updated_at.map(|at| from_millis(at).to_rfc3339()),
        }))
    }
}

#[async_trait]
impl Tool for Write {
    type Args = Items;
    const NAME: &'static str = "scratchpad_write";
    const DESCRIPTION: &'static str = "Replace this conversation's scratchpad with a list of working items. It is gone when the conversation ends.";
    const TIER: Tier = Tier::SideEffecting;
    const IDEMPOTENT: bool = true;

    async fn execute(&self, context: &Context, Items { items }: Items) -> Result<Value, ToolError> {
        let (session, now) = (context.session.session_id.clone(), context.clock.millis());
        let count = items.len();
        context.db.write(async move |tx| scratchpad::write(tx, &session, &items, now).await).await?;
        Ok(
            json!({ "updated": true, "item_count": count, "message": format!("The scratchpad has {count} {}.", if count == 1 { "item" } else { "items" }) }),
        )
    }
}

#[async_trait]
impl Tool for Clear {
    type Args = Nothing;
    const NAME: &'static str = "scratchpad_clear";
    const DESCRIPTION: &'static str = "Empty this conversation's scratchpad, when its items are done with.";
    const TIER: Tier = Tier::SideEffecting;
    const IDEMPOTENT: bool = true;

    async fn execute(&self, context: &Context, _: Nothing) -> Result<Value, ToolError> {
        let session = context.session.session_id.clone();
        let cleared = context.db.write(async move |tx| scratchpad::clear(tx, &session).await).await?;
        let message = if cleared { "The scratchpad is empty now." } else { "The scratchpad was empty." };
        Ok(json!({ "cleared": cleared, "message": message }))
    }
}
