//! Decides which addresses a page may be fetched from: the public internet, and nothing else.
//!
//! A URL comes from a model that read somebody's text, so it may aim at the machine itself, its network or a cloud's
//! metadata service. A host name is judged by the addresses that it resolves to when the client connects: `PublicOnly`
//! is the HTTP client's resolver, so the client connects to the very addresses that were checked, and a second answer
//! of a rebinding name server is checked again. Literal addresses never reach a resolver; [`Policy::check`] judges
//! them, after the `url` crate has turned `0x7f.1`, `2130706433` or `１２７.1` into plain ones.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use adjutant_domain::hosts::HostPort;
use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::{own::OwnNetworks, public};

/// The ports that every host has: those of a URL that names no port.
const USUAL_PORTS: [u16; 2] = [80, 443];

/// The longest URL that is accepted, in bytes.
const MAX_URL_BYTES: usize = 8 * 1024;

/// The rules on where pages may be fetched from.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    allow_private: Vec<HostPort>,
    own: OwnNetworks,
}

/// A URL that may be fetched: http or https, without credentials, and not a literal private address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeUrl {
    url: Url,
    is_exempt: bool,
}

/// Why a URL is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("that is not a web address: write it in full, like https://example.com/page")]
    NotAUrl,
    #[error("the address is longer than {MAX_URL_BYTES} bytes")]
    TooLong,
    #[error("only http and https addresses can be fetched, not {0}")]
    Scheme(String),
    #[error("the address carries a user name or password, which are never sent")]
    Credentials,
    #[error("{0} is a private or reserved address; only the public internet can be reached")]
    NotPublic(String),
}

/// Looks up the addresses of a host name.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// Returns all addresses of `host`, which is a name and never a literal address.
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// The operating system's resolver.
pub struct SystemResolver;

#[async_trait]
impl Resolver for SystemResolver {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect())
    }
}

/// The HTTP client's resolver: returns public addresses or fails.
pub(super) struct PublicOnly {
    pub(super) resolver: Arc<dyn Resolver>,
    pub(super) policy: Policy,
}

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let (resolver, policy) = (Arc::clone(&self.resolver), self.policy.clone());
        Box::pin(async move { Ok(to_addrs(policy.resolve(&*resolver, name.as_str()).await?)) })
    }
}

/// The HTTP client's resolver for the hosts that the operator exempted.
pub(super) struct Unchecked(pub(super) Arc<dyn Resolver>);

impl Resolve for Unchecked {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = Arc::clone(&self.0);
        Box::pin(async move { Ok(to_addrs(resolver.resolve(name.as_str()).await?)) })
    }
}

/// Why a name has no address to connect to.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("no address is known for this name")]
    NotFound(#[from] io::Error),
}

impl Policy {
    /// Allows the public internet, and the servers in `allow_private` whatever their addresses.
    pub fn new(allow_private: Vec<HostPort>) -> Self {
        Self { allow_private, own: OwnNetworks::default() }
    }

    /// Uses these networks as this machine's own.
    #[cfg(test)]
    pub(super) fn on_machine_with(self, own: OwnNetworks) -> Self {
        Self { own, ..self }
    }

    /// Returns the addresses of `host` if all of them are public.
    ///
    /// # Errors
    ///
    /// Returns an error if any address is private: nobody can know which address the client would use.
    pub(super) async fn resolve(
        &self,
        resolver: &dyn Resolver,
        host: &str,
    ) -> Result<Vec<IpAddr>, ResolveError> {
        let addresses = resolver.resolve(host).await?;
        if addresses.is_empty() {
            return Err(io::Error::from(io::ErrorKind::NotFound).into());
        }
        match addresses.iter().all(|address| self.is_public(*address)) {
            true => Ok(addresses),
            false => Err(Refusal::NotPublic(host.to_owned()).into()),
        }
    }

    /// Returns whether an address belongs to the public internet and not to this machine's own networks.
    fn is_public(&self, address: IpAddr) -> bool {
        public::is_public(address) && !self.own.contain(address)
    }

    /// Parses and judges a URL without any lookup.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`]. A host name that passes may still be refused when it is resolved.
    pub fn check(&self, text: &str) -> Result<SafeUrl, Refusal> {
        if text.len() > MAX_URL_BYTES {
            return Err(Refusal::TooLong);
        }
        self.check_parsed(Url::parse(text.trim()).map_err(|_| Refusal::NotAUrl)?)
    }

    /// Like [`Policy::check`], for a parsed URL such as the target of a redirect.
    pub(super) fn check_parsed(&self, mut url: Url) -> Result<SafeUrl, Refusal> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refusal::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::Credentials);
        }
        let is_exempt = self.allow_private.iter().any(|exempt| exempt.is_server_of(&url));
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            Some(Host::Domain(name)) if !is_exempt && is_private_name(name) => {
                return Err(Refusal::NotPublic(name.to_owned()));
            }
            Some(Host::Domain(_)) => None,
            None => return Err(Refusal::NotAUrl),
        };
        match literal {
            Some(address) if !is_exempt && !self.is_public(address) => {
                Err(Refusal::NotPublic(address.to_string()))
            }
            _ => {
                url.set_fragment(None);
                Ok(SafeUrl { url, is_exempt })
            }
        }
    }
}

impl SafeUrl {
    /// Returns the host: names in lower case, international names in ASCII form, IPv6 addresses in brackets.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Returns the whole URL with its query, which may hold secrets: not for logs.
    pub fn as_url(&self) -> &Url {
        &self.url
    }

    /// Returns whether the URL names one of the ports that belong to every host.
    pub fn has_usual_port(&self) -> bool {
        self.url.port_or_known_default().is_some_and(|port| USUAL_PORTS.contains(&port))
    }

    /// Returns whether the operator exempted this server from the address check.
    pub fn is_exempt(&self) -> bool {
        self.is_exempt
    }
}

/// Returns whether a name is never that of a public server, whatever it resolves to.
fn is_private_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    ["localhost", "local", "internal"].iter().any(|end| {
        let rest = name.strip_suffix(end);
        rest.is_some_and(|rest| rest.ends_with('.') || rest.is_empty() && *end == "localhost")
    })
}

/// Shows host and path only.
impl fmt::Display for SafeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.host())?;
        if let Some(port) = self.url.port() {
            write!(f, ":{port}")?;
        }
        f.write_str(self.url.path())
    }
}

fn to_addrs(addresses: Vec<IpAddr>) -> Addrs {
    // The client fills in the port of the URL.
    Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0)))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::own::Network;
    use super::*;

    fn refusal(text: &str) -> Refusal {
        Policy::default().check(text).unwrap_err()
    }

    #[test]
    fn only_plain_web_addresses_pass() {
        assert_eq!(refusal("example.com/page"), Refusal::NotAUrl);
        assert_eq!(refusal("/etc/passwd"), Refusal::NotAUrl);
        assert_eq!(refusal("http://"), Refusal::NotAUrl);
        assert_eq!(refusal("file:///etc/passwd"), Refusal::Scheme("file".into()));
        assert_eq!(refusal("gopher://example.com/"), Refusal::Scheme("gopher".into()));
        assert_eq!(refusal("http://alice:secret@example.com/"), Refusal::Credentials);
        assert_eq!(refusal("http://alice@example.com/"), Refusal::Credentials);
        assert_eq!(refusal(&format!("http://example.com/{}", "a".repeat(MAX_URL_BYTES))), Refusal::TooLong);
        let url = Policy::default().check(" https://BÜCHER.example:8443/a?token=s3cret#part ").unwrap();
        assert_eq!(url.host(), "xn--bcher-kva.example");
        assert_eq!(url.to_string(), "xn--bcher-kva.example:8443/a");
        assert_eq!(url.as_url().as_str(), "https://xn--bcher-kva.example:8443/a?token=s3cret");
    }

    #[test]
    fn odd_notations_of_private_addresses_are_seen_through() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0x7f.1",
            "0177.0.0.1",
            "017700000001",
            "127.0.0.1.",
            "１２７.1",
            "①②⑦.0.0.1",
            "0",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[::127.0.0.1]",
            "169.254.169.254",
            "[64:ff9b::169.254.169.254]",
            "[fd00:ec2::254]",
            "[fe80::1]",
        ] {
            let refusal = refusal(&format!("http://{host}/"));
            assert!(matches!(refusal, Refusal::NotPublic(_)), "{host}: {refusal}");
        }
    }

    #[test]
    fn names_that_are_private_by_definition_are_refused_without_a_lookup() {
        for host in ["localhost", "LOCALHOST.", "a.localhost", "printer.local", "metadata.google.internal"] {
            let refusal = refusal(&format!("http://{host}:51945/"));
            assert!(matches!(refusal, Refusal::NotPublic(_)), "{host}: {refusal}");
        }
        for host in ["local.example", "mylocalhost", "notlocal", "a.internal.example"] {
            assert!(Policy::default().check(&format!("http://{host}/")).is_ok(), "{host}");
        }
        let policy = Policy::new(vec!["printer.local:80".parse().unwrap()]);
        assert!(policy.check("http://printer.local/").unwrap().is_exempt());
        assert!(policy.check("http://printer.local:81/").is_err());
    }

    #[test]
    fn an_exemption_is_one_host_and_port() {
        let policy = Policy::new(vec!["127.0.0.1:8080".parse().unwrap(), "[::1]:80".parse().unwrap()]);
        assert!(policy.check("http://127.0.0.1:8080/").unwrap().is_exempt());
        assert!(policy.check("http://[::1]/").unwrap().is_exempt());
        assert!(policy.check("http://127.0.0.1/").is_err());
        assert!(policy.check("https://[::1]/").is_err());
        for text in ["127.0.0.1", "http://a:80", "a:80/path", "alice@a:80", "a:port", ":80", ""] {
            assert!(text.parse::<HostPort>().is_err(), "{text}");
        }
    }

    struct Answers(Vec<&'static str>);

    #[async_trait]
    impl Resolver for Answers {
        async fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
            Ok(self.0.iter().map(|text| text.parse().unwrap()).collect())
        }
    }

    #[tokio::test]
    async fn every_answer_must_be_public() {
        let resolve = async |answers: &[&'static str]| {
            Policy::default().resolve(&Answers(answers.to_vec()), "a.example").await
        };
        assert_eq!(resolve(&["93.184.215.14", "2606:4700::1"]).await.unwrap().len(), 2);
        let refused = ResolveError::Refused(Refusal::NotPublic("a.example".into())).to_string();
        assert_eq!(resolve(&["93.184.215.14", "10.0.0.1"]).await.unwrap_err().to_string(), refused);
        assert!(matches!(resolve(&[]).await, Err(ResolveError::NotFound(_))));
    }

    #[tokio::test]
    async fn this_machine_s_own_public_addresses_are_private() {
        let address = Arc::new(Mutex::new("93.184.215.14"));
        let present = Arc::clone(&address);
        let own = OwnNetworks::new(move || {
            let address = present.lock().unwrap().parse().unwrap();
            vec![
                Network { address, prefix: 24 },
                Network { address: "2a02:8109:1:2::5".parse().unwrap(), prefix: 64 },
            ]
        });
        let policy = Policy::new(vec!["93.184.215.14:8080".parse().unwrap()]).on_machine_with(own);
        let passes = |url: &str| policy.check(url).is_ok();
        assert!(!passes("http://93.184.215.14/") && !passes("http://0x5db8d70e/"));
        assert!(!passes("http://[2a02:8109:1:2::99]/"), "a neighbour on the link");
        assert!(passes("http://93.184.215.15/") && passes("http://[2a02:8109:1:3::5]/"));
        assert!(passes("http://93.184.215.14:8080/"), "the operator allows it");
        let resolve = async |answer| policy.resolve(&Answers(vec![answer]), "a.example").await;
        assert!(resolve("93.184.215.14").await.is_err() && resolve("93.184.215.15").await.is_ok());

        *address.lock().unwrap() = "93.184.215.15";
        assert!(
            passes("http://93.184.215.14/") && !passes("http://93.184.215.15/"),
            "the address has changed"
        );
        assert!(resolve("93.184.215.14").await.is_ok() && resolve("93.184.215.15").await.is_err());
    }

    #[test]
    fn a_host_without_a_port_is_the_web_s_two_ports() {
        let url = |text: &str| Policy::default().check(text).unwrap();
        for text in
            ["http://a.example/", "https://a.example/", "http://a.example:443/", "https://a.example:80/"]
        {
            assert!(url(text).has_usual_port(), "{text}");
        }
        for text in ["http://a.example:8080/", "https://a.example:22/"] {
            assert!(!url(text).has_usual_port(), "{text}");
        }
    }
}
