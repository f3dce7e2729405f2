//! Access checks: who may use the page's API, and from where.
//!
//! The page listens on this machine, but other programs can reach its port, and every web site that a person opens can
//! make their browser send requests here. Three checks keep them out: the requested host is ours (a foreign name
//! pointed at this address is not), a browser's request comes from our own page, and it carries the token.

use std::net::SocketAddr;

use adjutant_listen::{Foreign, Source, bearer, cookies, is_from_page, origin};
use axum::http::{HeaderMap, Method};

use crate::token::AccessToken;

/// How long a browser keeps the cookie, in seconds: 90 days.
const COOKIE_AGE: u32 = 90 * 24 * 60 * 60;

/// The rules, and the secret.
pub(crate) struct Guard {
    token: AccessToken,
    cookie: String,
    source: Source,
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
        Self { token, cookie, source: Source::new(address, hosts) }
    }

    /// Checks the source of a request; enough for resources that are not secret, such as the page itself.
    ///
    /// # Errors
    /// Returns [`Refusal::Host`] or [`Refusal::Origin`].
    pub(crate) fn check_source(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        self.source.check(headers).map_err(|foreign| match foreign {
            Foreign::Host => Refusal::Host,
            Foreign::Origin => Refusal::Origin,
        })
    }

    /// Returns whether a request, whose source is allowed, comes from the page's person.
    ///
    /// # Errors
    /// Returns [`Refusal::Token`]; or [`Refusal::Origin`] for a request that changes something, carries the cookie and
    /// lacks an origin, which every browser sends.
    pub(crate) fn check_person(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        if bearer(headers).is_some_and(|token| self.token.is(token)) {
            return Ok(());
        }
        if !cookies(headers, &self.cookie).any(|token| self.token.is(token)) {
            return Err(Refusal::Token);
        }
        if is_from_page(method, headers) { Ok(()) } else { Err(Refusal::Origin) }
    }

    /// Returns the `Set-Cookie` value that lets a browser in without exposing the token to the page. The browser sends
    /// the cookie to other servers on this machine too, for requests to the same path, so the path is as narrow as
    /// possible. A page that came over TLS gets a cookie that is sent over TLS alone.
    pub(crate) fn cookie(&self, login: &HeaderMap) -> String {
        let (name, token) = (&self.cookie, self.token.expose());
        let is_secure = origin(login).is_some_and(|origin| origin.starts_with("https://"));
        let secure = if is_secure { "; Secure" } else { "" };
        format!("{name}={token}; Path=/api; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Strict{secure}")
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{
        HeaderName,
        header::{AUTHORIZATION, COOKIE, ORIGIN},
    };

    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    fn guard(bind: &str) -> Guard {
        Guard::new(AccessToken::new(TOKEN).unwrap(), bind.parse().unwrap(), Vec::new())
    }

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn the_token_opens_by_header_or_by_a_browsers_cookie() {
        let guard = guard("127.0.0.1:8787");
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
