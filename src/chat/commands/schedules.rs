//! `/schedules [NAME]`: lists the person's schedules.

use adjutant_channel::Choice;
use anyhow::Result;

use super::Completing;
use crate::chat::{request::Request, schedules};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    schedules::browse(request).await
}

pub(super) async fn complete(completing: &Completing<'_>) -> Result<Vec<Choice>> {
    let Some(user) = completing.user else { return Ok(Vec::new()) };
    schedules::values(completing.tx, completing.core, user, completing.chat).await
}
