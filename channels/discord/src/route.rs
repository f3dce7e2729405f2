//! What rate limits and authorization depend on in a request.

use reqwest::Method;

/// The kind of request that reads a channel's messages.
const HISTORY: &str = "GET channels/messages";

/// A request, reduced to the parts that rate limits depend on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// The method and the path without ids.
    pub(crate) kind: String,
    /// The channel, guild, webhook or interaction that the bucket is for.
    pub(crate) major: String,
    /// Whether the request counts towards the global limit.
    pub(crate) is_global: bool,
}

impl Route {
    /// Returns the route of a path relative to the API's root.
    pub(crate) fn of(method: &Method, path: &str) -> Self {
        let path = path.split('?').next().unwrap_or_default();
        let segments: Vec<&str> = path.split('/').collect();
        let by_token = matches!(segments[0], "webhooks" | "interactions");
        let has_major = by_token || matches!(segments[0], "channels" | "guilds");
        let major_segments = if by_token { 3 } else { 2 };
        let (major, rest) = match segments.get(1..major_segments) {
            Some(major) if has_major => (major.join("/"), &segments[major_segments..]),
            _ => (String::new(), &segments[1..]),
        };
        let mut kind = format!("{method} {}", segments[0]);
        for (at, segment) in rest.iter().enumerate() {
            let is_emoji = at > 0 && rest[at - 1] == "reactions";
            let is_id = is_emoji || segment.bytes().all(|byte| byte.is_ascii_digit());
            kind += if is_id { "/:" } else { "/" };
            kind += if is_id { "" } else { segment };
        }
        Self { kind, major, is_global: !by_token }
    }

    /// Returns whether the request gives way to others: it may be skipped without much loss, or reads missed messages.
    pub(crate) fn gives_way(&self) -> bool {
        self.kind.ends_with("/typing") || self.kind.contains("/reactions/") || self.kind == HISTORY
    }

    /// Returns whether the request authenticates by a token in its path.
    pub(crate) fn has_own_token(&self) -> bool {
        !self.is_global
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_a_kind_of_request_to_a_channel() {
        for (method, path, kind, major, is_global) in [
            (Method::GET, "channels/1/messages?after=2&limit=100", "GET channels/messages", "1", true),
            (Method::PATCH, "channels/1/messages/2", "PATCH channels/messages/:", "1", true),
            (
                Method::PUT,
                "channels/1/messages/2/reactions/%F0%9F%91%80/@me",
                "PUT channels/messages/:/reactions/:/@me",
                "1",
                true,
            ),
            (Method::GET, "guilds/3/members/4", "GET guilds/members/:", "3", true),
            (Method::GET, "users/@me", "GET users/@me", "", true),
            (Method::PATCH, "applications/5/commands/6", "PATCH applications/:/commands/:", "", true),
            (
                Method::PATCH,
                "webhooks/5/token/messages/@original",
                "PATCH webhooks/messages/@original",
                "5/token",
                false,
            ),
            (Method::POST, "interactions/7/token/callback", "POST interactions/callback", "7/token", false),
        ] {
            let expected = Route { kind: kind.into(), major: major.into(), is_global };
            assert_eq!(Route::of(&method, path), expected);
        }
    }
}
