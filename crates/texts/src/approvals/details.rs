//! The details of approvals: everything to know before a decision.

use adjutant_channel::{ChatKind, Rich, rich::Unit};
use adjutant_domain::{shown, tools::Decider, zones::Zone};
use adjutant_store::approvals::Approval;

use super::{MESSAGE, moment, sources::all, untrusted_line};
use crate::fluent::text;

/// A piece of the details.
enum Piece {
    /// The bot's text, or other people's text in a line of the bot's.
    Text(String),
    Bold(String),
    Code(String),
    /// A block of code in this language.
    Block(&'static str, String),
}

/// The details of approvals, in full.
pub struct Details(Vec<Piece>);

impl Details {
    /// Returns the details of these approvals. `redact` removes secrets.
    pub fn of(approvals: &[Approval], zone: Zone, redact: impl Fn(&str) -> String) -> Self {
        Self(pieces(approvals, zone, |text| shown::text(&redact(text))))
    }

    /// Returns the details as one or more messages.
    pub fn messages(&self) -> Vec<Rich> {
        let body = self.0.iter().fold(Rich::builder(), |body, piece| match piece {
            Piece::Text(text) => body.text(text),
            Piece::Bold(text) => body.bold(text),
            Piece::Code(text) => body.code(text),
            Piece::Block(language, text) => body.pre(*language, text),
        });
        body.build().split(MESSAGE, Unit::Chars)
    }

    /// Returns the details as a text file.
    pub fn file(&self) -> String {
        let plain = |piece: &Piece| match piece {
            Piece::Text(text) | Piece::Bold(text) | Piece::Code(text) => text.clone(),
            Piece::Block(_, text) => format!("{text}\n"),
        };
        self.0.iter().map(plain).collect()
    }

    /// Returns the details as Markdown, with no markup but the code, the blocks and the bold text.
    pub fn markdown(&self) -> String {
        let markdown = |piece: &Piece| match piece {
            Piece::Text(text) => literal(text),
            Piece::Bold(text) => format!("**{}**", literal(&shown::line(text))),
            Piece::Code(text) => {
                let fence = fence(text, 1);
                format!("{fence}{text}{fence}")
            }
            Piece::Block(language, text) => {
                let fence = fence(text, 3);
                format!("{fence}{language}\n{text}\n{fence}")
            }
        };
        self.0.iter().map(markdown).collect()
    }
}

fn pieces(approvals: &[Approval], zone: Zone, redact: impl Fn(&str) -> String) -> Vec<Piece> {
    use Piece::{Block, Bold, Code, Text};
    let mut pieces = Vec::new();
    for (i, approval) in approvals.iter().enumerate() {
        let above = if i > 0 { "\n\n" } else { "" };
        let number = if approvals.len() > 1 { format!("{}. ", i + 1) } else { String::new() };
        pieces.extend([
            Text(format!("{above}{number}")),
            Bold(redact(&approval.summary)),
            Text(format!("\n\n{} ", text!("details-tool"))),
            Code(approval.tool.clone()),
            Text(format!("\n{}\n", text!("details-arguments"))),
            Block("json", redact(&pretty(&approval.arguments))),
        ]);
        if !approval.preview.is_empty() {
            let preview = Text(format!("\n{}\n", text!("details-preview")));
            pieces.extend([preview, Block("", redact(&approval.preview))]);
        }
        let sources = &approval.untrusted;
        let untrusted =
            (!sources.is_empty()).then(|| format!(" {}", untrusted_line(&shown::line(&all(sources)))));
        pieces.extend([
            Text(format!("\n{} {}", text!("details-reason"), redact(&approval.reason))),
            Text(untrusted.unwrap_or_default()),
            Text(format!("\n{} {}", text!("details-decider"), decider(approval))),
            Text(format!("\n{} {}", text!("details-expires"), moment(approval.expires_at, zone))),
            Text(format!("\n{} ", text!("details-call"))),
            Code(approval.call_id.0.clone()),
        ]);
    }
    pieces
}

/// Escapes a text so that it contains no markup.
fn literal(text: &str) -> String {
    let escaped = |c: char| c.is_ascii_punctuation().then_some('\\').into_iter().chain([c]);
    text.chars().flat_map(escaped).collect()
}

/// Returns a run of backticks that does not occur in a text, of at least `least`.
fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    "`".repeat(least.max(longest + 1))
}

fn pretty(arguments: &str) -> String {
    let parsed: Result<serde_json::Value, _> = serde_json::from_str(arguments);
    parsed.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or_else(|_| arguments.to_owned())
}

fn decider(approval: &Approval) -> String {
    match (approval.decider, approval.chat_kind) {
        (Decider::Owner, _) => text!("details-decider-owner").to_owned(),
        (Decider::Reviewer, _) => text!("details-decider-reviewer").to_owned(),
        (Decider::OnlyRequester, _) | (_, ChatKind::Direct) => approval.requester_name.clone(),
        (_, ChatKind::Group) => text!("details-decider-approver", name = &approval.requester_name),
    }
}

/// The answer to a press if the details follow in private.
pub fn details_in_private() -> &'static str {
    text!("details-below")
}

/// The line below the beginning of details that are too long for messages.
pub fn details_in_file(beginning: &Rich) -> Rich {
    Rich::builder().rich(beginning).text("\n\n").italic(text!("details-in-file")).build()
}

/// The answer to a press if the details are long and the disk refuses the file with them.
pub fn details_file_failed() -> &'static str {
    text!("details-file-failed")
}

pub fn details_shown(before: bool) -> &'static str {
    if before { text!("details-above") } else { text!("details-below") }
}
