//! Hosts in texts: their punycode beside their name, and their shortened form.

use std::ops::Range;

use url::{Url, quirks};

/// The fewest labels of a shortened host: whatever the public suffix, they identify the owner, as in `example.co.uk`.
const LABELS: usize = 3;

/// Names each host that is not plain ASCII, or is in punycode, in both forms: `bücher.example (xn--bcher-kva.example)`.
pub(super) fn with_punycode(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut done = 0;
    let mut found: Vec<_> = behind_scheme(text).chain(in_punycode(text)).collect();
    found.sort_by_key(|host| host.start);
    for Range { start, end } in found {
        let host = &text[start.max(done)..end.max(done)];
        let Some((unicode, ascii)) = both_forms(host) else { continue };
        let both = format!(" ({ascii})");
        shown.push_str(&text[done..start]);
        let has_both =
            text[end..].starts_with(&both) || text[..start].ends_with(" (") && text[end..].starts_with(')');
        shown.push_str(if has_both { host } else { &unicode });
        shown.push_str(if has_both { "" } else { &both });
        done = end;
    }
    shown + &text[done..]
}

/// Returns the positions of hosts behind `://`.
fn behind_scheme(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices("://").filter_map(|(at, scheme)| {
        let start = at + scheme.len();
        let authority = text[start..].split(ends_authority).next()?;
        let user = authority.rfind('@').map_or(0, |at| at + 1);
        let host = authority[user..].split(':').next()?;
        (!host.is_empty()).then(|| start + user..start + user + host.len())
    })
}

fn ends_authority(c: char) -> bool {
    c.is_whitespace() || "/?#\\\"'<>“”(),;…|`⟨".contains(c)
}

/// Returns the positions of names in punycode.
fn in_punycode(text: &str) -> impl Iterator<Item = Range<usize>> {
    let of_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let mut end = 0;
    text.split_inclusive(move |c| !of_host(c)).filter_map(move |word| {
        let start = end;
        end += word.len();
        let host = word.trim_end_matches(move |c| !of_host(c)).trim_end_matches(['-', '.']);
        has_punycode(host).then(|| start..start + host.len())
    })
}

fn has_punycode(host: &str) -> bool {
    host.split('.').any(|label| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--")))
}

/// Returns the two forms of a host, with letters and in ASCII; `None` if it has only one.
fn both_forms(host: &str) -> Option<(String, String)> {
    if host.is_ascii() && !has_punycode(host) {
        return None;
    }
    let ascii = ascii(host)?;
    let unicode = if host.is_ascii() { quirks::domain_to_unicode(&ascii) } else { host.to_owned() };
    (unicode != ascii && !unicode.is_empty()).then_some((unicode, ascii))
}

fn ascii(host: &str) -> Option<String> {
    Url::parse(&format!("https://{host}/")).ok()?.host_str().map(str::to_owned)
}

/// Returns the text before the first host behind `://`, and the host.
pub(super) fn first(text: &str) -> Option<(&str, &str)> {
    let host = behind_scheme(text).next()?;
    Some((&text[..host.start], &text[host]))
}

/// Returns a host, or the last whole labels of it that fit into `most` characters: `….example.co.uk`. `None` if they
/// are too few to identify the owner.
pub fn host_within(host: &str, most: usize) -> Option<String> {
    if host.chars().count() <= most {
        return Some(host.to_owned());
    }
    let mut starts = host.match_indices('.').map(|(at, _)| at);
    let end = starts.find(|&at| host[at..].chars().count() < most)?;
    let end = &host[end..];
    (end.matches('.').count() >= LABELS).then(|| format!("…{end}"))
}
