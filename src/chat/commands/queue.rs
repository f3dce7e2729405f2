//! `/queue [CHOICE]`: shows or chooses what becomes of messages that come during a turn.

use adjutant_channel::Choice;
use anyhow::Result;

use crate::chat::{queue, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    queue::command(request).await
}

pub(super) fn complete() -> Vec<Choice> {
    queue::values()
}
