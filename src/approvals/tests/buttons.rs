//! The data in buttons, and the answers to presses.

use super::*;

#[tokio::test]
async fn a_button_that_nobody_knows_is_said_to_be_unknown() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let button = ApprovalPress::Call("0123", CallChoice::Once);
    let answer = room.press_on(&room.alice, room.approvals[0].outbox_id, button, NOW).await;
    assert_eq!(said(&answer), ("This button no longer works. Nothing has changed.", true));
}

#[tokio::test]
async fn a_press_shows_where_a_prompt_in_doubt_arrived() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let (process, outbox_id) = (room.store.process.clone(), room.approvals[0].outbox_id);
    let (alice, core) = (room.alice.clone(), room.core.clone());
    let id = room.approvals[0].approval_id.clone();
    let row = room
        .store
        .write(async move |tx| {
            let row = outbox_rows::get(tx, outbox_id).await?.unwrap();
            let row = outbox_rows::claim(tx, &row, &process, NOW).await?.unwrap();
            outbox_rows::mark_unknown(tx, row.claim(), NOW, "cut").await?;
            let message = MessageId("77".into());
            let button = ApprovalPress::Call(&id, CallChoice::Once);
            let pressed = Pressed { button, chat: &chat("alice"), message: Some(&message), is_repeat: false };
            press(tx, &core, &alice, pressed, NOW + ms(1)).await?;
            outbox_rows::next(tx, &row.chat(), &process, NOW + ms(1)).await
        })
        .await;
    let outbox_rows::Next::Deliver(row) = row else { panic!("{row:?}") };
    assert_eq!(row.message_id.as_deref(), Some("77"), "the decision is an edit of that message");
}

#[tokio::test]
async fn the_data_of_every_button_is_read_and_short_enough() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    for expanded in [false, true] {
        let mut approvals = room.approvals.clone();
        approvals.iter_mut().for_each(|approval| approval.expanded = expanded);
        let content = texts::prompt(&approvals);
        let data: Vec<_> = content.buttons.iter().flatten().map(|button| button.data.as_str()).collect();
        assert_eq!(data.len(), if expanded { 13 } else { 8 });
        for data in data {
            assert!(data.len() <= 64, "{data} is longer than a button may carry");
            match Button::parse(data).unwrap() {
                Button::Approval(ApprovalPress::Call(id, _)) => {
                    assert!(approvals.iter().any(|approval| approval.approval_id == id));
                }
                Button::Approval(ApprovalPress::Whole(token, _)) => {
                    assert_eq!(Some(token), approvals[0].prompt.as_deref());
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

const NOT_VALID: &str =
    "This prompt is no longer valid. Nothing has changed. /approvals lists what waits for a decision.";

#[tokio::test]
async fn a_press_counts_only_below_the_prompt_s_own_message() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    let token = room.approvals[0].prompt.clone().unwrap();
    let own = MessageId("77".into());
    let first = room.approvals[0].outbox_id;
    let at = own.clone();
    room.store.write(async move |tx| outbox_rows::confirm_by_press(tx, first, &at, NOW).await).await;
    let id = room.approvals[0].approval_id.clone();
    for button in [
        ApprovalPress::Call(&id, CallChoice::Once),
        ApprovalPress::Whole(&token, PromptChoice::ApproveAll),
        ApprovalPress::Whole(&token, PromptChoice::Details),
    ] {
        let other = MessageId("76".into());
        for place in [(&chat("alice"), Some(&other)), (&chat("family"), Some(&own)), (&chat("alice"), None)] {
            let answer = room.press_at(&room.alice, button, place, NOW).await;
            assert_eq!(said(&answer), (NOT_VALID, true), "{button:?} {place:?}");
        }
    }
    assert!(room.calls().await.iter().all(|(state, _)| *state == CallState::Asking));
    let all = ApprovalPress::Whole(&token, PromptChoice::ApproveAll);
    let answer = room.press_at(&room.alice, all, (&chat("alice"), Some(&own)), NOW).await;
    assert_eq!(said(&answer), ("Approved 2 requests.", false));
}

#[tokio::test]
async fn a_number_that_has_come_again_decides_nothing() {
    let mut room = ApprovalRoom::asking(&["example.com"]).await;
    // A button of an earlier version, whose prompt's number now belongs to another prompt.
    let number = room.approvals[0].outbox_id;
    let old = ApprovalPress::Prompt(number, PromptChoice::ApproveAll);
    assert_eq!(said(&room.press_on(&room.alice, number, old, NOW).await), (NOT_VALID, true));
    assert_eq!(room.calls().await[0].0, CallState::Asking);

    // A waiting prompt of an earlier version is found by its number, below its own message.
    room.asks(&["example.org"], How::default()).await;
    let number = room.approvals[0].outbox_id;
    room.store
        .write(async move |tx| {
            tx.execute("UPDATE approvals SET prompt = NULL WHERE outbox_id = ?1", [number]).await
        })
        .await;
    let old = ApprovalPress::Prompt(number, PromptChoice::ApproveAll);
    let elsewhere = (&chat("family"), Some(&MessageId("1".into())));
    assert_eq!(said(&room.press_at(&room.alice, old, elsewhere, NOW).await), (NOT_VALID, true));
    assert_eq!(said(&room.press_on(&room.alice, number, old, NOW).await), ("Approved 1 request.", false));
}
