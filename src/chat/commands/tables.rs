//! `/tables [FORM]`: shows or sets the form of wide tables.

use adjutant_channel::Choice;
use anyhow::Result;

use crate::chat::{request::Request, tables};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    tables::command(request).await
}

pub(super) fn complete() -> Vec<Choice> {
    tables::values()
}
