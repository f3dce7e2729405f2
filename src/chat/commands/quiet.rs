//! `/quiet [HOURS]`: shows or sets the person's quiet hours.

use adjutant_channel::Choice;
use adjutant_texts::preferences as texts;
use anyhow::Result;

use crate::chat::{preferences, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(preferences::quiet(request).await?).await
}

pub(super) fn complete() -> Vec<Choice> {
    texts::quiet_choices()
}
