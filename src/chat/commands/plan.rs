//! `/plan`: shows the plan of the conversation, and clears it.

use adjutant_store::plans;
use adjutant_texts::plan as texts;
use adjutant_tools::plan;
use anyhow::Result;

use crate::chat::request::Request;

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, ref session, args, .. } = request;
    match args.trim().to_lowercase().as_str() {
        "" => match plans::get(tx, &session.session_id).await? {
            Some(plan) => request.answer(texts::answer(&plan.steps)).await,
            None => request.answer(texts::none()).await,
        },
        "clear" => match plan::clear(tx, session).await? {
            true => request.answer(texts::was_cleared()).await,
            false => request.answer(texts::none()).await,
        },
        _ => request.answer(texts::unknown()).await,
    }
}
