//! The website that the tools change: in a direct chat the person's own, in a group the one that is shared with it.

use std::sync::Arc;

use adjutant_channel::ChatKind;
use adjutant_domain::{ids::UserId, origin::Sources, zones::Zone};
use adjutant_store::{
    db::{Scope, Tx},
    site::sharing::{self, Role},
};
use async_trait::async_trait;
use serde_json::Value;

use crate::kit::{CallAssessment, Context, Definition, DynTool, Outcome, ToolError};

/// The source of other people's words on a website that several people change.
pub(super) const SOURCE: &str = "a shared website";

/// A tool, with the website of the chat.
pub(super) struct OfChat(pub(super) Arc<dyn DynTool>);

#[async_trait]
impl DynTool for OfChat {
    fn definition(&self) -> Definition {
        self.0.definition()
    }

    async fn requirement(&self, context: &Context, arguments: &Value) -> Result<CallAssessment, ToolError> {
        self.0.requirement(&of_chat(context).await?, arguments).await
    }

    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        let context = of_chat(context).await?;
        let outcome = self.0.execute(&context, arguments).await?;
        Ok(Outcome { untrusted: outcome.untrusted.and(&others_words(&context)), ..outcome })
    }
}

/// Returns the context with the website of the chat. Each call looks it up, because it may no longer be shared.
async fn of_chat(context: &Context) -> Result<Context, ToolError> {
    if context.session.chat_kind == ChatKind::Direct {
        return Ok(context.clone());
    }
    let (chat, user) = (context.session.chat(), context.user.clone());
    let shared = context.db.read(async move |tx: &Tx| sharing::in_chat(tx, &chat, &user).await).await?;
    match shared {
        Some(shared) => Ok(Context { shared_site: Some(Arc::new(shared)), ..context.clone() }),
        None => Err(ToolError::rejected(
            "no website is shared with this group; its owner can share it: /site share",
        )),
    }
}

/// Returns the user who owns the website.
pub(super) fn owner(context: &Context) -> &UserId {
    context.shared_site.as_ref().map_or(&context.user.user_id, |shared| &shared.owner.user_id)
}

/// Returns the zone in which pages show dates: the owner's, whoever publishes the pages.
pub(super) fn zone(context: &Context) -> Zone {
    context.shared_site.as_ref().map_or(context.zone, |shared| shared.owner.zone(context.host_zone))
}

/// Returns the scope of a write about the website.
pub(super) fn scope(context: &Context) -> Scope {
    Scope::Person(owner(context).clone())
}

/// Returns the source of words that this person may not have written. Each author's words are foreign to the others.
pub(super) fn others_words(context: &Context) -> Sources {
    match &context.shared_site {
        Some(shared) if shared.role != Role::Owner => SOURCE.into(),
        _ => Sources::OWN,
    }
}
