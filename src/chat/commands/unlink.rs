//! `/unlink [ACCOUNT]`: makes a linked user a separate person again.

use adjutant_channel::Choice;
use adjutant_store::people;
use adjutant_texts::commands as texts;
use anyhow::Result;

use super::Completing;
use crate::chat::{links, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(links::unlink(request).await?).await
}

pub(super) async fn complete(completing: &Completing<'_>) -> Result<Vec<Choice>> {
    let Some(user) = completing.user else { return Ok(Vec::new()) };
    let identities = people::linked_identities(completing.tx, &user.user_id).await?;
    Ok(identities.into_iter().map(texts::account_choice).collect())
}
