//! `/people`: who uses the bot, for its owner.

use anyhow::Result;

use crate::chat::{people, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    people::browse(request).await
}
