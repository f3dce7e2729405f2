//! The lines of a prompt about the requester and the decider.

use adjutant_channel::{ChatKind, Rich};
use adjutant_domain::tools::Decider;
use adjutant_store::approvals::Approval;

use super::NAME;
use crate::{
    elided::elided,
    fluent::{PART, text, with_part},
    places::group,
};

/// The line for the owner: the requester and the chat.
pub(super) fn asked_by(approvals: &[Approval]) -> Option<Rich> {
    let approval = approvals.iter().find(|approval| approval.is_decided_elsewhere())?;
    let place = match approval.chat_kind {
        ChatKind::Direct => Rich::plain(text!("approval-asked-in-direct-chat")),
        ChatKind::Group => group(&approval.channel, &approval.chat),
    };
    let name = elided(&approval.requester_name, NAME);
    let asks = text!("approval-asked-by", name = name, place = PART, channel = &approval.channel);
    Some(with_part(&asks, &place))
}

/// The line for a group: the person whose press counts.
pub(super) fn who_decides(approvals: &[Approval]) -> Option<String> {
    let approval = approvals.iter().find(|approval| approval.decider != Decider::Owner)?;
    if approval.chat_kind != ChatKind::Group {
        return None;
    }
    let name = elided(&approval.requester_name, NAME);
    Some(match approval.decider {
        Decider::OnlyRequester => text!("approval-only-requester", name = name),
        Decider::Reviewer => text!("approval-only-reviewer").to_owned(),
        _ => text!("approval-only-approver", name = name),
    })
}
