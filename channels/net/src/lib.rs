//! The shared code of channels for talking to a platform over the network: an HTTP client, TLS, files and backoff.

#![warn(missing_docs)]

mod backoff;
mod dates;
mod fault;
mod files;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;

pub use backoff::Backoff;
pub use dates::{Asked, ServerDates};
pub use fault::Fault;
pub use files::{Upload, check_size, download, file_name, read};

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// An idle connection is closed before servers do it, so that no request is sent into a closing one.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most idle connections that are kept.
const MAX_IDLE: usize = 64;
/// The slowest accepted transfer, in bytes a second; a slower one times out.
const SLOWEST_TRANSFER: u64 = 256 * 1024;

/// Returns an HTTP client for one platform. `timeout` bounds each request, including its whole answer.
///
/// # Errors
/// Returns an error if TLS cannot be set up.
pub fn client(timeout: Duration) -> anyhow::Result<reqwest::Client> {
    // HTTP/1 on purpose: a connection that died silently takes one request with it, not all that share it.
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

/// Returns a TLS configuration with Mozilla's roots compiled in: it reads nothing from disk at start, and works in an
/// empty container.
///
/// # Errors
/// Returns an error if the crypto provider lacks something that TLS needs.
pub fn tls() -> anyhow::Result<rustls::ClientConfig> {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("TLS cannot be set up")?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

/// Returns the time limit of a request that transfers `size` bytes; `timeout` is the limit without a transfer.
pub fn transfer_timeout(timeout: Duration, size: u64) -> Duration {
    timeout + Duration::from_secs(size / SLOWEST_TRANSFER)
}
