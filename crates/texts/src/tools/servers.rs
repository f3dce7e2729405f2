//! The tools of MCP servers, and the servers' resources and prompts. Names are the servers' own.

use crate::fluent::text;

/// The prefix of a server's name in a stored source.
const SERVER: &str = "the server ";

/// The source of a server's text, as prompts name it.
pub fn source(server: &str) -> String {
    format!("{SERVER}{server}")
}

/// Returns the server of a source; `None` for a source of another kind.
pub(crate) fn of_source(source: &str) -> Option<&str> {
    source.strip_prefix(SERVER)
}

/// The kind of all calls that read a server's resources and prompts.
pub fn held_by(server: &str) -> String {
    format!("what {SERVER}{server} holds")
}

/// Returns the server of such a kind; `None` for any other kind.
pub(crate) fn of_kind(kind: &str) -> Option<&str> {
    of_source(kind.strip_prefix("what ")?.strip_suffix(" holds")?)
}

/// `name`: the name of the server's tool.
pub fn run(name: &str, server: &str) -> String {
    text!("tools-server-run", name = name, server = server)
}

/// The last line of the call's preview, for a tool that only reads.
pub fn changes_nothing() -> &'static str {
    text!("tools-server-changes-nothing")
}

pub fn list(server: &str) -> String {
    text!("tools-server-list", server = server)
}

/// `what`: the address of a resource.
pub fn read(what: &str, server: &str) -> String {
    text!("tools-server-read", what = what, server = server)
}

/// `what`: the name of a prompt.
pub fn read_prompt(what: &str, server: &str) -> String {
    text!("tools-server-read-prompt", what = what, server = server)
}
