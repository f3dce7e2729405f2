//! `/console [off]`: sends a link that signs a browser in to the console, or signs all browsers out.

use anyhow::Result;

use crate::chat::{request::Request, sign_in};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    sign_in::command(request).await
}
