//! `/cancel`: ends the wait for a note's new text.

use adjutant_texts::note_list as texts;
use anyhow::Result;

use crate::chat::request::Request;

/// `ended_edit`: the person's notes waited for a text, as they do until any command.
pub(super) async fn run(request: &Request<'_>, ended_edit: bool) -> Result<()> {
    request.answer(texts::cancelled(ended_edit).to_owned()).await
}
