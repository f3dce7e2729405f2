//! `/reasoning [on|off]`: shows or sets whether the model's reasoning is shown.

use adjutant_channel::Choice;
use anyhow::Result;

use crate::chat::{reasoning, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    reasoning::command(request).await
}

pub(super) fn complete() -> Vec<Choice> {
    reasoning::values()
}
