//! Servers by host and port, as settings name them.

use std::str::FromStr;

use url::{Host, Url};

/// A server that may have a private address: `tools.web.allow_private_hosts` holds entries like `intranet.local:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPort {
    host: String,
    port: u16,
}

/// The error for a text that is not a host and port.
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
    /// Returns whether the URL leads to this server.
    pub fn is_server_of(&self, url: &Url) -> bool {
        url.host_str() == Some(&self.host) && url.port_or_known_default() == Some(self.port)
    }
}

/// A host that may be read without asking, with its port unless it is a default port of the web:
/// `tools.web.allow_hosts` holds entries like `example.com` and `example.com:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    host: String,
    port: Option<u16>,
}

/// The error for a text that is not a host with an optional port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must list host names without scheme, path or wildcard, not {0:?}")]
pub struct AllowedHostError(String);

impl FromStr for AllowedHost {
    type Err = AllowedHostError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bare = Host::parse(text).ok().map(|host| Self { host: host.to_string(), port: None });
        let with_port = || text.parse().ok().map(|HostPort { host, port }| Self { host, port: Some(port) });
        let allowed = bare.or_else(with_port).filter(|allowed| !allowed.host.contains('*'));
        allowed.ok_or_else(|| AllowedHostError(text.to_owned()))
    }
}

impl AllowedHost {
    /// Returns the host, in lower case and its ASCII form, as [`Url::host_str`] does.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the entry's port; `None` means the two default ports of the web.
    pub fn port(&self) -> Option<u16> {
        self.port
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowed_host_may_name_its_port() {
        for (text, host, port) in [
            ("Example.com", "example.com", None),
            ("bücher.example", "xn--bcher-kva.example", None),
            ("[::1]", "[::1]", None),
            ("example.com:8080", "example.com", Some(8080)),
            ("[::1]:3000", "[::1]", Some(3000)),
        ] {
            let allowed: AllowedHost = text.parse().unwrap();
            assert_eq!((allowed.host(), allowed.port()), (host, port), "{text}");
        }
        for text in [
            "",
            "https://example.com",
            "example.com/a",
            "*.example.com",
            "*.example.com:80",
            "a b",
            "a:b",
            "::1",
        ] {
            assert!(text.parse::<AllowedHost>().is_err(), "{text}");
        }
    }
}
