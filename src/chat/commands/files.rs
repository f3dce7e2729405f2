//! `/files`: the person's files.

use anyhow::Result;

use crate::chat::{files, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    files::run(request).await
}
