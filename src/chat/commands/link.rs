//! `/link [CODE]`: links accounts on two platforms.

use anyhow::Result;

use crate::chat::{links, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    links::link(request).await
}
