//! `/approvals`: lists pending approvals and grants.

use anyhow::Result;

use crate::chat::{approvals, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    approvals::overview(request).await
}
