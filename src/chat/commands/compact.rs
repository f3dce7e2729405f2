//! `/compact`: summarises the conversation so far.

use anyhow::Result;

use crate::{agent::compact::manual, chat::request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let answer = manual::ask(request.tx, request.event, &request.session).await?;
    request.answer(answer.to_owned()).await
}
