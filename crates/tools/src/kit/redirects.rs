//! Which redirects a call may follow.

use adjutant_domain::web;
use async_trait::async_trait;
use url::Url;

/// Decides about each address that an answer redirects to.
#[async_trait]
pub trait Redirects: Send + Sync {
    /// Returns whether the call may follow a redirect from one address to the other without asking anybody.
    async fn may_follow(&self, from: &Url, to: &Url) -> bool;
}

/// Follows only redirects within one server.
pub struct WithinServer;

#[async_trait]
impl Redirects for WithinServer {
    async fn may_follow(&self, from: &Url, to: &Url) -> bool {
        web::stays_at_server(from, to)
    }
}
