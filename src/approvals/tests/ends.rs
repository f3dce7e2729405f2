//! Approvals that end without a decision.

use super::*;

#[tokio::test]
async fn what_is_withdrawn_ends_its_turn_and_cannot_be_approved() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    let session = room.session.session_id.clone();
    let withdrawn = room.store.write(async move |tx| withdraw(tx, &session, NOW + ms(1)).await).await;
    assert_eq!(withdrawn, Withdrawn { approvals: 2, ..Withdrawn::default() });
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        🚫 Withdrawn; nothing was done

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        🚫 Withdrawn; nothing was done
        ");
    assert_eq!(room.turn_state().await, turns::State::Stopped);
    let refused = (CallState::Done, texts::not_decided_for_model(State::Cancelled).1);
    assert_eq!(room.calls().await, [refused.clone(), refused]);
    assert_eq!(room.error_codes().await, ["cancelled", "cancelled"]);

    let answer = room.press(&room.alice, 0, CallChoice::Once, NOW + ms(2)).await;
    assert_eq!(said(&answer), ("This was already decided. This was withdrawn. Nothing was done.", true));
    let session = room.session.session_id.clone();
    let again = room.store.write(async move |tx| withdraw(tx, &session, NOW + ms(3)).await).await;
    assert_eq!(again, Withdrawn::default());
}

#[tokio::test]
async fn what_nobody_decided_expires_once_and_is_said_in_the_chat() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    let expire = |now| {
        let turn = room.turn.clone();
        room.store.write(async move |tx| expire(tx, &Channels::default(), &turn, now).await)
    };
    assert_eq!(expire(EXPIRES - ms(1)).await, 0);
    assert_eq!(expire(EXPIRES).await, 2);
    assert_eq!(expire(EXPIRES + ms(1)).await, 0);
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ⌛ Expired; nothing was done

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        ⌛ Expired; nothing was done
        ");
    assert_eq!(room.turn_state().await, turns::State::Stopped);
    let refused = (CallState::Done, texts::not_decided_for_model(State::Expired).1);
    assert_eq!(room.calls().await, [refused.clone(), refused]);
    assert_eq!(room.error_codes().await, ["expired", "expired"]);
    assert_eq!(room.decisions().await, 0, "no model is called for it");

    let source = OutboxKey::Expired(room.approvals[0].approval_id.clone());
    let said = room.store.read(async move |tx| outbox_rows::of_source(tx, &source).await).await;
    assert_eq!(said.len(), 1);
    insta::assert_snapshot!(said[0].content().unwrap().body.text, @r"
        Nobody decided within 24 h, so this was not done:

        • Fetch https://example.com/
        • Fetch https://example.org/
        ");

    let answer = room.press(&room.alice, 0, CallChoice::Once, EXPIRES + ms(2)).await;
    let late = "This was already decided. Too late: this had expired. Nothing was done.";
    assert_eq!((answer.text.as_str(), answer.alert), (late, true));
}
