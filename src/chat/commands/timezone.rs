//! `/timezone [ZONE]`: shows or sets the person's time zone.

use adjutant_channel::Choice;
use anyhow::Result;

use crate::{
    chat::{preferences, request::Request},
    core::Core,
};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(preferences::timezone(request).await?).await
}

pub(super) fn complete(core: &Core) -> Vec<Choice> {
    preferences::zone_values(core)
}
