//! Checks where a request comes from. Programs on this machine can reach a port, but so can the browsers of its users:
//! every web site that they open can make the browser send requests here.

use std::net::{IpAddr, SocketAddr};

use axum::http::{
    HeaderMap, HeaderName, Method,
    header::{ACCEPT_LANGUAGE, AUTHORIZATION, COOKIE, HOST, ORIGIN},
    uri::Authority,
};

/// Tells requests for the server's own hosts and from its own pages from foreign ones. A foreign name pointed at this
/// address is not an own host.
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
    /// Returns the rules for a server at this address, which is also reached by these names.
    pub fn new(address: SocketAddr, hosts: Vec<String>) -> Self {
        Self { bound: address.ip(), hosts }
    }

    /// Checks the source of a request.
    ///
    /// # Errors
    /// Returns the foreign part of the source.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Foreign> {
        let host = the_only(headers, HOST).filter(|host| self.is_ours(host)).ok_or(Foreign::Host)?;
        match origin(headers) {
            Some(origin) if !is_page_of(origin, host) => Err(Foreign::Origin),
            _ => Ok(()),
        }
    }

    /// Returns whether a host is ours. Names must be known, because a page under a foreign name whose DNS points here
    /// would count as our own. An IP address cannot be pointed elsewhere: it is ours if the request could arrive by it.
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

/// Returns the tag of the browser's first language.
pub fn language(headers: &HeaderMap) -> Option<&str> {
    let accepted = headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
    let first = accepted.split([',', ';']).next()?.trim();
    (!first.is_empty() && first != "*").then_some(first)
}

/// Returns the values of all cookies with a name. Another page of the same host may have set a cookie of the same name.
pub fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

/// Returns whether a request with an allowed source changes nothing or surely comes from our own page. Browsers send
/// cookies also with other sites' requests; with a request that changes something, every browser names the page's
/// origin.
pub fn is_from_page(method: &Method, headers: &HeaderMap) -> bool {
    method.is_safe() || origin(headers).is_some()
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
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, value.parse().unwrap());
        }
        headers
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
    fn all_cookies_of_a_name_are_found() {
        let sent = headers(&[(COOKIE, "a=1; b=2;a=3"), (COOKIE, "ab=4; a=5=6; a")]);
        let found = |name| cookies(&sent, name).collect::<Vec<_>>();
        assert_eq!(found("a"), ["1", "3", "5=6"]);
        assert_eq!((found("b"), found("c")), (vec!["2"], vec![]));
    }

    #[test]
    fn who_changes_something_says_from_which_page() {
        let from_page = headers(&[(ORIGIN, "http://127.0.0.1:8787")]);
        for (method, with, without) in [(Method::GET, true, true), (Method::POST, true, false)] {
            assert_eq!(is_from_page(&method, &from_page), with, "{method}");
            assert_eq!(is_from_page(&method, &HeaderMap::new()), without, "{method}");
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
