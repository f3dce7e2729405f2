//! What the channels share of talking to a platform over the network: an HTTP client, TLS, files, and growing pauses.

#![warn(missing_docs)]

mod backoff;
mod fault;
mod files;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;

pub use backoff::Backoff;
pub use fault::Fault;
pub use files::{Upload, file_name, read};

/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// An idle connection is closed before the servers do it, so that no request is sent into a closing one.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// How many idle connections are kept.
const MAX_IDLE: usize = 64;
/// A transfer that is slower than this, in bytes a second, is given up.
const SLOWEST_TRANSFER: u64 = 256 * 1024;

/// A client for one platform. `timeout` bounds each request from its start to its whole answer.
///
/// # Errors
/// TLS cannot be set up.
pub fn client(timeout: Duration) -> anyhow::Result<reqwest::Client> {
    // HTTP/1 on purpose: a connection that has died silently takes one request with it, not all that share it.
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls()?)
        .http1_only()
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(timeout)
        .pool_idle_timeout(POOL_IDLE_TIMEOUT)
        .pool_max_idle_per_host(MAX_IDLE)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .context("the HTTP client cannot be set up")
}

/// TLS with Mozilla's roots compiled in: nothing is read from disk at start, and it works in an empty container.
///
/// # Errors
/// The crypto provider lacks what TLS needs.
pub fn tls() -> anyhow::Result<rustls::ClientConfig> {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("TLS cannot be set up")?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

/// How long a request that brings or fetches `size` bytes may take, where one without may take `timeout`.
pub fn transfer_timeout(timeout: Duration, size: u64) -> Duration {
    timeout + Duration::from_secs(size / SLOWEST_TRANSFER)
}
