//! The lines of a prompt that say who asks, and who decides.

use adjutant_channel::{ChatKind, Rich};
use adjutant_domain::{shown::elided, tools::Decider};
use adjutant_store::approvals::Approval;

use super::NAME;
use crate::places::group;

/// The line for the owner: who asks, and where.
pub(super) fn asked_by(approvals: &[Approval]) -> Option<Rich> {
    let approval = approvals.iter().find(|approval| approval.is_decided_elsewhere())?;
    let place = match approval.chat_kind {
        ChatKind::Direct => Rich::plain("their chat with me"),
        ChatKind::Group => group(&approval.channel, &approval.chat),
    };
    let asks = format!("{} asks for this, in ", elided(&approval.requester_name, NAME));
    Some(Rich::builder().text(asks).rich(&place).text(format!(" ({}).", approval.channel)).build())
}

/// The line for a group: whose presses count.
pub(super) fn who_decides(approvals: &[Approval]) -> Option<String> {
    let approval = approvals.iter().find(|approval| approval.decider != Decider::Owner)?;
    if approval.chat_kind != ChatKind::Group {
        return None;
    }
    let name = elided(&approval.requester_name, NAME);
    Some(match approval.decider {
        Decider::OnlyRequester => format!("Only {name} can decide, because it is theirs."),
        Decider::Reviewer => "Only the owner or a reviewer of the website can decide.".to_owned(),
        _ => format!("Only {name} or an approver can decide."),
    })
}
