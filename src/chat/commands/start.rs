//! `/start`: introduces the bot. `/start CODE` by anybody but the owner never gets here: ingest claims the bot with it.

use adjutant_texts::commands as texts;
use anyhow::Result;

use crate::chat::request::Request;

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(texts::start(request.event.chat_kind, request.is_unseen(), request.has_model())).await
}
