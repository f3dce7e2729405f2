//! `/export`: sends people all their data.

use anyhow::Result;

use crate::chat::{privacy::export, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(export::ask(request).await?).await
}
