//! This machine's own part of the public internet. Its addresses lead back to the machine, past its firewall and to
//! services that trust it, and an IPv6 network on the same link is a home's or an office's. By registry, all of them
//! are public.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use if_addrs::{IfAddr, get_if_addrs};

/// The addresses of this machine. Each use reads them anew, because they change while the program runs.
#[derive(Clone)]
pub struct OwnNetworks(Arc<dyn Fn() -> Vec<Network> + Send + Sync>);

/// An address of this machine, and the length of the prefix that everything on its link shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    pub address: IpAddr,
    pub prefix: u8,
}

/// The prefix of an ordinary IPv6 network.
const USUAL_PREFIX: u8 = 64;
/// The shortest prefix that is still a network rather than a route to everywhere.
const SHORTEST_PREFIX: u8 = 32;

impl OwnNetworks {
    /// Builds networks from another source than the interfaces.
    pub fn new(read: impl Fn() -> Vec<Network> + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// Returns whether the address is this machine's or on one of its IPv6 links. IPv4 links do not count: the
    /// neighbours of a public IPv4 address are other people's servers.
    pub(super) fn contain(&self, address: IpAddr) -> bool {
        (self.0)().into_iter().any(|network| match (network.address, address) {
            (IpAddr::V6(own), IpAddr::V6(address)) => is_on_link(own, network.prefix, address),
            (own, address) => own == address,
        })
    }
}

impl Default for OwnNetworks {
    fn default() -> Self {
        Self::new(read_interfaces)
    }
}

impl fmt::Debug for OwnNetworks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnNetworks(..)")
    }
}

/// Returns whether an address is on the link of `own`. An address that was assigned without its network, as DHCPv6
/// does, is taken to be in an ordinary network.
fn is_on_link(own: Ipv6Addr, prefix: u8, address: Ipv6Addr) -> bool {
    let prefix = if (SHORTEST_PREFIX..=USUAL_PREFIX).contains(&prefix) { prefix } else { USUAL_PREFIX };
    (own.to_bits() ^ address.to_bits()).leading_zeros() >= u32::from(prefix)
}

fn read_interfaces() -> Vec<Network> {
    let interfaces = get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot read this machine's addresses; its public ones count as anybody's");
        Vec::new()
    });
    let network = |addresses| match addresses {
        IfAddr::V4(own) => Network { address: own.ip.into(), prefix: own.prefixlen },
        IfAddr::V6(own) => Network { address: own.ip.into(), prefix: own.prefixlen },
    };
    interfaces.into_iter().map(|interface| network(interface.addr)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(networks: &[(&str, u8)]) -> OwnNetworks {
        let network =
            |(address, prefix): &(&str, u8)| Network { address: address.parse().unwrap(), prefix: *prefix };
        let networks: Vec<_> = networks.iter().map(network).collect();
        OwnNetworks::new(move || networks.clone())
    }

    #[test]
    fn own_addresses_and_ipv6_links_are_this_machine_s() {
        let own = own(&[("93.184.215.14", 24), ("2a02:8109:1:2::5", 64), ("2606:4700:0:9::7", 128)]);
        for (address, expected) in [
            ("93.184.215.14", true),
            ("93.184.215.15", false),
            ("2a02:8109:1:2::5", true),
            ("2a02:8109:1:2:ffff::1", true),
            ("2a02:8109:1:3::5", false),
            ("2606:4700:0:9::8", true),
            ("2606:4700::9", false),
        ] {
            assert_eq!(own.contain(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn a_route_to_everywhere_is_not_a_link() {
        assert!(!own(&[("2a02:8109:1:2::5", 0)]).contain("2606:4700::1".parse().unwrap()));
    }

    #[test]
    fn the_interfaces_of_this_machine_can_be_read() {
        assert!(OwnNetworks::default().contain("127.0.0.1".parse().unwrap()));
    }
}
