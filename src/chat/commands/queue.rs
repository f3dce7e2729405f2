//! `/queue [CHOICE]`: shows or sets how messages that arrive during a turn are handled.

use adjutant_channel::Choice;
use anyhow::Result;

use crate::chat::{queue, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    queue::command(request).await
}

pub(super) fn complete() -> Vec<Choice> {
    queue::values()
}
