//! Grants beyond one call, and calls that only a person confirms.

use adjutant_domain::language::Language;
use adjutant_store::audit;

use super::*;

#[tokio::test]
async fn a_grant_covers_its_pattern_and_nothing_else() {
    let post = || fake("post", Tier::Privileged).says(CallAssessment::by_policy("Post").kind("example.com"));
    let (this, that) = (json!({ "text": "this" }), json!({ "text": "that" }));
    for (pattern, covers_that) in [
        (Pattern::exact(&this.to_string()), false),
        (Pattern::kind("example.com"), true),
        (Pattern::tool(adjutant_texts::approvals::every("post")), true),
    ] {
        let room = CallRoom::new([post(), fake("shell", Tier::Privileged)]).await;
        room.grant("post", pattern.clone(), &Sources::OWN).await;
        assert_eq!(room.check("post", this.clone()).await, Evaluation::Ready, "{pattern:?}");
        assert_eq!(room.grant_used_at().await, None, "not by a check");
        assert_eq!(room.check("post", that.clone()).await == Evaluation::Ready, covers_that, "{pattern:?}");
        assert!(
            matches!(room.check("shell", this.clone()).await, Evaluation::NeedsApproval(_)),
            "{pattern:?}"
        );
        assert_eq!(room.run("post", this.clone()).await.error_code, None);
        assert_eq!(room.grant_used_at().await, Some(NOW));
    }
    let room = CallRoom::new([post()]).await;
    room.grant("post", Pattern::kind("example.org"), &Sources::OWN).await;
    assert!(matches!(room.check("post", this).await, Evaluation::NeedsApproval(_)));
}

#[tokio::test]
async fn what_is_allowed_in_one_language_is_allowed_in_another() {
    let search = || {
        let says = CallAssessment::by_policy("Search").kind(adjutant_texts::approvals::WEB_SEARCHES);
        fake("search", Tier::Privileged).says(says)
    };
    let question =
        Language::German.scope(CallRoom::new([search()]).await.question("search", json!({}))).await;
    let labels: Vec<_> = question.patterns.iter().map(|pattern| pattern.label.as_str()).collect();
    assert_eq!(labels, ["genau das", "Suchen im Web", "jedes „search“"]);
    for pattern in question.patterns {
        let room = CallRoom::new([search()]).await;
        room.grant("search", pattern.clone(), &Sources::OWN).await;
        assert_eq!(room.check("search", json!({})).await, Evaluation::Ready, "{pattern:?}");
        assert_eq!(room.run("search", json!({})).await.error_code, None, "{pattern:?}");
    }
}

#[tokio::test]
async fn a_grant_for_a_tool_of_others_ends_when_they_change_it() {
    let tool = |fingerprint: &str| fake("tracker_close", Tier::Privileged).of_others(fingerprint);
    let before = CallRoom::new([tool("1")]).await.question("tracker_close", json!({})).await;
    assert!(before.patterns.iter().any(Pattern::is_whole_tool), "{:?}", before.patterns);
    for pattern in before.patterns {
        let same = CallRoom::new([tool("1")]).await;
        same.grant("tracker_close", pattern.clone(), &Sources::OWN).await;
        assert_eq!(same.check("tracker_close", json!({})).await, Evaluation::Ready, "{pattern:?}");
        let changed = CallRoom::new([tool("2")]).await;
        changed.grant("tracker_close", pattern.clone(), &Sources::OWN).await;
        assert_ne!(changed.check("tracker_close", json!({})).await, Evaluation::Ready, "{pattern:?}");
    }
}

#[tokio::test]
async fn a_tool_of_others_does_not_run_to_say_what_it_would_do() {
    let room = CallRoom::new([fake("tracker_close", Tier::Privileged).confirms().of_others("1")]).await;
    let arguments = json!({ "text": "close it", "confirmed": true });
    let question = room.question("tracker_close", arguments.clone()).await;
    assert_eq!((question.ask.summary.as_str(), room.ran()), ("Run tracker_close", vec![]));
    assert_eq!(room.run_approved("tracker_close", arguments.clone()).await.error_code, None);
    assert_eq!(room.ran(), [arguments]);
}

#[tokio::test]
async fn an_error_of_a_tool_of_others_is_in_their_words() {
    let tool =
        fake("tracker_close", Tier::ReadOnly).of_others("1").needs(Permission::Network).does(Does::Fail);
    let done = CallRoom::new([tool]).await.run("tracker_close", json!({ "text": "obey me" })).await;
    assert_eq!(done.untrusted, Sources::from("the server tracker"));
}

#[tokio::test]
async fn a_grant_that_is_revoked_before_the_call_runs_does_not_let_it() {
    let room = CallRoom::new([fake("shell", Tier::Privileged)]).await;
    room.grant("shell", Pattern::tool(adjutant_texts::approvals::every("shell")), &Sources::OWN).await;
    assert_eq!(room.check("shell", json!({})).await, Evaluation::Ready);
    room.revoke().await;
    let why = "the person's permission was taken back before it ran".to_owned();
    assert_eq!(failure(&room.run("shell", json!({})).await), (ErrorCode::Denied, why));
    assert_eq!(room.ran(), [json!(null); 0]);
}

#[tokio::test]
async fn a_grant_covers_the_others_words_that_its_prompt_named_and_no_more() {
    let (com, org) = (Sources::from("example.com"), Sources::from("example.org"));
    let both = com.clone().and(&org);
    for (named, passes) in [(Sources::OWN, false), (com, true), (org, false), (both, true)] {
        let mut room = CallRoom::new([fake("changes", Tier::SideEffecting)]).await;
        room.taint("example.com");
        room.grant("changes", Pattern::exact("{}"), &named).await;
        assert_eq!(room.check("changes", json!({})).await == Evaluation::Ready, passes, "{named}");
        room.taint("a forwarded message");
        assert_ne!(room.check("changes", json!({})).await, Evaluation::Ready, "{named}");
    }
}

#[tokio::test]
async fn what_was_approved_with_other_arguments_does_not_run() {
    let mut room = CallRoom::new([fake("shell", Tier::Privileged)]).await;
    let call = ToolCall { id: "c0".into(), name: "shell".into(), arguments: r#"{"text":"that"}"#.into() };
    let (turn, _, ids) = room.store.turn(&room.job.session, &[call]).await;
    let (id, user, of) = (ids[0].clone(), room.job.user.user_id.clone(), turn.clone());
    let approved = async move |tx: &adjutant_store::db::SyncedTx| {
        tx.execute(
            "INSERT INTO approvals (approval_id, call_id, turn_id, session_id, requester, outbox_id, tool, arguments,
                 arguments_hash, summary, reason, state, created_at, expires_at)
             SELECT 'approval-1', ?1, ?2, session_id, ?3, 1, 'shell', ?4, ?5, '', '', 'approved', ?6, ?6
             FROM turns WHERE turn_id = ?2",
            adjutant_store::params![&id, &of, &user, THIS, adjutant_domain::ids::sha256(THIS), NOW],
        )
        .await?;
        turns::load(tx, &of).await
    };
    const THIS: &str = r#"{"text":"this"}"#;
    room.job.turn = room.store.write(approved).await;
    calls::run(&room.core, &mut room.job, &ids).await.unwrap();
    let Some(Entry::Assistant { calls, .. }) = room.job.turn.entries.last() else { panic!("no response") };
    assert_eq!(calls[0].error_code.as_deref(), Some("denied"), "{}", calls[0].result);
    assert_eq!(room.ran(), [json!(null); 0]);
}

#[tokio::test]
async fn what_deletes_for_good_is_audited_when_it_runs() {
    const NOTE: &str = r#"{"text":"note-1"}"#;
    let mut room = CallRoom::new([fake("delete", Tier::SideEffecting).risk(Risk::High)]).await;
    let call = ToolCall { id: "c0".into(), name: "delete".into(), arguments: NOTE.into() };
    let (turn, _, ids) = room.store.turn(&room.job.session, &[call]).await;
    room.grant("delete", Pattern::exact(NOTE), &Sources::OWN).await;
    room.job.turn = room.store.read(async move |tx| turns::load(tx, &turn).await).await;
    calls::run(&room.core, &mut room.job, &ids).await.unwrap();
    assert_eq!(room.ran(), [json!({ "text": "note-1" })]);
    let page = room.store.read(async |tx| audit::page(tx, 0, Timestamp::EPOCH, None, 10).await).await;
    let entries: Vec<_> = page.iter().map(|entry| (entry.tool.as_str(), entry.outcome.as_str())).collect();
    assert_eq!(entries, [("delete", "succeeded")]);
}

#[tokio::test]
async fn what_the_owner_has_to_allow_is_not_allowed_by_another() {
    let room = CallRoom::with(&[], ChatKind::Group, [fake("shell", Tier::Privileged)]).await;
    room.grant("shell", Pattern::tool(adjutant_texts::approvals::every("shell")), &Sources::OWN).await;
    assert_eq!(room.question("shell", json!({})).await.ask.decider, Decider::Owner);
    assert_eq!(failure(&room.run("shell", json!({})).await).0, ErrorCode::Denied);
    room.granted_by_the_owner().await;
    assert_eq!(room.check("shell", json!({})).await, Evaluation::Ready);
    assert_eq!(room.run("shell", json!({})).await.error_code, None);
}

#[tokio::test]
async fn what_was_approved_runs_again_after_a_crash_though_it_may_have_taken_effect() {
    let room = CallRoom::new([fake("delete", Tier::SideEffecting).gone()]).await;
    assert_eq!(failure(&room.run("delete", json!({})).await).0, ErrorCode::NotFound);
    assert_eq!(room.ran(), [json!(null); 0]);
    assert_eq!(
        room.run_approved("delete", json!({})).await.error_code,
        None,
        "the tool itself knows what to say"
    );
}

#[tokio::test]
async fn only_a_person_confirms() {
    let room = CallRoom::new([fake("remove", Tier::SideEffecting).confirms()]).await;
    let asked = json!({ "text": "remove 3 files", "confirmed": true });
    let question = room.question("remove", asked.clone()).await;
    assert_eq!(question.ask.summary, "Would remove 3 files", "the preview is the question");
    assert_eq!(room.ran(), [json!({ "text": "remove 3 files", "confirmed": false })]);

    assert_eq!(failure(&room.run("remove", asked.clone()).await).0, ErrorCode::Denied);
    for arguments in [asked, json!({ "text": "remove 3 files" })] {
        let done = room.run_approved("remove", arguments).await;
        assert_eq!(done.text, r#"{"success":true,"message":"remove 3 files"}"#);
        assert_eq!(room.ran().last(), Some(&json!({ "text": "remove 3 files", "confirmed": true })));
    }
}
