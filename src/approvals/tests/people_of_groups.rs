//! The people who may decide, by role and chat.

use std::collections::HashSet;

use adjutant_domain::scope::Scope;
use adjutant_store::{
    retention::{self, TurnCursor},
    site::{self, sharing},
};

use super::*;

const ELSE: &str = "Only the person who asked for this, or an approver, can decide. Nothing has changed.";

#[tokio::test]
async fn in_a_group_the_requester_an_approver_or_the_owner_decides() {
    let room = ApprovalRoom::asking_in_a_group(&["example.com"], How::default()).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        Only alice or an approver can decide.
        [Approve] [Deny]
        [More choices] [Details]
        ");
    for choice in [CallChoice::Once, CallChoice::AlwaysKind, CallChoice::Deny, CallChoice::SayWhy] {
        assert_eq!(said(&room.press(&room.bob, 0, choice, NOW).await), (ELSE, true));
    }
    for choice in [PromptChoice::ApproveAll, PromptChoice::DenyAll, PromptChoice::More, PromptChoice::Details]
    {
        assert_eq!(said(&room.press_below(&room.bob, choice, NOW).await), (ELSE, true));
    }
    assert_eq!(room.calls().await, [(CallState::Asking, calls::PENDING.to_owned())]);

    let approver = User { approver: true, ..room.bob.clone() };
    const THEIRS: &str = "Only alice can allow that, because it would also hold in their own chats. You can approve \
                          this call alone, or allow it for this conversation.";
    for choice in [CallChoice::AlwaysKind, CallChoice::Hour] {
        assert_eq!(said(&room.press(&approver, 0, choice, NOW).await), (THEIRS, true));
    }
    assert_eq!(
        said(&room.press(&approver, 0, CallChoice::Conversation, NOW).await),
        ("Approved for this conversation: example.com.", false)
    );
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ✅ Approved by bob for this conversation: example.com
        ");
    assert_eq!(room.granted(&room.alice).await, ["example.com"], "the grant belongs to the requester");
    assert_eq!(room.granted(&room.bob).await, [""; 0]);

    let room = ApprovalRoom::asking_in_a_group(&["example.com"], How::default()).await;
    let owner = room.owner().await;
    assert!(!room.press(&owner, 0, CallChoice::Deny, NOW).await.alert);
    let room = ApprovalRoom::asking_in_a_group(&["example.com"], How::default()).await;
    assert!(!room.press(&room.alice, 0, CallChoice::Deny, NOW).await.alert);
}

#[tokio::test]
async fn in_a_direct_chat_only_the_requester_decides() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let (owner, approver) = (room.owner().await, User { approver: true, ..room.bob.clone() });
    for other in [&owner, &approver] {
        let answer = room.press(other, 0, CallChoice::Once, NOW).await;
        assert_eq!(
            said(&answer),
            ("Only the person who asked for this can decide. Nothing has changed.", true)
        );
    }
}

const OWNERS: How = How { decider: Decider::Owner, preview: "", untrusted: None };

#[tokio::test]
async fn what_only_the_owner_can_decide_is_asked_in_the_owner_s_chat() {
    let mut room = ApprovalRoom::new().await;
    let owner = room.owner().await;
    room.goes_to_a_group().await;
    assert_eq!(room.asks(&["example.com"], OWNERS).await, Asked::Prompted);
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        alice asks for this, in the group family (test).
        [Approve] [Deny]
        [More choices] [Details]
        ");
    assert_eq!(room.prompt_row().await.chat(), chat("carol"));
    let line = OutboxKey::Waits(room.approvals[0].outbox_id);
    insta::assert_snapshot!(room.said(line.clone()).await.join("\n"), @r"
        Fetch https://example.com/
        This waits for the owner’s approval.
        ");
    let approver = User { approver: true, ..room.bob.clone() };
    for other in [&room.alice, &approver] {
        let answer = room.press(other, 0, CallChoice::Once, NOW).await;
        assert_eq!(said(&answer), ("Only the owner can decide this. Nothing has changed.", true));
    }
    assert_eq!(said(&room.press(&owner, 0, CallChoice::Once, NOW).await), ("Approved.", false));
    insta::assert_snapshot!(room.said(line).await.join("\n"), @r"
        Fetch https://example.com/
        ✅ Approved by carol
        ");
    assert_eq!(room.decisions().await, 1, "alice's turn goes on");
}

#[tokio::test]
async fn a_grant_says_whether_the_owner_gave_it() {
    let mut room = ApprovalRoom::new().await;
    let owner = room.owner().await;
    let by_owner = async |room: &ApprovalRoom| {
        let session = room.session.clone();
        let found = room.store.read(async move |tx| {
            let com = [Pattern::kind("example.com")];
            grants::find(tx, &session.user_id, &session, "web_fetch", &com, &Sources::OWN, NOW).await
        });
        found.await.map(|grant| grant.by_owner)
    };
    assert_eq!(by_owner(&room).await, None);
    room.asks(&["example.com"], How::default()).await;
    room.press(&room.alice, 0, CallChoice::AlwaysKind, NOW).await;
    assert_eq!(by_owner(&room).await, Some(false));
    room.asks(&["example.com"], OWNERS).await;
    room.press(&owner, 0, CallChoice::Hour, NOW).await;
    assert_eq!(by_owner(&room).await, Some(true), "the owner's comes first");
}

#[tokio::test]
async fn a_grant_from_the_owner_outlives_the_turn_in_which_it_was_given() {
    let mut room = ApprovalRoom::new().await;
    let owner = room.owner().await;
    room.goes_to_a_group().await;
    room.asks(&["example.com"], OWNERS).await;
    room.press(&owner, 0, CallChoice::AlwaysKind, NOW).await;
    let (turn, session) = (room.turn.clone(), room.session.session_id.clone());
    let id = room.approvals[0].approval_id.clone();
    room.store
        .write(async move |tx| {
            turns::set_state(tx, &turn, turns::State::Done, NOW).await?;
            sessions::reset_context(tx, &session).await?;
            let over = retention::turns(tx, NOW + ms(1), &TurnCursor::default(), 10).await?;
            retention::forget_turns(tx, &over, 100).await?;
            assert_eq!(rows::get(tx, &id).await?, None);
            Ok(())
        })
        .await;
    let (alice, here) = (room.alice.user_id.clone(), Scope::in_chat(&chat("family"), ChatKind::Group));
    let given = room.store.read(async move |tx| grants::in_force_in(tx, &alice, &here, NOW).await).await;
    let given: Vec<_> = given.iter().map(|grant| (grant.label.as_str(), grant.by_owner)).collect();
    assert_eq!(given, [("example.com", true)]);
}

#[tokio::test]
async fn without_an_owner_to_ask_nothing_is_stored() {
    let mut room = ApprovalRoom::new().await;
    room.store.write(async |tx| people::ensure_owner(tx, NOW).await).await;
    assert_eq!(room.asks(&["example.com"], OWNERS).await, Asked::NobodyToAsk);
    assert_eq!(room.approvals, []);
    let waiting = async |tx: &Tx| outbox_rows::count_open(tx).await;
    assert_eq!(room.store.read(waiting).await, 0);
}

#[tokio::test]
async fn the_owner_is_asked_where_they_are() {
    let mut room = ApprovalRoom::new().await;
    let owner = room.owner().await;
    let id = owner.user_id.clone();
    let own = async move |tx: &SyncedTx| sessions::open(tx, &chat("carol"), ChatKind::Direct, &id, NOW).await;
    (room.session, room.alice) = (room.store.write(own).await, owner);
    assert_eq!(room.asks(&["example.com"], OWNERS).await, Asked::Prompted);
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        [Approve] [Deny]
        [More choices] [Details]
        ");
    assert_eq!(room.said(OutboxKey::Waits(room.approvals[0].outbox_id)).await, [""; 0]);
}

#[tokio::test]
async fn the_owner_sees_what_waits_for_them() {
    let mut room = ApprovalRoom::new().await;
    let owner = room.owner().await;
    room.asks(&["example.com"], OWNERS).await;
    room.asks(&["example.org"], How::default()).await;
    let seen = async |user: &User| {
        let user = user.clone();
        let pending = room.store.read(async move |tx| rows::pending_for(tx, &user, NOW, 10).await).await;
        pending.into_iter().map(|approval| approval.summary).collect::<Vec<_>>()
    };
    assert_eq!(seen(&owner).await, ["Fetch https://example.com/"]);
    assert_eq!(seen(&room.alice).await.len(), 2);
    assert_eq!(seen(&room.bob).await, [""; 0]);
}

#[tokio::test]
async fn in_a_group_the_reason_is_a_reply_to_the_prompt() {
    let room = ApprovalRoom::asking_in_a_group(&["example.com"], How::default()).await;
    let outbox_id = room.approvals[0].outbox_id;
    let at = MessageId("77".into());
    room.store.write(async move |tx| outbox_rows::confirm_by_press(tx, outbox_id, &at, NOW).await).await;
    let answer = room.press(&room.alice, 0, CallChoice::SayWhy, NOW).await;
    assert_eq!(said(&answer), ("Reply to the question with the reason.", false));
    let says = async |user: &User, reply_to: Option<&str>| {
        let quoted = reply_to.map(|id| adjutant_channel::Quoted {
            message_id: MessageId(id.into()),
            text: String::new(),
            from_bot: true,
        });
        let user = user.clone();
        let said = async move |tx: &SyncedTx| {
            let said = Said { text: "too far", reply_to: quoted.as_ref(), arrived_at: None };
            take_text(tx, &user, &chat("family"), said, NOW).await
        };
        room.store.write(said).await
    };
    assert!(!says(&room.alice, None).await);
    assert!(!says(&room.alice, Some("76")).await);
    assert!(!says(&room.bob, Some("77")).await);
    assert!(says(&room.alice, Some("77")).await);
    assert_eq!(room.calls().await, [(CallState::Done, texts::denied_for_model(Some("too far")))]);
}

#[tokio::test]
async fn whoever_is_linked_decides_as_the_requester_and_the_grant_holds_for_both() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let linked = room.linked(&room.alice, &room.bob).await;
    assert_eq!(
        said(&room.press(&linked, 0, CallChoice::AlwaysKind, NOW).await),
        ("Approved, always: example.com.", false)
    );
    assert_eq!(room.granted(&room.alice).await, ["example.com"]);
    assert_eq!(room.granted(&room.bob).await, ["example.com"]);
    let bob = room.bob.user_id.clone();
    room.store.write(async move |tx| people::unlink(tx, &bob).await).await;
    assert_eq!(room.granted(&room.bob).await, [""; 0], "alice was the requester");
}

#[tokio::test]
async fn whoever_is_linked_to_the_owner_decides_what_only_the_owner_can() {
    let how = How { decider: Decider::Owner, ..How::default() };
    let mut room = ApprovalRoom::new().await;
    let owner = room.owner().await;
    let linked = room.linked(&owner, &room.bob).await;
    assert_eq!(room.asks(&["example.com"], how).await, Asked::Prompted);
    assert!(!room.press(&linked, 0, CallChoice::AlwaysKind, NOW).await.alert);
    let alice = room.alice.user_id.clone();
    let given = async move |tx: &Tx| grants::in_force(tx, &alice, NOW).await;
    assert!(room.store.read(given.clone()).await[0].by_owner);
    let bob = room.bob.user_id.clone();
    room.store.write(async move |tx| people::unlink(tx, &bob).await).await;
    assert!(!room.store.read(given).await[0].by_owner, "the giver is no longer the owner");
}

#[tokio::test]
async fn a_prompt_that_went_with_its_owner_s_data_can_still_be_denied_with_a_press_for_a_reason() {
    let mut room = ApprovalRoom::new().await;
    let owner = room.owner().await;
    assert_eq!(room.asks(&["example.com"], OWNERS).await, Asked::Prompted);
    assert!(!room.press_below(&owner, PromptChoice::More, NOW).await.alert);
    let prompt = room.approvals[0].outbox_id;
    let asked = Inbound {
        external_id: "2".to_owned(),
        chat: chat("carol"),
        chat_kind: ChatKind::Direct,
        sender: Sender::person("carol", "carol"),
        sent_at: NOW.to_utc(),
        opened_at: None,
        heard: Heard::Addressed,
        event: Event::Removed,
    };
    let forgotten = owner.clone();
    let owner = room
        .store
        .write(async move |tx| {
            let deletion = forget::ask(tx, &asked, &forgotten.user_id, NOW).await?;
            forget::begin(tx, &deletion, NOW + ms(1)).await?;
            let deletion = forget::get(tx, &deletion.forgetting_id).await?.unwrap();
            while forget::step(tx, &deletion, &forgotten.user_id).await? {}
            people::owner(tx).await
        })
        .await;
    // The message is still in the chat, with all its buttons.
    let answer = room.press(&owner, 0, CallChoice::SayWhy, NOW + ms(2)).await;
    assert_eq!(said(&answer), ("Denied. Nothing was done.", false));
    assert_eq!(room.calls().await, [(CallState::Done, texts::denied_for_model(None))]);
    assert_eq!(room.decisions().await, 1);
    for id in [0, prompt] {
        let details = ApprovalPress::Prompt(id, PromptChoice::Details);
        let answer = room.press_on(&owner, id, details, NOW + ms(3)).await;
        assert!(answer.alert, "there is no such prompt: {answer:?}");
    }
}

#[tokio::test]
async fn what_is_the_requester_s_own_is_released_by_nobody_else() {
    let how = How { decider: Decider::OnlyRequester, ..How::default() };
    let room = ApprovalRoom::asking_in_a_group(&["example.com"], how).await;
    let (owner, approver) = (room.owner().await, User { approver: true, ..room.bob.clone() });
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        Only alice can decide, because it is theirs.
        [Approve] [Deny]
        [More choices] [Details]
        ");
    const THEIRS: &str =
        "Only the person who asked for this can decide, because it is theirs. Nothing has changed.";
    for other in [&owner, &approver, &room.bob] {
        for choice in [CallChoice::Once, CallChoice::Conversation, CallChoice::Deny] {
            assert_eq!(said(&room.press(other, 0, choice, NOW).await), (THEIRS, true));
        }
        assert_eq!(said(&room.press_below(other, PromptChoice::ApproveAll, NOW).await), (THEIRS, true));
    }
    assert_eq!(said(&room.press(&room.alice, 0, CallChoice::Once, NOW).await), ("Approved.", false));
}

#[tokio::test]
async fn what_a_shared_website_makes_public_is_for_its_owner_and_reviewers() {
    let how = How { decider: Decider::Reviewer, ..How::default() };
    let room = ApprovalRoom::asking_in_a_group(&["example.com"], how).await;
    let (bob, carol) = (room.bob.clone(), room.store.person("carol").await.0);
    let approver = User { approver: true, ..carol.clone() };
    const THEIRS: &str = "Only the owner or a reviewer of the website can decide this. Nothing has changed.";
    let refused = async |people: &[&User]| {
        for person in people {
            for choice in [CallChoice::Once, CallChoice::Conversation] {
                assert_eq!(said(&room.press(person, 0, choice, NOW).await), (THEIRS, true));
            }
            assert_eq!(said(&room.press_below(person, PromptChoice::ApproveAll, NOW).await), (THEIRS, true));
        }
    };
    let owner = room.owner().await;
    refused(&[&room.alice, &bob, &approver, &owner]).await;
    for person in [&bob, &approver, &owner] {
        assert_eq!(said(&room.press(person, 0, CallChoice::Deny, NOW).await), (THEIRS, true));
    }
    let (chat, bob_s, carol_s) = (room.session.chat(), bob.user_id.clone(), carol.user_id.clone());
    room.store
        .write(async move |tx| {
            let site = site::open(tx, &bob_s, NOW).await?.site_id;
            sharing::share(tx, &bob_s, &site, &chat, NOW).await?;
            sharing::set_reviewer(tx, &bob_s, &site, (&carol_s, true)).await
        })
        .await;
    refused(&[&room.alice, &owner]).await;
    assert_eq!(said(&room.press(&carol, 0, CallChoice::Once, NOW).await), ("Approved.", false));

    let how = How { decider: Decider::Reviewer, ..How::default() };
    let room = ApprovalRoom::asking_in_a_group(&["example.com"], how).await;
    let (chat, bob) = (room.session.chat(), room.bob.user_id.clone());
    room.store
        .write(async move |tx| {
            let site = site::open(tx, &bob, NOW).await?.site_id;
            sharing::share(tx, &bob, &site, &chat, NOW).await
        })
        .await;
    assert_eq!(
        said(&room.press(&room.bob, 0, CallChoice::Deny, NOW).await),
        ("Denied. Nothing was done.", false)
    );

    // The requester may withdraw it, even if there is no reviewer any more.
    let how = How { decider: Decider::Reviewer, ..How::default() };
    let room = ApprovalRoom::asking_in_a_group(&["example.com"], how).await;
    assert_eq!(
        said(&room.press(&room.alice, 0, CallChoice::Deny, NOW).await),
        ("Denied. Nothing was done.", false)
    );
}

#[tokio::test]
async fn a_group_s_list_of_grants_has_only_those_given_there() {
    let mut room = ApprovalRoom::asking(&["private.example"]).await;
    room.press(&room.alice, 0, CallChoice::AlwaysKind, NOW).await;
    room.goes_to_a_group().await;
    room.asks(&["example.org"], How::default()).await;
    room.press(&room.alice, 0, CallChoice::AlwaysKind, NOW).await;
    let listed = async |scope: Scope| {
        let alice = room.alice.user_id.clone();
        let grants =
            room.store.read(async move |tx| grants::in_force_in(tx, &alice, &scope, NOW).await).await;
        grants.into_iter().map(|grant| grant.label).collect::<HashSet<_>>()
    };
    let both = HashSet::from(["private.example".to_owned(), "example.org".to_owned()]);
    assert_eq!(listed(Scope::Everything).await, both);
    let here = listed(Scope::in_chat(&chat("family"), ChatKind::Group)).await;
    assert_eq!(here, HashSet::from(["example.org".to_owned()]));
    assert!(listed(Scope::in_chat(&chat("work"), ChatKind::Group)).await.is_empty());
}
