//! `site_list_messages`: messages from the contact form.

use adjutant_domain::{ids::SiteMessageId, origin::Sources};
use adjutant_macros::tool;
use adjutant_store::{
    db::Tx,
    site::messages::{self, Message},
};
use adjutant_texts::count;
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{shared, within_a_result};
use crate::kit::{Context, Outcome, ToolError};

/// The default number of results.
const LIMIT: i64 = 10;
/// The source of visitors' words.
const SOURCE: &str = "a message of a visitor of your website";

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedMessages {
    /// The newest first.
    messages: Vec<MessageRow>,
    /// The `offset` that reads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    next_offset: Option<i64>,
}

/// What a visitor wrote. A digest of their network address is kept, too, and not shown.
#[derive(Serialize, JsonSchema)]
struct MessageRow {
    message_id: SiteMessageId,
    /// The title of the page with the form.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    page: String,
    name: String,
    email: String,
    message: String,
    /// RFC 3339.
    received_at: String,
    /// Whether the website takes nothing more from the sender.
    is_blocked: bool,
}

fn limit() -> i64 {
    LIMIT
}

/// List the messages of the website's contact form, the newest first.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "contact", "form", "message", "visitor"))]
pub(super) async fn site_list_messages(
    context: &Context,
    /// Most results.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 50))]
    limit: i64,
    /// Messages to leave out at the beginning.
    #[serde(default)]
    #[schemars(range(min = 0))]
    offset: i64,
) -> Result<Outcome<ListedMessages>, ToolError> {
    if context.shared_site.is_some() {
        return Err(ToolError::rejected(
            "what visitors write is for the owner of the website, who can ask for it in their direct chat",
        ));
    }
    let user = shared::owner(context).clone();
    // One more message shows whether there are more.
    let read = async move |tx: &Tx| {
        let mut found = Vec::new();
        for message in messages::list(tx, &user, limit + 1, offset).await? {
            let Message { site_id, email, address, .. } = &message;
            let is_blocked = messages::is_blocked(tx, site_id, email, address).await?;
            found.push((message, is_blocked));
        }
        Ok(found)
    };
    let found = context.db.read(read).await?;
    let all = found.len();
    let rows = found.into_iter().take(usize::try_from(limit).unwrap_or_default());
    let rows = within_a_result(rows.map(|(message, blocked)| row(context, message, blocked)));
    let next_offset = (rows.len() < all).then_some(offset + rows.len() as i64);
    let message = match (rows.len(), next_offset) {
        (0, _) => "There are no messages.".to_owned(),
        (shown, Some(next)) => format!("{}; more with offset {next}.", count(shown as i64, "message")),
        (shown, None) => format!("{}.", count(shown as i64, "message")),
    };
    let untrusted = if rows.is_empty() { Sources::OWN } else { SOURCE.into() };
    Ok(Outcome { untrusted, ..Outcome::new(message, ListedMessages { messages: rows, next_offset }) })
}

fn row(context: &Context, message: Message, is_blocked: bool) -> MessageRow {
    let Message { message_id, page, name, email, message, received_at, .. } = message;
    let received_at = received_at.to_utc().with_timezone(&context.zone);
    let received_at = received_at.to_rfc3339_opts(SecondsFormat::Secs, true);
    MessageRow { message_id, page, name, email, message, received_at, is_blocked }
}
