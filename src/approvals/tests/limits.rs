//! Limits on the number of prompts.

use super::*;

fn at_most(per_turn: u32, per_hour: u32) -> Config {
    let mut config = Config::default();
    (config.approvals.max_per_turn, config.approvals.max_per_hour) = (per_turn, per_hour);
    config
}

#[tokio::test]
async fn an_hour_has_so_many_prompts() {
    let mut room = ApprovalRoom::with(at_most(5, 2)).await;
    assert_eq!(room.asks(&["a.example", "b.example"], How::default()).await, Asked::Prompted);
    assert_eq!(room.asks(&["c.example"], How::default()).await, Asked::Prompted);
    assert_eq!(room.asks(&["d.example"], How::default()).await, Asked::TooManyInHour);
    assert_eq!(room.approvals, [], "nothing was stored");

    let mut room = ApprovalRoom::with(at_most(5, 0)).await;
    for _ in 0..5 {
        assert_eq!(room.asks(&["a.example"], How::default()).await, Asked::Prompted);
    }
}

#[tokio::test]
async fn a_turn_has_so_many_prompts() {
    let hosts: Vec<_> = (0..13).map(|i| format!("h{i}.example")).collect();
    let hosts: Vec<_> = hosts.iter().map(String::as_str).collect();
    let mut room = ApprovalRoom::with(at_most(2, 0)).await;
    assert_eq!(room.asks(&hosts, How::default()).await, Asked::TooManyInTurn);
    assert_eq!(room.asks(&hosts[..12], How::default()).await, Asked::Prompted);
    let prompts: Vec<_> = room.approvals.iter().map(|approval| approval.outbox_id).collect();
    assert_eq!((prompts[0], prompts[6]), (prompts[5], prompts[11]), "six in each");
    assert_ne!(prompts[0], prompts[11]);
}

#[tokio::test]
async fn calls_with_a_prompt_of_their_own_are_no_more_requests() {
    let hosts: Vec<_> = (0..13).map(|i| format!("h{i}.example")).collect();
    let hosts: Vec<_> = hosts.iter().map(String::as_str).collect();
    let how = || How { untrusted: Some("example.net"), ..How::default() };
    let mut room = ApprovalRoom::with(at_most(2, 0)).await;
    assert_eq!(room.asks(&hosts, how()).await, Asked::TooManyInTurn, "three requests");
    assert_eq!(room.asks(&hosts[..12], how()).await, Asked::Prompted);
    let prompts: std::collections::HashSet<_> =
        room.approvals.iter().map(|approval| approval.outbox_id).collect();
    assert_eq!(prompts.len(), 12, "each has its own");
}
