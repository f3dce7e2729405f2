//! `/console [off]`: sends a link that signs a browser in to the console, or signs all browsers out.

use adjutant_channel::Choice;
use adjutant_texts::sign_in::OFF;
use anyhow::Result;

use crate::chat::{request::Request, sign_in};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    sign_in::command(request).await
}

pub(super) fn complete() -> Vec<Choice> {
    vec![Choice { label: OFF.to_owned(), value: OFF.to_owned() }]
}
