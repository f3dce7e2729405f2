//! Access checks: who may use the page's API, and from where.
//!
//! The page listens on this machine, but so do other programs, and every web site a person opens can make their browser
//! send requests here. Three checks keep them out: the requested host is ours (a foreign name pointed at this address
//! is not), a browser's request comes from our own page, and it carries the token.

use std::net::{IpAddr, SocketAddr};

use axum::http::{
    HeaderMap, HeaderName, Method,
    header::{AUTHORIZATION, COOKIE, HOST, ORIGIN},
    uri::Authority,
};

use crate::token::AccessToken;

/// How long a browser keeps the cookie, in seconds: 90 days.
const COOKIE_AGE: u32 = 90 * 24 * 60 * 60;

/// The rules, and the secret.
pub(crate) struct Guard {
    token: AccessToken,
    cookie: String,
    bound: IpAddr,
    hosts: Vec<String>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The requested host is not ours.
    Host,
    /// Another site's page made the request.
    Origin,
    /// The request does not carry the token.
    Token,
}

impl Guard {
    pub(crate) fn new(token: AccessToken, address: SocketAddr, hosts: Vec<String>) -> Self {
        // Cookies ignore the port, and two gateways on one machine must not overwrite each other's.
        let cookie = format!("adjutant_{}", address.port());
        Self { token, cookie, bound: address.ip(), hosts }
    }

    /// Checks where a request comes from; enough for resources that are not secret, such as the page itself.
    ///
    /// # Errors
    /// Returns [`Refusal::Host`] or [`Refusal::Origin`].
    pub(crate) fn check_source(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = the_only(headers, HOST).filter(|host| self.is_ours(host)).ok_or(Refusal::Host)?;
        match origin(headers) {
            Some(origin) if !is_page_of(origin, host) => Err(Refusal::Origin),
            _ => Ok(()),
        }
    }

    /// Checks who makes a request whose source is allowed.
    ///
    /// # Errors
    /// Returns [`Refusal::Token`]; or [`Refusal::Origin`] for a cookie on a request that changes something and lacks an
    /// origin, which every browser sends.
    pub(crate) fn check_person(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        if bearer(headers).is_some_and(|token| self.token.is(token)) {
            return Ok(());
        }
        if !cookies(headers, &self.cookie).any(|token| self.token.is(token)) {
            return Err(Refusal::Token);
        }
        if method.is_safe() || origin(headers).is_some() { Ok(()) } else { Err(Refusal::Origin) }
    }

    /// Returns the `Set-Cookie` value that lets a browser in without the page ever holding the token. The browser sends
    /// the cookie to other servers on this machine too, for requests to the same path, so the path is as narrow as
    /// possible.
    pub(crate) fn cookie(&self) -> String {
        let (name, token) = (&self.cookie, self.token.expose());
        format!("{name}={token}; Path=/api; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Strict")
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

fn is_page_of(origin: &str, host: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

/// Returns the origin; one that is not valid text counts as foreign.
fn origin(headers: &HeaderMap) -> Option<&str> {
    headers.get(ORIGIN).map(|value| value.to_str().unwrap_or_default())
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    the_only(headers, AUTHORIZATION)?.strip_prefix("Bearer ")
}

fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let pairs = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = pairs.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

fn the_only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).into_iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    fn guard(bind: &str, hosts: &[&str]) -> Guard {
        let hosts = hosts.iter().map(|&host| host.to_owned()).collect();
        Guard::new(AccessToken::new(TOKEN).unwrap(), bind.parse().unwrap(), hosts)
    }

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_our_own_hosts_are_answered() {
        let local = guard("127.0.0.1:8787", &["chat.example.net"]);
        for host in ["127.0.0.1:8787", "localhost:8787", "LOCALHOST", "[::1]:9000", "chat.example.net"] {
            assert_eq!(local.check_source(&headers(&[(HOST, host)])), Ok(()), "{host}");
        }
        for host in
            ["evil.example:8787", "192.168.1.5:8787", "localhost.evil.example", "127.0.0.1.nip.io", "", "a b"]
        {
            assert_eq!(local.check_source(&headers(&[(HOST, host)])), Err(Refusal::Host), "{host}");
        }
        assert_eq!(local.check_source(&HeaderMap::new()), Err(Refusal::Host));

        let everywhere = guard("0.0.0.0:8787", &[]);
        assert_eq!(everywhere.check_source(&headers(&[(HOST, "192.168.1.5:8787")])), Ok(()));
        assert_eq!(everywhere.check_source(&headers(&[(HOST, "evil.example")])), Err(Refusal::Host));
    }

    #[test]
    fn another_sites_page_is_refused() {
        let guard = guard("127.0.0.1:8787", &[]);
        let from = |origin| guard.check_source(&headers(&[(HOST, "127.0.0.1:8787"), (ORIGIN, origin)]));
        assert_eq!(from("http://127.0.0.1:8787"), Ok(()));
        assert_eq!(from("https://127.0.0.1:8787"), Ok(()));
        for origin in ["http://127.0.0.1:9999", "http://evil.example", "null", "", "127.0.0.1:8787"] {
            assert_eq!(from(origin), Err(Refusal::Origin), "{origin}");
        }
    }

    #[test]
    fn the_token_opens_by_header_or_by_a_browsers_cookie() {
        let guard = guard("127.0.0.1:8787", &[]);
        let check =
            |method: Method, pairs: &[(HeaderName, &str)]| guard.check_person(&method, &headers(pairs));
        let cookie = format!("theme=dark; adjutant_8787={TOKEN}");
        let page = (ORIGIN, "http://127.0.0.1:8787");

        assert_eq!(check(Method::POST, &[(AUTHORIZATION, &format!("Bearer {TOKEN}"))]), Ok(()));
        assert_eq!(check(Method::GET, &[(COOKIE, &cookie)]), Ok(()));
        assert_eq!(check(Method::POST, &[(COOKIE, &cookie), page]), Ok(()));
        assert_eq!(check(Method::POST, &[(COOKIE, &cookie)]), Err(Refusal::Origin));
        for wrong in ["", "Bearer ", "Bearer 0123456789abcdeX", "Bearer 0123456789abcde", TOKEN] {
            assert_eq!(check(Method::GET, &[(AUTHORIZATION, wrong)]), Err(Refusal::Token), "{wrong}");
        }
        assert_eq!(
            check(Method::GET, &[(COOKIE, &format!("adjutant_9999={TOKEN}"))]),
            Err(Refusal::Token),
            "another gateway's cookie"
        );
    }
}
