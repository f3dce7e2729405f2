//! The labels of grants. Grants are compared by their patterns, which are the same in all languages: the kinds below
//! are stored in them.

use adjutant_domain::tools::Pattern;

use crate::{fluent::text, tools::servers};

/// The kind of all searches of the web.
pub const WEB_SEARCHES: &str = "web searches";
/// The kind of all searches for stock photos.
pub const STOCK_PHOTOS: &str = "searches for stock photos";

/// Separates a server from the names of the secrets that are sent to it.
const WITH: &str = " with ";

/// Returns the kind of all requests to a server that log in with these secrets.
pub fn at_server_with(server: &str, secrets: &str) -> String {
    format!("{server}{WITH}{secrets}")
}

/// Matches the same call again.
pub fn exactly_this(arguments: &str) -> Pattern {
    Pattern::exact(arguments).named(text!("approval-exactly-this"))
}

/// Matches calls of one kind.
pub fn of_kind(kind: &str) -> Pattern {
    Pattern::kind(kind).named(kind_in_words(kind))
}

/// Returns a pattern with a label that names the call, for use without the prompt in sight.
pub fn with_call_label(pattern: &Pattern, summary: &str) -> Pattern {
    match pattern.is_exact() {
        true => pattern.clone().named(text!("approval-exactly", what = summary)),
        false => pattern.clone(),
    }
}

/// Returns the label of a kind. A kind that is a name, such as a host or a folder, is its own label.
fn kind_in_words(kind: &str) -> String {
    match kind {
        WEB_SEARCHES => return text!("approval-kind-web-searches").to_owned(),
        STOCK_PHOTOS => return text!("approval-kind-stock-photos").to_owned(),
        _ => {}
    }
    if let Some(server) = servers::of_kind(kind) {
        return text!("approval-kind-held-by-server", server = server);
    }
    match kind.split_once(WITH) {
        Some((server, names)) => text!("approval-kind-with-secrets", server = server, names = names),
        None => kind.to_owned(),
    }
}
