//! The texts that people read: on the page when a request fails, and in `doctor`. The page's own texts are
//! where all of the gateway's are; there is a text for each code of a problem there, in each language.

use std::net::SocketAddr;

use crate::wire::Problem;

pub(crate) const FOREIGN_HOST: Problem = problem(
    "foreign-host",
    "This page is not served under that name. Open it by the address the gateway \
                                       prints, or add the name to `hosts` under [channels.web].",
);
pub(crate) const FOREIGN_ORIGIN: Problem =
    problem("foreign-origin", "Requests from other sites are refused.");
pub(crate) const TOKEN_NEEDED: Problem = problem("token-needed", "The access token is missing or wrong.");
pub(crate) const NOT_FOUND: Problem = problem("not-found", "Not found.");
pub(crate) const NOT_UNDERSTOOD: Problem =
    problem("not-understood", "The request was not understood. Reload the page.");
pub(crate) const TOO_LONG: Problem =
    problem("too-long", "That is too long for one message. Send it in parts of at most 60,000 characters.");
pub(crate) const EMPTY: Problem = problem("empty", "An empty message cannot be sent.");
pub(crate) const FILE_TOO_BIG: Problem =
    problem("file-too-big", "The file is too large: at most 20 MB can be sent.");
pub(crate) const FILE_EMPTY: Problem = problem("file-empty", "The file is empty.");
pub(crate) const FILE_NOT_STORED: Problem =
    problem("file-not-stored", "The gateway could not store the file. Is its disk full?");
pub(crate) const FILE_UNREADABLE: Problem =
    problem("file-unreadable", "The gateway could not read the file.");
pub(crate) const FILE_GONE: Problem = problem("file-gone", "This file no longer exists.");
pub(crate) const UPLOAD_GONE: Problem =
    problem("upload-gone", "A file of this message no longer exists. Choose it again.");
pub(crate) const UPLOAD_TAKEN: Problem =
    problem("upload-taken", "Another file was sent under this id before. Choose the file again.");
pub(crate) const TOO_MANY_FILES: Problem =
    problem("too-many-files", "One message can carry 10 files. Send the others in another one.");
pub(crate) const NOT_STORED: Problem =
    problem("not-stored", "The gateway could not store this. It was not sent; try again.");
pub(crate) const NO_HISTORY: Problem = problem("no-history", "The gateway could not read the history.");
pub(crate) const NO_CHOICES: Problem = problem("no-choices", "The gateway could not look up suggestions.");
pub(crate) const TOO_MANY_PAGES: Problem = problem("too-many-pages", "Too many pages are open. Close some.");

const fn problem(code: &'static str, error: &'static str) -> Problem {
    Problem { error, code }
}

pub(crate) fn no_such_chat() -> String {
    "the web channel has only one chat".to_owned()
}

pub(crate) fn listening(address: SocketAddr) -> String {
    format!("listening on {address}")
}

pub(crate) fn can_listen(address: SocketAddr) -> String {
    format!("{address} is free to listen on")
}

pub(crate) fn served_already(address: SocketAddr) -> String {
    format!("a running gateway serves the page on {address}")
}

pub(crate) fn no_such_address(address: SocketAddr) -> String {
    format!(
        "cannot listen on {address}: this machine has no address {}; set another `bind` under [channels.web]",
        address.ip()
    )
}

pub(crate) fn cannot_listen(address: SocketAddr) -> String {
    format!("cannot listen on {address}: stop what uses it, or set another `bind` under [channels.web]")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    /// All but what it cannot meet, since it comes from the gateway's own address.
    const ON_THE_PAGE: [Problem; 17] = [
        TOKEN_NEEDED,
        NOT_FOUND,
        NOT_UNDERSTOOD,
        TOO_LONG,
        EMPTY,
        FILE_TOO_BIG,
        FILE_EMPTY,
        FILE_NOT_STORED,
        FILE_UNREADABLE,
        FILE_GONE,
        UPLOAD_GONE,
        UPLOAD_TAKEN,
        TOO_MANY_FILES,
        NOT_STORED,
        NO_HISTORY,
        NO_CHOICES,
        TOO_MANY_PAGES,
    ];

    #[test]
    fn the_page_says_each_problem_in_the_language_of_its_person() {
        let texts: BTreeMap<_, _> = adjutant_texts::page_texts().collect();
        for Problem { error, code } in ON_THE_PAGE {
            let key = json!(format!("web-refused-{code}"));
            assert!(texts["texts/en.js"].contains(&format!("{key}:{}", json!(error))), "{code}");
            assert!(include_str!("page/server.js").contains(&format!("{}: {key}", json!(code))), "{code}");
        }
    }
}
