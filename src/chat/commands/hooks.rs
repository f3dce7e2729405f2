//! `/hooks`: the person's hooks.

use anyhow::Result;

use crate::chat::{hooks, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    hooks::run(request).await
}
