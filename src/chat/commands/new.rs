//! `/new`: begins a new conversation.

use adjutant_domain::text::join;
use adjutant_store::{attachments, sessions};
use adjutant_texts::commands as texts;
use anyhow::Result;

use super::stop;
use crate::{approvals, chat::request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, ref session, now, .. } = request;
    let id = &session.session_id;
    stop::end_running(tx, session).await?;
    let withdrawn = approvals::withdraw(tx, id, now).await?;
    sessions::reset_context(tx, id).await?;
    // Earlier files belong to the conversation that ends.
    attachments::mark_told(tx, id).await?;
    request
        .answer(join(
            &texts::new_conversation((withdrawn.approvals, withdrawn.questions)),
            &withdrawn.receipts,
        ))
        .await
}
