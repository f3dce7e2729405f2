//! The tools of MCP servers, and what those hold. Names are the servers' own.

use crate::fluent::text;

/// Stands before the name of a server where it is the source of words, as they are stored.
const SERVER: &str = "the server ";

/// The source of what a server says, as prompts name it.
pub fn source(server: &str) -> String {
    format!("{SERVER}{server}")
}

/// Returns the server of a source; `None` if it is of another kind.
pub(crate) fn of_source(source: &str) -> Option<&str> {
    source.strip_prefix(SERVER)
}

/// The kind of all calls that read what a server holds.
pub fn held_by(server: &str) -> String {
    format!("what {SERVER}{server} holds")
}

/// Returns the server of such a kind; `None` if it is another.
pub(crate) fn of_kind(kind: &str) -> Option<&str> {
    of_source(kind.strip_prefix("what ")?.strip_suffix(" holds")?)
}

/// `name`: of a tool of the server.
pub fn run(name: &str, server: &str) -> String {
    text!("tools-server-run", name = name, server = server)
}

/// The last line of what that call says.
pub fn changes_nothing() -> &'static str {
    text!("tools-server-changes-nothing")
}

pub fn list(server: &str) -> String {
    text!("tools-server-list", server = server)
}

/// `what`: the address of something that the server holds.
pub fn read(what: &str, server: &str) -> String {
    text!("tools-server-read", what = what, server = server)
}

/// `what`: the name of a prompt.
pub fn read_prompt(what: &str, server: &str) -> String {
    text!("tools-server-read-prompt", what = what, server = server)
}
