//! `/remember TEXT`: saves a note.

use anyhow::Result;

use crate::chat::{notes, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    notes::remember(request).await
}
