//! `/model [NAME]`: shows or chooses the model of the conversation.

use adjutant_channel::Choice;
use anyhow::Result;

use super::Completing;
use crate::chat::{models, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    models::command(request).await
}

pub(super) fn complete(completing: &Completing<'_>) -> Vec<Choice> {
    completing.user.map(|user| models::values(completing.core, user)).unwrap_or_default()
}
