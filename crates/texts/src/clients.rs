//! `/mcp`: the programs that a person lets use their data, and the programs' calls.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{Button, ClientAction, ClientPress},
    zones::Zone,
};
use adjutant_store::mcp_clients::Client;

use super::{
    button,
    fluent::{PART, text, with_parts},
    in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
};

/// The longest shown part of a name, in characters.
const NAME: usize = 60;
/// The longest shown part of a title, in characters.
const TITLE: usize = 300;

pub fn in_private() -> &'static str {
    text!("clients-in-private")
}

pub fn how_to_add() -> &'static str {
    text!("clients-how-to-add")
}

pub fn bad_name() -> &'static str {
    text!("clients-bad-name")
}

pub fn name_is_taken(name: &str) -> String {
    text!("clients-name-taken", name = name)
}

pub fn too_many(most: usize) -> String {
    text!("clients-too-many", most = most)
}

/// The one message that shows a token.
pub fn token(client: &Client, token: &str, address: Option<&str>) -> Content {
    let code = |text: &str| Rich::builder().code(text).build();
    let (command, variable) = (code("adjutant mcp serve"), code("ADJUTANT_MCP_TOKEN"));
    let give = match address {
        Some(address) => {
            let text = text!("clients-give-address", address = PART, command = PART, variable = PART);
            with_parts(&text, &[code(address), command, variable])
        }
        None => {
            with_parts(&text!("clients-give-command", command = PART, variable = PART), &[command, variable])
        }
    };
    let body = Rich::builder()
        .text(text!("clients-token-for", name = client.name.as_str()))
        .text("\n\n")
        .code(token)
        .text("\n\n")
        .rich(&give)
        .build();
    let hide = act(text!("clients-hide"), client, ClientAction::Hide, ButtonStyle::Primary);
    Content { body, buttons: vec![vec![hide]], ..Content::default() }
}

/// The content of the message after its token is removed.
pub fn token_removed(name: &str) -> Content {
    Content::text(Rich::plain(text!("clients-token-removed", name = in_a_line(name, NAME))))
}

pub fn hidden() -> &'static str {
    text!("clients-hidden")
}

/// A page, from 0, of a person's programs.
pub fn listing(clients: &[Client], page: i64, zone: Zone) -> Content {
    let page = Page::of(page, clients.len() as i64);
    let here: Vec<_> = clients.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder().bold(text!("clients-title"));
    body = match here.is_empty() {
        true => body.text(text!("clients-none")).text("\n"),
        false => body.text(page.extent(here.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, client) in page.numbers().zip(&here) {
        let name = in_a_line(&client.name, NAME);
        body = body
            .text(format!("\n{number}. "))
            .bold(name)
            .text(text!("clients-about", used = used(client, zone)));
        open.push(act(&titled(number, &client.name), client, ClientAction::Open, ButtonStyle::Plain));
    }
    body = body.text(if here.is_empty() { "\n" } else { "\n\n" }).text(how_to_add());
    let turns = page.turns(|label, page| press(label, ClientPress::Page(page), ButtonStyle::Plain));
    Content { body: body.build(), buttons: in_rows(open.into_iter(), turns), ..Content::default() }
}

/// A program.
pub fn one(client: &Client, zone: Zone) -> Content {
    let body = Rich::builder()
        .bold(in_a_line(&client.name, NAME))
        .text("\n")
        .text(text!("clients-let-in", time = moment(client.created_at, zone)))
        .text("\n")
        .text(text!("clients-uses", used = used(client, zone)))
        .text("\n\n")
        .text(text!("clients-if-removed"))
        .build();
    let row = vec![
        act(text!("button-remove"), client, ClientAction::Remove, ButtonStyle::Danger),
        press(text!("button-back"), ClientPress::Page(0), ButtonStyle::Plain),
    ];
    Content { body, buttons: vec![row], ..Content::default() }
}

pub fn removed() -> &'static str {
    text!("clients-removed")
}

pub fn no_such_client() -> &'static str {
    text!("clients-gone")
}

fn used(client: &Client, zone: Zone) -> String {
    match client.last_used_at {
        Some(at) => text!("clients-last-used", time = moment(at, zone)),
        None => text!("clients-not-used").to_owned(),
    }
}

fn act(label: &str, client: &Client, action: ClientAction, style: ButtonStyle) -> Shown {
    press(label, ClientPress::Client(client.client_id.as_str(), action), style)
}

fn press(label: &str, press: ClientPress<'_>, style: ButtonStyle) -> Shown {
    button(label, Button::Client(press), style)
}

// The server, for programs and their models: in English -------------------------------------------------------

pub fn instructions() -> &'static str {
    "The notes, schedules and files of one person, as their assistant Adjutant keeps them. Reading answers at once. \
     Whatever changes something asks the person in their chat first: the call waits until they decide, up to an hour."
}

pub fn no_token() -> &'static str {
    "set ADJUTANT_MCP_TOKEN to a token: send /mcp new NAME to the bot in a direct chat to get one"
}

pub fn not_valid() -> &'static str {
    "the token is not valid, or not any more: send /mcp new NAME to the bot in a direct chat to get another, and set \
     ADJUTANT_MCP_TOKEN to that"
}

pub fn no_bearer() -> &'static str {
    "the request shows no token: send it as Authorization: Bearer TOKEN. Send /mcp new NAME to the bot in a direct chat to \
     get one"
}

pub fn foreign_host() -> &'static str {
    "the request is for another host: use the address that /mcp new NAME shows, or set public_url under [mcp_server]"
}

pub fn foreign_page() -> &'static str {
    "pages of other sites are not served: connect from a program"
}

pub fn message_too_long() -> &'static str {
    "the message takes more than 1 MiB: send several shorter ones"
}

pub fn not_json() -> &'static str {
    "the body is no JSON"
}

pub fn invalid_params(method: &str) -> String {
    format!("the params of {method} have not the form that the protocol describes")
}

pub fn not_one_message() -> &'static str {
    "the body is no single message: send each message of a batch in a request of its own"
}

pub fn session_is_over() -> &'static str {
    "the session is over: begin another with initialize"
}

pub fn not_served() -> &'static str {
    "the bot does not serve the person of this token now: ask whoever runs it"
}

pub fn too_many_connections() -> &'static str {
    "too many connections within a minute: wait a minute, and keep the connection open"
}

pub fn too_many_open() -> &'static str {
    "too many connections of the person are open: close some, or wait"
}

pub fn too_many_at_once(most: usize) -> String {
    format!("{most} calls are under way already: wait until one of them has its result")
}

pub fn too_many_calls(most: usize) -> String {
    format!("more than {most} calls within a minute: wait a minute, and call again")
}

pub fn arguments_too_long(most: usize) -> String {
    format!("the arguments take more than {most} bytes: make several shorter calls")
}

pub fn gateway_is_away() -> &'static str {
    "Adjutant is not running, so nobody can answer: start it with `adjutant run`, and call again"
}

pub fn internal_error() -> &'static str {
    "an internal error of Adjutant, which its log describes; calling again later may help"
}

pub fn ended() -> &'static str {
    "the call was stopped, and has no result: ask the person before you call again"
}

pub fn waits() -> &'static str {
    "waiting for the person to decide in their chat"
}

pub fn gateway_ends() -> &'static str {
    "Adjutant ends, and the call is withdrawn: call again once it runs"
}

pub fn nobody_decided() -> &'static str {
    "the person has not decided in time, and the call is withdrawn: call again when they are at hand"
}

// Calls --------------------------------------------------------------------------------------------------------

/// Returns the source of a program's text.
pub fn source(name: &str) -> String {
    format!("the program “{name}”")
}

pub fn asked_by(name: &str, why: &str) -> String {
    text!("clients-asked-by", name = name, why = why)
}

pub fn always_asks() -> &'static str {
    text!("clients-always-asks")
}

/// The line about a call that changed something, or failed.
pub fn outcome(name: &str, failed: bool, title: &str) -> String {
    let (name, title) = (in_a_line(name, NAME), in_a_line(title, TITLE));
    match failed {
        false => text!("clients-done", name = name, title = title),
        true => text!("clients-failed", name = name, title = title),
    }
}
