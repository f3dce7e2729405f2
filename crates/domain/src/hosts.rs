//! A server by host and port, as settings name it.

use std::str::FromStr;

use url::Url;

/// One server that may be private: `tools.web.allow_private_hosts` holds entries like `intranet.local:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPort {
    host: String,
    port: u16,
}

/// A text that names no host and port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a host and port, like `intranet.local:8080` or `[::1]:3000`")]
pub struct HostPortError(String);

impl FromStr for HostPort {
    type Err = HostPortError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (_, port) = text.rsplit_once(':')?;
            let port = port.parse().ok()?;
            let url = Url::parse(&format!("http://{text}")).ok()?;
            let is_bare = url.path() == "/" && url.username().is_empty() && url.query().is_none();
            let host = url.host_str()?.to_owned();
            is_bare.then_some(Self { host, port })
        };
        parse().ok_or_else(|| HostPortError(text.to_owned()))
    }
}

impl HostPort {
    /// Returns whether this server answers the URL.
    pub fn is_server_of(&self, url: &Url) -> bool {
        url.host_str() == Some(&self.host) && url.port_or_known_default() == Some(self.port)
    }
}
