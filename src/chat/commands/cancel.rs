//! `/cancel`: ends the wait for a note's new text, or for the value of a secret.

use adjutant_store::secrets;
use adjutant_texts::{note_list, vault};
use anyhow::Result;

use crate::chat::request::Request;

/// Ends the wait for a secret. `has_ended_edit`: the wait for a note has just been ended, as every command does.
pub(super) async fn run(request: &Request<'_>, has_ended_edit: bool) -> Result<()> {
    let said = match secrets::end_wait(request.tx, &request.user.user_id).await? {
        true => vault::cancelled(),
        false => note_list::cancelled(has_ended_edit),
    };
    request.answer(said.to_owned()).await
}
