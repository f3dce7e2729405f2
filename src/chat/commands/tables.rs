//! `/tables [FORM]`: shows or chooses how wide tables come.

use adjutant_channel::Choice;
use anyhow::Result;

use crate::chat::{request::Request, tables};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    tables::command(request).await
}

pub(super) fn complete() -> Vec<Choice> {
    tables::values()
}
