//! `/start`: introduces the bot. `/start CODE` from anybody but the owner never gets here: ingest handles it as a
//! claim.

use adjutant_texts::commands as texts;
use anyhow::Result;

use crate::chat::request::Request;

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request
        .answer(texts::start(request.event.chat_kind, request.is_unseen(), request.core.config.has_model()))
        .await
}
