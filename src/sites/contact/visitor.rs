//! The origin of a form, as far as a request tells: its page, and the visitor's address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use adjutant_listen::Peer;
use adjutant_site::Site;
use axum::http::{
    HeaderMap,
    header::{HOST, ORIGIN, REFERER},
    request::Parts,
};
use data_encoding::HEXLOWER;
use ring::hmac;
use url::{Position, Url};

use crate::core::Core;

/// The header to which proxies add their client's address.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Returns whether a form may come from this site: if the browser names the page, it must be one of the site, or of the
/// server under the name by which the browser asks.
pub(super) fn is_from_site(core: &Core, headers: &HeaderMap, site: &Site) -> bool {
    let own = Url::parse(&core.addresses.sites.url()).ok();
    comes_from(headers, own.iter().chain(&site.base_url))
}

fn comes_from<'a>(headers: &HeaderMap, mut own: impl Iterator<Item = &'a Url>) -> bool {
    let Some(given) = headers.get(ORIGIN).or_else(|| headers.get(REFERER)) else { return true };
    let given = given.to_str().ok().and_then(|given| Url::parse(given).ok());
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    given.is_some_and(|given| {
        let name = &given[Position::BeforeHost..Position::AfterPort];
        host == Some(name) || own.any(|own| own.origin() == given.origin())
    })
}

/// Returns the address of a visitor. If `[site] public_url` implies a proxy, the address comes from the proxy.
pub(super) fn address(core: &Core, parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
    let has_proxy = core.config.site.public_url.is_some();
    visitor(peer, has_proxy, &parts.headers)
}

/// A proxy appends its client's address. Anybody may have written the addresses before it.
fn visitor(peer: IpAddr, has_proxy: bool, headers: &HeaderMap) -> IpAddr {
    let peer = peer.to_canonical();
    if !has_proxy || !is_near(peer) {
        return peer;
    }
    let last = headers.get_all(FORWARDED_FOR).iter().next_back().and_then(|value| value.to_str().ok());
    let last = last.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
    last.map_or(peer, |last: IpAddr| last.to_canonical())
}

/// Returns whether an address belongs to this machine or a network near it.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// Returns the digest that identifies an address. A subscriber has a whole IPv6 network, so that counts as one address.
pub(super) fn digest(key: &str, address: IpAddr) -> String {
    let whole = match address {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_string()
        }
    };
    let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes());
    HEXLOWER.encode(hmac::sign(&key, whole.as_bytes()).as_ref())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn a_form_comes_from_the_site_or_says_nothing() {
        let own =
            [Url::parse("https://pages.example.com/").unwrap(), Url::parse("https://club.example").unwrap()];
        let comes = |pairs: &[(&'static str, &str)]| comes_from(&headers(pairs), own.iter());
        assert!(comes(&[]));
        assert!(comes(&[("origin", "https://pages.example.com")]));
        assert!(comes(&[("origin", "https://club.example")]));
        assert!(comes(&[("referer", "https://club.example/about/")]));
        for other in [
            "null",
            "",
            "https://evil.example",
            "http://club.example",
            "https://club.example:8443",
            "https://club.example.evil.example",
        ] {
            assert!(!comes(&[("origin", other)]), "{other}");
            assert!(!comes(&[("origin", other), ("referer", "https://club.example/")]), "{other}");
        }
        assert!(!comes(&[("referer", "https://evil.example/?https://club.example/")]));
        let asks = |origin| comes(&[("host", "www.club.example:8443"), ("origin", origin)]);
        assert!(asks("https://www.club.example:8443"), "another name of the server");
        for other in ["null", "https://www.club.example", "https://bob@evil.example"] {
            assert!(!asks(other), "{other}");
        }
    }

    #[test]
    fn only_the_proxy_says_for_whom_it_asks() {
        let seen = |peer: &str, has_proxy, pairs: &[(&'static str, &str)]| {
            visitor(peer.parse().unwrap(), has_proxy, &headers(pairs)).to_string()
        };
        let forwarded = [("x-forwarded-for", "9.9.9.9, 203.0.113.7")];
        assert_eq!(seen("127.0.0.1", true, &forwarded), "203.0.113.7");
        assert_eq!(seen("10.1.2.3", true, &forwarded), "203.0.113.7");
        assert_eq!(seen("::ffff:10.1.2.3", true, &forwarded), "203.0.113.7");
        let twice = [("x-forwarded-for", "9.9.9.9"), ("x-forwarded-for", "2001:db8::1")];
        assert_eq!(seen("::1", true, &twice), "2001:db8::1");
        assert_eq!(seen("127.0.0.1", false, &forwarded), "127.0.0.1");
        assert_eq!(seen("198.51.100.4", true, &forwarded), "198.51.100.4");
        assert_eq!(seen("127.0.0.1", true, &[("x-forwarded-for", "unknown")]), "127.0.0.1");
        assert_eq!(seen("127.0.0.1", true, &[]), "127.0.0.1");
    }

    #[test]
    fn a_digest_tells_addresses_apart_but_not_those_of_one_subscriber() {
        let of = |key, address: &str| digest(key, address.parse().unwrap());
        assert_eq!(of("key", "203.0.113.7"), of("key", "203.0.113.7"));
        assert_ne!(of("key", "203.0.113.7"), of("key", "203.0.113.8"));
        assert_ne!(of("key", "203.0.113.7"), of("other", "203.0.113.7"));
        assert_eq!(of("key", "2001:db8:1:2::3"), of("key", "2001:db8:1:2:ffff::4"));
        assert_ne!(of("key", "2001:db8:1:2::3"), of("key", "2001:db8:1:3::3"));
        assert_eq!(of("key", "203.0.113.7").len(), 64);
    }
}
