//! `/language [LANGUAGE]`: shows or chooses the language in which the gateway speaks to the person.

use adjutant_channel::Choice;
use anyhow::Result;

use crate::chat::{languages, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    languages::command(request).await
}

pub(super) fn complete() -> Vec<Choice> {
    languages::values()
}
