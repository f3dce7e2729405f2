//! `/site`: the person's website.

use anyhow::Result;

use crate::chat::{request::Request, site};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    site::run(request).await
}
