//! `/forget WHAT`: deletes a note.

use adjutant_channel::Choice;
use anyhow::Result;

use super::Completing;
use crate::chat::{notes, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    notes::forget(request).await
}

pub(super) async fn complete(completing: &Completing<'_>) -> Result<Vec<Choice>> {
    let Some(user) = completing.user else { return Ok(Vec::new()) };
    notes::values(completing.tx, completing.core, user, completing.chat).await
}
