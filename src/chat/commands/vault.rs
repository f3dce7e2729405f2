//! `/vault`: the person's secrets.

use anyhow::Result;

use crate::chat::{request::Request, vault};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    vault::run(request).await
}
