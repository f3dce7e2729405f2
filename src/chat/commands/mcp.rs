//! `/mcp`: the programs that use the person's data.

use anyhow::Result;

use crate::chat::{clients, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    clients::run(request).await
}
