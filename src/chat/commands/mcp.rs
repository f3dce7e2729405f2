//! `/mcp`: the programs that use what is the person's.

use anyhow::Result;

use crate::chat::{clients, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    clients::run(request).await
}
