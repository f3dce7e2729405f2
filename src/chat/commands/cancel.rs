//! `/cancel`: ends the wait for a note's new text, or for the value of a secret.

use adjutant_texts::{note_list, vault};
use anyhow::Result;

use crate::chat::request::Request;

/// Which waits a command has ended; every command ends both.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    pub(super) edit: bool,
    pub(super) secret: bool,
}

pub(super) async fn run(request: &Request<'_>, ended: Ended) -> Result<()> {
    let said = if ended.secret { vault::cancelled() } else { note_list::cancelled(ended.edit) };
    request.answer(said.to_owned()).await
}
