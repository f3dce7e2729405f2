//! The addresses on which this process listens for requests of other programs.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::OnceLock,
    time::Duration,
};

use adjutant_config::Config;
use tokio::net::TcpListener;
use url::Url;

use super::Core;

/// The pause before an address is tried again that another process may hold.
const AGAIN: Duration = Duration::from_secs(5);

/// The addresses of this process.
pub(crate) struct Addresses {
    /// For calls of hooks.
    pub(crate) hooks: Listening,
    /// For MCP clients.
    pub(crate) mcp: Listening,
    /// For visitors of sites.
    pub(crate) sites: Listening,
    /// For health checks; `None` if only the chat page's address answers them.
    pub(crate) health: Option<Listening>,
}

impl Addresses {
    pub(super) fn of(config: &Config) -> Self {
        let (hooks, mcp, site) = (&config.hooks, &config.mcp_server, &config.site);
        Self {
            hooks: Listening::new("hooks", hooks.bind, hooks.public_url.clone()),
            mcp: Listening::new("mcp_server", mcp.bind, mcp.public_url.clone()),
            sites: Listening::new("site", site.bind, site.public_url.clone()),
            health: config.health.bind.map(|bind| Listening::new("health", bind, None)),
        }
    }
}

/// An address from the settings.
pub(crate) struct Listening {
    /// The settings' section, for messages.
    section: &'static str,
    bind: SocketAddr,
    public_url: Option<Url>,
    /// The address bound in the end.
    at: OnceLock<SocketAddr>,
}

impl Listening {
    fn new(section: &'static str, bind: SocketAddr, public_url: Option<Url>) -> Self {
        Self { section, bind, public_url, at: OnceLock::new() }
    }

    /// Listens as soon as the address is free: of several processes on a machine, one listens. Returns `None` once the
    /// process ends.
    pub(crate) async fn open(&self, core: &Core) -> Option<TcpListener> {
        let (bind, section) = (self.bind, self.section);
        let mut is_first = true;
        loop {
            match TcpListener::bind(bind).await {
                Ok(listener) => {
                    // Only the one listening task sets it.
                    let _ = listener.local_addr().map(|at| self.at.set(at));
                    return Some(listener);
                }
                Err(error) if is_first => tracing::warn!(
                    %bind, %error, section,
                    "cannot listen; trying again. Another program may use the address: set another bind in this section"
                ),
                Err(_) => {}
            }
            is_first = false;
            tokio::select! {
                () = core.shutdown.cancelled() => return None,
                () = core.clock.sleep(AGAIN) => {}
            }
        }
    }

    /// Returns the URL for programs, with a slash at its end.
    pub(crate) fn url(&self) -> String {
        match &self.public_url {
            Some(url) => url.to_string(),
            None => {
                let mut at = self.at();
                // This address works for programs on this machine; others need a public_url.
                if at.ip().is_unspecified() {
                    at.set_ip(Ipv4Addr::LOCALHOST.into());
                }
                format!("http://{at}/")
            }
        }
    }

    /// Returns the bound address, or the configured one before that.
    pub(crate) fn at(&self) -> SocketAddr {
        *self.at.get().unwrap_or(&self.bind)
    }

    /// Returns the host of the public URL, if one is set.
    pub(crate) fn host(&self) -> Option<&str> {
        self.public_url.as_ref()?.host_str()
    }
}
