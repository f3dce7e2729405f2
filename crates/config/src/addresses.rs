//! Checks the addresses on which the gateway listens.

use std::net::SocketAddr;

use super::{Config, check::Problem};

/// An address on which the gateway listens.
struct Bind {
    /// The path of its setting.
    path: &'static str,
    at: SocketAddr,
    allow_remote: bool,
    is_used: bool,
}

/// Checks that others can reach an address only if the operator allows it, and that no address is used twice.
pub(super) fn check(config: &Config, problems: &mut Vec<Problem>) {
    let binds = binds(config);
    for (index, bind) in binds.iter().enumerate() {
        if !bind.at.ip().is_loopback() && !bind.allow_remote {
            let must = "is reachable from other machines: use 127.0.0.1, or set allow_remote = true and put a proxy \
                        with TLS in front";
            problems.push((bind.path, must.to_owned()));
        }
        if let Some(other) = binds[..index].iter().find(|other| collide(other, bind)) {
            let (section, key) = other.path.rsplit_once('.').unwrap_or(("", other.path));
            problems.push((
                bind.path,
                format!("must not be the address of [{section}] {key}: choose another port"),
            ));
        }
    }
}

fn binds(config: &Config) -> Vec<Bind> {
    let (web, hooks, mcp, site) = (&config.channels.web, &config.hooks, &config.mcp_server, &config.site);
    let bind = |path, at, allow_remote, is_used| Bind { path, at, allow_remote, is_used };
    let mut binds = vec![
        bind("channels.web.bind", web.bind, web.allow_remote, web.enabled),
        bind("hooks.bind", hooks.bind, hooks.allow_remote, hooks.enabled),
        bind("mcp_server.bind", mcp.bind, mcp.allow_remote, mcp.enabled),
        bind("site.bind", site.bind, site.allow_remote, site.enabled),
    ];
    binds.extend(config.health.bind.map(|at| bind("health.bind", at, config.health.allow_remote, true)));
    binds
}

/// Returns whether only one of two addresses can be listened on. The system chooses a free port for port 0.
fn collide(a: &Bind, b: &Bind) -> bool {
    let is_one_host = a.at.ip() == b.at.ip() || a.at.ip().is_unspecified() || b.at.ip().is_unspecified();
    a.is_used && b.is_used && a.at.port() != 0 && a.at.port() == b.at.port() && is_one_host
}
