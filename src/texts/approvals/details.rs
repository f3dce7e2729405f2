//! Everything there is to know before deciding.

use adjutant_channel::{ChatKind, Rich, rich::Unit};
use chrono_tz::Tz;

use super::{MESSAGE, moment, untrusted_line};
use crate::{store::approvals::Approval, tools::kit::Decider};

/// Arguments that are shown, in characters.
const ARGUMENTS: usize = 6_000;

/// Everything there is to know before deciding, in as many messages as it takes. `redact` takes secrets out.
pub fn details(approvals: &[Approval], zone: Tz, redact: impl Fn(&str) -> String) -> Vec<Rich> {
    let mut body = Rich::builder();
    for (i, approval) in approvals.iter().enumerate() {
        let number = if approvals.len() > 1 { format!("{}. ", i + 1) } else { String::new() };
        body = body
            .text(if i > 0 { "\n\n" } else { "" })
            .text(number)
            .bold(redact(&approval.summary))
            .text("\n\nTool: ")
            .code(&approval.tool)
            .text("\nArguments:\n")
            .pre("json", arguments(&redact(&pretty(&approval.arguments))));
        if !approval.preview.is_empty() {
            body = body.text("\nPreview:\n").pre("", redact(&approval.preview));
        }
        body = body.text("\nWhy I ask: ").text(redact(&approval.reason));
        if let Some(source) = &approval.untrusted {
            body = body.text(" ").text(untrusted_line(source));
        }
        body = body
            .text("\nWho decides: ")
            .text(decider(approval))
            .text("\nExpires: ")
            .text(moment(approval.expires_at, zone))
            .text("\nCall: ")
            .code(&approval.call_id.0);
    }
    body.build().split(MESSAGE, Unit::Chars)
}

fn pretty(arguments: &str) -> String {
    let parsed: Result<serde_json::Value, _> = serde_json::from_str(arguments);
    parsed.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or_else(|_| arguments.to_owned())
}

fn arguments(pretty: &str) -> String {
    match pretty.char_indices().nth(ARGUMENTS) {
        Some((end, _)) => {
            format!("{}…\n(cut here; {} characters in all)", &pretty[..end], pretty.chars().count())
        }
        None => pretty.to_owned(),
    }
}

fn decider(approval: &Approval) -> String {
    match (approval.decider, approval.chat_kind) {
        (Decider::Owner, _) => "the owner".to_owned(),
        (_, ChatKind::Direct) => approval.requester_name.clone(),
        (_, ChatKind::Group) => format!("{} or an approver", approval.requester_name),
    }
}

pub fn details_shown(before: bool) -> &'static str {
    if before { "The details are above." } else { "The details are below." }
}
