//! Which addresses belong to the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns whether an address belongs to the public internet, by IANA's special-purpose registries (as of 2026).
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|(net, bits)| in_v4(address, *net, *bits)),
        IpAddr::V6(address) => {
            in_v6(address, GLOBAL_UNICAST_V6.0, GLOBAL_UNICAST_V6.1)
                && !NOT_PUBLIC_V6.iter().any(|(net, bits)| in_v6(address, *net, *bits))
                && !is_isatap(address)
        }
    }
}

const NOT_PUBLIC_V4: [(Ipv4Addr, u32); 16] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),        // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // carrier-grade NAT; Alibaba's metadata service
    (Ipv4Addr::new(127, 0, 0, 0), 8),      // loopback
    (Ipv4Addr::new(168, 63, 129, 16), 32), // Azure's host services, a public address by registry
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local; metadata services
    (Ipv4Addr::new(172, 16, 0, 0), 12),    // private
    (Ipv4Addr::new(192, 0, 0, 0), 24),     // protocol assignments; Oracle's metadata service
    (Ipv4Addr::new(192, 0, 2, 0), 24),     // documentation
    (Ipv4Addr::new(192, 88, 99, 0), 24),   // 6to4 relays, deprecated
    (Ipv4Addr::new(192, 168, 0, 0), 16),   // private
    (Ipv4Addr::new(198, 18, 0, 0), 15),    // benchmarking
    (Ipv4Addr::new(198, 51, 100, 0), 24),  // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),   // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),      // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),      // reserved, and broadcast
];

/// All routed addresses. Not among them: loopback, unspecified, unique-local, link-local, multicast, IPv4-mapped and
/// -compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard-only, segment routing.
const GLOBAL_UNICAST_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

const NOT_PUBLIC_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, among them Teredo and benchmarking
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4, which embeds an IPv4 address
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

fn in_v4(address: Ipv4Addr, net: Ipv4Addr, bits: u32) -> bool {
    (address.to_bits() ^ net.to_bits()).leading_zeros() >= bits
}

fn in_v6(address: Ipv6Addr, net: Ipv6Addr, bits: u32) -> bool {
    (address.to_bits() ^ net.to_bits()).leading_zeros() >= bits
}

/// Returns whether the address has an ISATAP interface identifier (RFC 5214), which embeds an IPv4 address under any
/// prefix.
fn is_isatap(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    matches!(segments[4], 0 | 0x0200) && segments[5] == 0x5efe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_ranges_are_not_public_and_their_neighbours_are() {
        let ranges = [
            ("0.0.0.0", "0.255.255.255"),
            ("10.0.0.0", "10.255.255.255"),
            ("100.64.0.0", "100.127.255.255"),
            ("127.0.0.0", "127.255.255.255"),
            ("168.63.129.16", "168.63.129.16"),
            ("169.254.0.0", "169.254.255.255"),
            ("172.16.0.0", "172.31.255.255"),
            ("192.0.0.0", "192.0.0.255"),
            ("192.0.2.0", "192.0.2.255"),
            ("192.88.99.0", "192.88.99.255"),
            ("192.168.0.0", "192.168.255.255"),
            ("198.18.0.0", "198.19.255.255"),
            ("198.51.100.0", "198.51.100.255"),
            ("203.0.113.0", "203.0.113.255"),
            ("224.0.0.0", "255.255.255.255"),
        ];
        for (first, last) in ranges {
            let [first, last] = [first, last].map(|text| text.parse::<Ipv4Addr>().unwrap());
            assert!(!is_public(first.into()) && !is_public(last.into()), "{first}-{last}");
            for neighbour in
                [first.to_bits().checked_sub(1), last.to_bits().checked_add(1)].into_iter().flatten()
            {
                assert!(
                    is_public(Ipv4Addr::from_bits(neighbour).into()),
                    "{}",
                    Ipv4Addr::from_bits(neighbour)
                );
            }
        }
    }

    #[test]
    fn special_ipv6_is_not_public() {
        for text in [
            "::",
            "::1",
            "::7f00:1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:1::1",
            "2001:2::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2606:4700::5efe:7f00:1",
            "2606:4700::200:5efe:a00:1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in ["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "2001:200::1"] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }
}
