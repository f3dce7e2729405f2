//! `/tools`: shows the toolsets of the conversation.

use anyhow::Result;

use crate::chat::{request::Request, toolsets};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    toolsets::browse(request).await
}
