//! The names of sources of text that is not the person's own, for prompts. The stored names are in English; models read
//! those.

use adjutant_domain::{
    origin::{MANY, Sources},
    shown::line,
};

use super::SOURCES;
use crate::{
    FILE_OF_UNKNOWN_ORIGIN, FORWARDED, PICTURE, QUOTED, RECORDING,
    cards::{CONTACT, POLL, STICKER, VENUE},
    elided::elided,
    fluent::text,
    quoted,
    tools::{servers, shell::RECEIVED, web::SEARCH_RESULTS},
};

/// Lists as many sources as fit, and says how many more there are.
pub(super) fn listed(sources: &Sources) -> String {
    let mut list = String::new();
    for (i, source) in sources.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        let named = elided(&line(&named(source)), SOURCES / 2);
        if list.chars().count() + named.chars().count() > SOURCES {
            return text!("source-list-more", shown = list, count = sources.iter().count() - i);
        }
        list = format!("{list}{comma}{named}");
    }
    list
}

/// Lists all sources.
pub(super) fn all(sources: &Sources) -> String {
    sources.iter().map(named).collect::<Vec<_>>().join(", ")
}

/// Returns the name of a source in the reader's language; a proper name, such as a host, stays as it is.
pub(crate) fn named(source: &str) -> String {
    let known = match source {
        FORWARDED => text!("source-forwarded"),
        RECORDING => text!("source-recording"),
        PICTURE => text!("source-picture"),
        FILE_OF_UNKNOWN_ORIGIN => text!("source-file-of-unknown-origin"),
        QUOTED => text!("source-quoted"),
        VENUE => text!("source-venue"),
        CONTACT => text!("source-contact"),
        POLL => text!("source-poll"),
        STICKER => text!("source-sticker"),
        quoted::ELSEWHERE => text!("source-quoted-elsewhere"),
        quoted::UNKNOWN => text!("source-quoted-unknown"),
        quoted::QUESTION => text!("source-quoted-question"),
        quoted::ABOUT_PEOPLE => text!("source-quoted-about-people"),
        quoted::TO_COMMAND => text!("source-quoted-to-command"),
        quoted::OF_VISITOR => text!("source-quoted-of-visitor"),
        quoted::SPOKEN => text!("source-quoted-spoken"),
        quoted::HEARD => text!("source-quoted-heard"),
        quoted::NOTICE => text!("source-quoted-notice"),
        MANY => text!("source-many"),
        RECEIVED => text!("source-command"),
        SEARCH_RESULTS => text!("source-web-search"),
        _ => return of_named(source),
    };
    known.to_owned()
}

/// Returns the name of a source that contains another name: a file, a document, a hook, a program, a service, a server.
fn of_named(source: &str) -> String {
    if let Some(inner) = source.strip_prefix("a file from ") {
        return text!("source-file-from", source = named(inner));
    }
    if let Some(name) = source.strip_prefix("the document ") {
        return text!("source-document", name = name);
    }
    if let Some(name) = source.strip_prefix("a call of the hook ") {
        return text!("source-hook", name = name);
    }
    if let Some(name) = source.strip_prefix("the program “").and_then(|name| name.strip_suffix('”')) {
        return text!("clients-source", name = name);
    }
    if let Some(service) = source.strip_prefix("stock photos of ") {
        return text!("source-stock-photos", service = service);
    }
    if let Some(server) = servers::of_source(source) {
        return text!("source-server", server = server);
    }
    source.to_owned()
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    const ALL: [&str; 22] = [
        FORWARDED,
        RECORDING,
        PICTURE,
        FILE_OF_UNKNOWN_ORIGIN,
        QUOTED,
        VENUE,
        CONTACT,
        POLL,
        STICKER,
        quoted::ELSEWHERE,
        quoted::UNKNOWN,
        quoted::QUESTION,
        quoted::ABOUT_PEOPLE,
        quoted::TO_COMMAND,
        quoted::OF_VISITOR,
        quoted::SPOKEN,
        quoted::HEARD,
        quoted::NOTICE,
        MANY,
        RECEIVED,
        SEARCH_RESULTS,
        "the server notes",
    ];

    #[test]
    fn each_stored_source_is_named_in_the_reader_s_language() {
        let photos = crate::tools::site::photos_of("Pexels");
        let composed = [crate::file_from(QUOTED), crate::document("tides.pdf"), photos];
        let hook = crate::hooks::source("tides").iter().collect::<String>();
        for source in ALL.into_iter().chain(composed.iter().map(String::as_str)).chain([hook.as_str()]) {
            assert_eq!(named(source), source);
            assert_ne!(Language::German.scope_sync(|| named(source)), source);
        }
        assert_eq!(Language::German.scope_sync(|| named("example.com")), "example.com");
        assert_eq!(
            Language::German.scope_sync(|| named(&composed[0])),
            "eine Datei (Quelle: die Nachricht eines anderen)"
        );
    }

    #[test]
    fn all_sources_are_named_or_counted() {
        let of = |number: usize| {
            let hosts: Vec<_> = (0..number).map(|i| Sources::from(format!("{i}.example.com"))).collect();
            listed(&hosts.iter().collect())
        };
        assert_eq!(of(1), "0.example.com");
        assert_eq!(of(3), "0.example.com, 1.example.com, 2.example.com");
        assert!(of(30).ends_with(" more (see Details)"), "{}", of(30));
        assert!(of(30).chars().count() < SOURCES + 40);
    }
}
