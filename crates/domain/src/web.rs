//! Web addresses in the form that rules and permissions compare: one form for all spellings of the same address.

use std::fmt::Write as _;

use url::{Host, Url};

use crate::text::percent_code;

/// The reason why an address has no normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComparable {
    #[error("that is not a web address: write it in full, like https://example.com/page")]
    NotAUrl,
    #[error("the address carries a user name or password, which are never sent")]
    Credentials,
}

/// Returns the normal form of an address: the host in lower case and ASCII, without a dot at its end; no default port,
/// no dot segments, no fragment, and no needless percent-encoding (RFC 3986, 6.2.2).
///
/// # Errors
/// Returns an error if the text is not an absolute URL, or names a user.
pub fn normalised(text: &str) -> Result<Url, NotComparable> {
    let mut url = Url::parse(text.trim()).map_err(|_| NotComparable::NotAUrl)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(NotComparable::Credentials);
    }
    url.set_fragment(None);
    if let Some(host) = url.domain().filter(|host| host.ends_with('.')) {
        let host = host.trim_end_matches('.').to_owned();
        url.set_host(Some(&host)).map_err(|_| NotComparable::NotAUrl)?;
    }
    let path = without_needless_encoding(url.path());
    url.set_path(&path);
    let query = url.query().map(without_needless_encoding);
    url.set_query(query.as_deref());
    Ok(url)
}

/// Returns the server of a URL in the form that permissions use: `example.com` means https on its default port; any
/// other server has its scheme, and its port if that is not the scheme's default: `http://example.com`,
/// `https://example.com:8443`.
pub fn server(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    match (url.scheme(), url.port()) {
        ("https", None) => host.to_owned(),
        (scheme, None) => format!("{scheme}://{host}"),
        (scheme, Some(port)) => format!("{scheme}://{host}:{port}"),
    }
}

/// Returns whether a permission for the server of `from` covers `to` too: the same server, or the same host with
/// encryption.
pub fn stays_at_server(from: &Url, to: &Url) -> bool {
    let is_plain = |url: &Url, scheme| url.scheme() == scheme && url.port().is_none();
    let is_upgrade = is_plain(from, "http") && is_plain(to, "https") && from.host() == to.host();
    is_upgrade || server(from) == server(to)
}

/// Returns whether the host of a URL is this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Decodes the characters that mean the same encoded or not, and writes the other codes in upper case.
fn without_needless_encoding(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        plain.push_str(before);
        rest = after;
        let Some(byte) = percent_code(after) else {
            plain.push('%');
            continue;
        };
        rest = &after[2..];
        match char::from(byte) {
            c if c.is_ascii_alphanumeric() || "-._~".contains(c) => plain.push(c),
            // Writing to a String cannot fail.
            _ => _ = write!(plain, "%{byte:02X}"),
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_have_one_form() {
        for text in [
            "https://evil.example/a?b=c",
            " HTTPS://EVIL.example:443/a?b=c#part ",
            "https://evil.exa%6dple/x/../a?b=c",
            "https://evil.example./%61?%62=c",
            "https:\\\\evil.example\\a?b=c",
            "https://evil.example/x/%2e%2E/a?b=c",
            "https://ｅｖｉｌ。example/./a?b=c",
            "https://ev\til.example/a?b=c",
        ] {
            assert_eq!(normalised(text).unwrap().as_str(), "https://evil.example/a?b=c", "{text}");
        }
        let no_code = normalised("https://example.com/a%+5b").unwrap();
        assert_eq!(no_code.as_str(), "https://example.com/a%+5b", "a sign is no part of an encoding");
        assert_eq!(normalised("http://BÜCHER.example").unwrap().as_str(), "http://xn--bcher-kva.example/");
        assert_eq!(normalised("http://0x7f.1/").unwrap().as_str(), "http://127.0.0.1/");
    }

    #[test]
    fn codes_that_mean_something_stay() {
        let url = normalised("https://example.com/a%2fb%3F?q=%26%3d&r=100%&s=%zz%e4").unwrap();
        assert_eq!(url.as_str(), "https://example.com/a%2Fb%3F?q=%26%3D&r=100%&s=%zz%E4");
    }

    #[test]
    fn an_address_that_names_a_user_has_no_form() {
        for text in ["https://example.com@evil.example/", "https://:secret@example.com/", "http://a:b@c/"] {
            assert_eq!(normalised(text), Err(NotComparable::Credentials), "{text}");
        }
        assert_eq!(normalised("example.com/a"), Err(NotComparable::NotAUrl));
    }

    #[test]
    fn a_server_is_a_host_with_its_scheme_and_port() {
        for (text, name) in [
            ("https://Example.com:443/a", "example.com"),
            ("https://example.com./", "example.com"),
            ("http://example.com/", "http://example.com"),
            ("http://example.com:8080/", "http://example.com:8080"),
            ("https://example.com:80/", "https://example.com:80"),
            ("https://[2606:4700::1]:8443/", "https://[2606:4700::1]:8443"),
        ] {
            assert_eq!(server(&Url::parse(text).unwrap()), name);
        }
    }

    #[test]
    fn encryption_may_be_added_and_never_removed() {
        let stays =
            |from: &str, to: &str| stays_at_server(&Url::parse(from).unwrap(), &Url::parse(to).unwrap());
        assert!(stays("http://example.com/a", "https://example.com/b"));
        assert!(stays("https://example.com:8443/a", "https://example.com:8443/b"));
        assert!(!stays("https://example.com/", "http://example.com/"));
        assert!(!stays("http://example.com:8080/", "https://example.com/"));
        assert!(!stays("http://example.com/", "http://example.com:8080/"));
        assert!(!stays("http://example.com/", "https://www.example.com/"));
    }
}
