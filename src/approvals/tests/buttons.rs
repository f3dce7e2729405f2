//! The data that buttons carry, and the answers to presses.

use super::*;

#[tokio::test]
async fn a_button_that_nobody_knows_is_said_to_be_unknown() {
    let room = Room::asking(&["example.com"]).await;
    let (alice, core) = (room.alice.clone(), room.core.clone());
    let answer = room
        .store
        .write(async move |tx| {
            press(tx, &core, &alice, ApprovalPress::Call("0123", CallChoice::Once), None, NOW).await
        })
        .await;
    assert_eq!(said(&answer), ("This button no longer works. Nothing has changed.", true));
}

#[tokio::test]
async fn a_press_shows_where_a_prompt_in_doubt_arrived() {
    let room = Room::asking(&["example.com"]).await;
    let (process, outbox_id) = (room.store.process.clone(), room.approvals[0].outbox_id);
    let (alice, core) = (room.alice.clone(), room.core.clone());
    let id = room.approvals[0].approval_id.clone();
    let row = room
        .store
        .write(async move |tx| {
            let row = outbox_rows::get(tx, outbox_id).await?.unwrap();
            outbox_rows::claim(tx, &row, &process, NOW).await?;
            outbox_rows::mark_unknown(tx, outbox_id, NOW, "cut").await?;
            let message = MessageId("77".into());
            press(tx, &core, &alice, ApprovalPress::Call(&id, CallChoice::Once), Some(&message), NOW + ms(1))
                .await?;
            outbox_rows::next(tx, &row.chat(), &process, NOW + ms(1)).await
        })
        .await;
    let outbox_rows::Next::Deliver(row) = row else { panic!("{row:?}") };
    assert_eq!(row.message_id.as_deref(), Some("77"), "the decision is an edit of that message");
}

#[tokio::test]
async fn the_data_of_every_button_is_read_and_short_enough() {
    let room = Room::asking(&["example.com", "example.org"]).await;
    for expanded in [false, true] {
        let mut approvals = room.approvals.clone();
        approvals.iter_mut().for_each(|approval| approval.expanded = expanded);
        let content = texts::prompt(i64::MAX, &approvals);
        let data: Vec<_> = content.buttons.iter().flatten().map(|button| button.data.as_str()).collect();
        assert_eq!(data.len(), if expanded { 13 } else { 8 });
        for data in data {
            assert!(data.len() <= 64, "{data} is longer than a button may carry");
            match Button::parse(data).unwrap() {
                Button::Approval(ApprovalPress::Call(id, _)) => {
                    assert!(approvals.iter().any(|approval| approval.approval_id == id));
                }
                Button::Approval(ApprovalPress::Prompt(id, _)) => assert_eq!(id, i64::MAX),
                other => panic!("{other:?}"),
            }
        }
    }
}
