//! `/forget_me`: deletes all data of a person, once they have confirmed.

use anyhow::Result;

use crate::chat::{privacy::forget, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    forget::ask(request).await
}
