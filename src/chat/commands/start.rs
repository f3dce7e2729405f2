//! `/start`: introduces the bot. `/start CODE` by anybody but the owner never gets here: ingest claims the bot with it.

use anyhow::Result;

use crate::{chat::request::Request, texts::commands as texts};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(texts::start()).await
}
