//! The texts that people read: on the page when a request fails, and in `doctor`. The page's own texts are
//! where all of the gateway's are.

use std::net::SocketAddr;

pub(crate) const FOREIGN_HOST: &str = "This page is not served under that name. Open it by the address the gateway \
                                       prints, or add the name to `hosts` under [channels.web].";
pub(crate) const FOREIGN_ORIGIN: &str = "Requests from other sites are refused.";
pub(crate) const TOKEN_NEEDED: &str = "The access token is missing or wrong.";
pub(crate) const NOT_FOUND: &str = "Not found.";
pub(crate) const NOT_UNDERSTOOD: &str = "The request was not understood. Reload the page.";
pub(crate) const TOO_LONG: &str =
    "That is too long for one message. Send it in parts of at most 60,000 characters.";
pub(crate) const EMPTY: &str = "An empty message cannot be sent.";
pub(crate) const FILE_TOO_BIG: &str = "The file is too large: at most 20 MB can be sent.";
pub(crate) const FILE_EMPTY: &str = "The file is empty.";
pub(crate) const FILE_NOT_STORED: &str = "The gateway could not store the file. Is its disk full?";
pub(crate) const FILE_UNREADABLE: &str = "The gateway could not read the file.";
pub(crate) const FILE_GONE: &str = "This file no longer exists.";
pub(crate) const UPLOAD_GONE: &str = "A file of this message no longer exists. Choose it again.";
pub(crate) const TOO_MANY_FILES: &str = "One message can carry 10 files. Send the others in another one.";
pub(crate) const NOT_STORED: &str = "The gateway could not store this. It was not sent; try again.";
pub(crate) const NO_HISTORY: &str = "The gateway could not read the history.";
pub(crate) const NO_CHOICES: &str = "The gateway could not look up suggestions.";
pub(crate) const TOO_MANY_PAGES: &str = "Too many pages are open. Close some.";

/// The answer to a press if the gateway returns none.
pub(crate) const PRESS_NOTED: &str = "Noted.";

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
