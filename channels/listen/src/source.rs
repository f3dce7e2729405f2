//! Where a request may come from. Programs on this machine reach a port, but so do the browsers of its people, which every
//! web site that they open can make send requests here.

use std::net::{IpAddr, SocketAddr};

use axum::http::{
    HeaderMap, HeaderName,
    header::{AUTHORIZATION, HOST, ORIGIN},
    uri::Authority,
};

/// Which hosts are ours: a foreign name pointed at this address is not, and no page of another site is.
#[derive(Clone, Debug)]
pub struct Source {
    bound: IpAddr,
    hosts: Vec<String>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// The requested host is not ours.
    Host,
    /// Another site's page made the request.
    Origin,
}

impl Source {
    /// Returns the rules of a server at this address, which is also reached by these names.
    pub fn new(address: SocketAddr, hosts: Vec<String>) -> Self {
        Self { bound: address.ip(), hosts }
    }

    /// Checks where a request comes from.
    ///
    /// # Errors
    /// Returns what is foreign about it.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Foreign> {
        let host = the_only(headers, HOST).filter(|host| self.is_ours(host)).ok_or(Foreign::Host)?;
        match origin(headers) {
            Some(origin) if !is_page_of(origin, host) => Err(Foreign::Origin),
            _ => Ok(()),
        }
    }

    /// Returns whether a host is ours. Names must be known, because a page under a foreign name whose DNS points here
    /// would count as our own. An address cannot be pointed elsewhere: it is ours if the request could arrive by it.
    fn is_ours(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host().trim_start_matches('[').trim_end_matches(']');
        match name.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || ip == self.bound || self.bound.is_unspecified(),
            Err(_) => {
                let known = self.hosts.iter().map(String::as_str);
                known.chain(["localhost"]).any(|known| known.eq_ignore_ascii_case(name))
            }
        }
    }
}

/// Returns the bearer token that a request carries. The scheme may be written in any case (RFC 9110, section 11.1).
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = the_only(headers, AUTHORIZATION)?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Returns the origin; one that is not valid text counts as foreign.
pub fn origin(headers: &HeaderMap) -> Option<&str> {
    headers.get(ORIGIN).map(|value| value.to_str().unwrap_or_default())
}

fn is_page_of(origin: &str, host: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

fn the_only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).into_iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(bind: &str, hosts: &[&str]) -> Source {
        Source::new(bind.parse().unwrap(), hosts.iter().map(|&host| host.to_owned()).collect())
    }

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_our_own_hosts_are_answered() {
        let local = source("127.0.0.1:8787", &["chat.example.net"]);
        for host in ["127.0.0.1:8787", "localhost:8787", "LOCALHOST", "[::1]:9000", "chat.example.net"] {
            assert_eq!(local.check(&headers(&[(HOST, host)])), Ok(()), "{host}");
        }
        for host in
            ["evil.example:8787", "192.168.1.5:8787", "localhost.evil.example", "127.0.0.1.nip.io", "", "a b"]
        {
            assert_eq!(local.check(&headers(&[(HOST, host)])), Err(Foreign::Host), "{host}");
        }
        assert_eq!(local.check(&HeaderMap::new()), Err(Foreign::Host));

        let everywhere = source("0.0.0.0:8787", &[]);
        assert_eq!(everywhere.check(&headers(&[(HOST, "192.168.1.5:8787")])), Ok(()));
        assert_eq!(everywhere.check(&headers(&[(HOST, "evil.example")])), Err(Foreign::Host));
    }

    #[test]
    fn the_scheme_of_a_token_may_be_written_in_any_case() {
        for (header, token) in [
            ("Bearer abc", Some("abc")),
            ("bearer abc", Some("abc")),
            ("Basic abc", None),
            ("Bearer", None),
            ("abc", None),
        ] {
            assert_eq!(bearer(&headers(&[(AUTHORIZATION, header)])), token, "{header}");
        }
    }

    #[test]
    fn another_sites_page_is_refused() {
        let local = source("127.0.0.1:8787", &[]);
        let from = |origin| local.check(&headers(&[(HOST, "127.0.0.1:8787"), (ORIGIN, origin)]));
        assert_eq!(from("http://127.0.0.1:8787"), Ok(()));
        assert_eq!(from("https://127.0.0.1:8787"), Ok(()));
        for origin in ["http://127.0.0.1:9999", "http://evil.example", "null", "", "127.0.0.1:8787"] {
            assert_eq!(from(origin), Err(Foreign::Origin), "{origin}");
        }
    }
}
