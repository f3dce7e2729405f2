//! Checks whether the bot's links open the console.

use std::net::{IpAddr, SocketAddr};

use adjutant_config::Config;
use adjutant_listen::Source;
use axum::http::{HeaderMap, HeaderValue, header::HOST};
use url::{Host, Url};

use super::{Check, Finding, Outcome};

/// Returns whether the chat page accepts requests for the console's address, if it has one.
pub fn examine_console(config: &Config) -> Option<Finding> {
    let (url, web) = (config.console.url.as_ref()?, &config.channels.web);
    // A host of a parsed address is a valid header.
    let host = HeaderValue::from_str(url.host_str()?).ok()?;
    let is_ours =
        Source::new(web.bind, web.hosts.clone()).check(&HeaderMap::from_iter([(HOST, host)])).is_ok();
    let shown = url.as_str();
    let outcome = if !web.enabled {
        Outcome::Failure(format!(
            "{shown} leads nowhere, since the console is a part of the chat page: set enabled = true under [channels.web]"
        ))
    } else if !is_ours {
        let host = url.host_str().unwrap_or_default();
        let remedy = match address(url) {
            // `hosts` lists only names; a request for an IP address is accepted if it could arrive at that address.
            Some(ip) => format!(
                "use a name in [console] url, and add it to hosts under [channels.web]; or set bind = \"{}\" and \
                 allow_remote = true there",
                SocketAddr::new(ip, web.bind.port())
            ),
            None => format!("add \"{host}\" to hosts under [channels.web]"),
        };
        Outcome::Failure(format!(
            "the chat page refuses requests for {host}, so nobody can sign in there: {remedy}"
        ))
    } else {
        Outcome::Fine(format!("/console sends links to {shown}"))
    };
    Some(Finding { check: Check::Console, outcome })
}

fn address(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Domain(_) => None,
        Host::Ipv4(ip) => Some(ip.into()),
        Host::Ipv6(ip) => Some(ip.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_that_the_page_refuses_is_said() {
        let mut config = Config::default();
        assert!(examine_console(&config).is_none());
        config.console.url = Some("https://bot.example.org".parse().unwrap());
        let said = |config: &Config| examine_console(config).unwrap().to_string();
        assert_eq!(
            said(&config),
            "FAILURE  console: the chat page refuses requests for bot.example.org, so nobody can sign in there: add \
             \"bot.example.org\" to hosts under [channels.web]"
        );
        config.channels.web.hosts = vec!["bot.example.org".to_owned()];
        assert_eq!(said(&config), "ok       console: /console sends links to https://bot.example.org/");
        config.channels.web.enabled = false;
        assert_eq!(
            said(&config),
            "FAILURE  console: https://bot.example.org/ leads nowhere, since the console is a part of the chat page: set \
             enabled = true under [channels.web]"
        );
        config.console.url = Some("http://[::1]:8765".parse().unwrap());
        config.channels.web.enabled = true;
        assert_eq!(said(&config), "ok       console: /console sends links to http://[::1]:8765/");
    }

    #[test]
    fn an_address_that_the_page_refuses_is_no_host_to_add() {
        let mut config = Config::default();
        config.console.url = Some("https://192.168.1.5".parse().unwrap());
        // This changes nothing.
        config.channels.web.hosts = vec!["192.168.1.5".to_owned()];
        let said = |config: &Config| examine_console(config).unwrap().to_string();
        assert_eq!(
            said(&config),
            "FAILURE  console: the chat page refuses requests for 192.168.1.5, so nobody can sign in there: use a name in \
             [console] url, and add it to hosts under [channels.web]; or set bind = \"192.168.1.5:8765\" and allow_remote = \
             true there"
        );
        config.channels.web.bind = "192.168.1.5:8765".parse().unwrap();
        assert_eq!(said(&config), "ok       console: /console sends links to https://192.168.1.5/");
    }
}
