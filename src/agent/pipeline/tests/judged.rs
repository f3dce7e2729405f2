//! Whether a call runs: the policy's judgement.

use super::*;

#[tokio::test]
async fn what_only_reads_and_what_changes_a_little_runs_unasked() {
    for tier in [Tier::ReadOnly, Tier::SideEffecting] {
        let room = CallRoom::new([fake("fake", tier)]).await;
        let arguments = json!({ "text": "done" });
        assert_eq!(room.check("fake", arguments.clone()).await, Evaluation::Ready);
        assert_eq!(room.ran(), [json!(null); 0], "a check runs nothing");
        let done = room.run("fake", arguments.clone()).await;
        let text = r#"{"success":true,"message":"done"}"#.to_owned();
        assert_eq!(done, Done { text, title: "done".to_owned(), ..Done::default() });
        assert_eq!(room.ran(), [arguments]);
    }
}

#[tokio::test]
async fn what_could_do_harm_asks_and_runs_only_when_approved() {
    let room = CallRoom::new([fake("shell", Tier::Privileged)]).await;
    let arguments = json!({ "path": "/tmp/a", "text": "x".repeat(301) });
    let question = room.question("shell", arguments.clone()).await;
    let ask = ApprovalRequest {
        summary: "Run shell".to_owned(),
        preview: format!("path: /tmp/a\ntext: {}… (31 more characters)", "x".repeat(270)),
        reason: "I always ask before I do this.".to_owned(),
        ..ApprovalRequest::default()
    };
    let patterns = vec![
        Pattern::exact(&arguments.to_string()),
        Pattern::tool(adjutant_texts::approvals::every("shell")),
    ];
    assert_eq!(question, Question { ask, patterns, untrusted: Sources::OWN, reaches_out: false });

    let (code, _) = failure(&room.run("shell", arguments.clone()).await);
    assert_eq!((code, room.ran()), (ErrorCode::Denied, vec![]));
    assert_eq!(room.run_approved("shell", arguments.clone()).await.error_code, None);
    assert_eq!(room.ran(), [arguments]);
}

#[tokio::test]
async fn a_high_risk_asks_whatever_the_rules_say_and_is_never_allowed_as_a_whole() {
    let rules = [json!({ "tool": "http_post", "then": "allow" }), json!({ "then": "log" })];
    let post = fake("http_post", Tier::SideEffecting)
        .risk(Risk::High)
        .says(CallAssessment::by_policy("Post to example.com").kind("example.com"));
    let room = CallRoom::with(&rules, ChatKind::Direct, [post]).await;
    let question = room.question("http_post", json!({})).await;
    assert_eq!(question.ask.summary, "Post to example.com");
    assert_eq!(question.ask.reason, "This cannot be taken back.");
    assert_eq!(question.patterns, [Pattern::exact("{}"), Pattern::kind("example.com")]);
}

#[tokio::test]
async fn a_group_is_one_step_stricter() {
    let fakes = [
        fake("reads", Tier::ReadOnly),
        fake("changes", Tier::SideEffecting),
        fake("pad", Tier::SideEffecting).says(CallAssessment::without_asking()),
        fake("harms", Tier::Privileged),
    ];
    let room = CallRoom::with(&[], ChatKind::Group, fakes).await;
    assert_eq!(room.check("reads", json!({})).await, Evaluation::Ready);
    assert_eq!(room.check("pad", json!({})).await, Evaluation::Ready);
    let ask = room.question("changes", json!({})).await.ask;
    assert_eq!(
        (ask.decider, &*ask.reason),
        (Decider::Requester, "Where others read along, I ask before I change anything.")
    );
    assert_eq!(room.question("harms", json!({})).await.ask.decider, Decider::Owner);
}

#[tokio::test]
async fn a_rule_forbids_or_hides() {
    let rules = [
        json!({ "tool": "changes", "arguments": { "path": "^/shared/" }, "then": "deny" }),
        json!({ "tool": "hidden", "then": "off" }),
    ];
    let fakes = [fake("changes", Tier::SideEffecting), fake("hidden", Tier::ReadOnly)];
    let room = CallRoom::with(&rules, ChatKind::Direct, fakes).await;
    let forbidden = (ErrorCode::Forbidden, "Whoever runs this bot does not permit it.".to_owned());
    let arguments = json!({ "path": "/shared/a" });
    assert_eq!(refused(&room, "changes", &arguments.to_string()).await, forbidden);
    assert_eq!(
        failure(&room.run_approved("changes", arguments).await),
        forbidden,
        "an earlier approval does not help"
    );
    assert_eq!(room.check("changes", json!({ "path": "/tmp/a" })).await, Evaluation::Ready);
    assert_eq!(refused(&room, "hidden", "{}").await.0, ErrorCode::UnknownTool);
    assert!(room.job.offered.specs().iter().all(|spec| spec.name != "hidden"));
}

#[tokio::test]
async fn while_others_words_are_about_what_changes_something_asks_and_names_them() {
    let fakes = [
        fake("changes", Tier::SideEffecting),
        fake("reads", Tier::ReadOnly),
        fake("pad", Tier::SideEffecting).says(CallAssessment::without_asking()),
    ];
    let mut room = CallRoom::new(fakes).await;
    assert_eq!(room.check("changes", json!({})).await, Evaluation::Ready);
    room.taint("example.com");
    let question = room.question("changes", json!({})).await;
    assert_eq!(question.untrusted, Sources::from("example.com"));
    assert_eq!(question.ask.reason, "Usually I do this without asking.");
    assert_eq!(
        question.patterns,
        [Pattern::exact("{}"), Pattern::tool(adjutant_texts::approvals::every("changes"))]
    );
    assert_eq!(failure(&room.run("changes", json!({})).await).0, ErrorCode::Denied);
    for exempt in ["reads", "pad"] {
        assert_eq!(room.check(exempt, json!({})).await, Evaluation::Ready, "{exempt}");
    }
}

#[tokio::test]
async fn what_reads_and_demands_to_be_asked_about_can_be_steered_too() {
    let sends =
        fake("sends", Tier::ReadOnly).says(CallAssessment::must_ask("Send", "Everybody will see it."));
    let mut room = CallRoom::new([sends]).await;
    room.grant("sends", Pattern::tool(adjutant_texts::approvals::every("sends")), &Sources::OWN).await;
    assert_eq!(room.check("sends", json!({})).await, Evaluation::Ready);
    room.taint("example.com");
    let question = room.question("sends", json!({})).await;
    assert_eq!(question.untrusted, Sources::from("example.com"));
    assert_eq!(question.patterns, [Pattern::exact("{}")]);
}

#[tokio::test]
async fn words_of_earlier_turns_count_and_those_of_the_same_response_do_not() {
    let mut room = CallRoom::new([fake("changes", Tier::SideEffecting)]).await;
    let calls = vec![StoredCall {
        call_id: CallId("call-0".into()),
        entry_id: 1,
        ordinal: 0,
        model_call_id: "c0".into(),
        tool: "web_fetch".into(),
        arguments: "{}".into(),
        state: State::Done,
        result: "what a page says".into(),
        error_code: None,
        untrusted: "example.com".into(),
        receipt: None,
    }];
    room.job.turn.entries.push(Entry::Assistant {
        text: String::new(),
        segment: 0,
        untrusted: Sources::OWN,
        calls,
    });
    assert_eq!(
        room.run("changes", json!({})).await.error_code,
        None,
        "it was asked for together with the page"
    );
    assert!(
        matches!(room.check("changes", json!({})).await, Evaluation::NeedsApproval(_)),
        "the next one has read it"
    );

    let id = CallId("call-1".into());
    let read =
        |stage| calls::context(&room.core, &room.job, &id, stage, false, Progress::default()).untrusted;
    assert_eq!(read(Stage::Check), Sources::from("example.com"), "what a new call is described with");
    assert_eq!(read(Stage::Run), Sources::OWN);

    let mut room = CallRoom::new([fake("changes", Tier::SideEffecting)]).await;
    room.job.untrusted_before = "a forwarded message".into();
    let question = room.question("changes", json!({})).await;
    assert_eq!(question.untrusted, Sources::from("a forwarded message"));
}

#[tokio::test]
async fn a_rule_sees_through_the_spellings_of_an_address_and_of_a_path() {
    let rules = [
        json!({ "arguments": { "url": "^https://evil\\.example/" }, "then": "deny" }),
        json!({ "arguments": { "url": "^https://example\\.com/private/" }, "then": "deny" }),
        json!({ "arguments": { "path": "^/shared/private/" }, "then": "deny" }),
    ];
    let room = CallRoom::with(&rules, ChatKind::Direct, [fake("fetch", Tier::ReadOnly)]).await;
    for url in [
        "https://evil.example/",
        "HTTPS://EVIL.example/",
        "https://evil.exa%6dple/",
        "https://evil.example./",
        "https://evil.example:443/",
        "https:/evil.example/",
        " https://\u{ff25}vil.example/",
        "https://example.com/%70rivate/a",
        "https://example.com/public/../private/a",
        "https://example.com/public/%2e%2e/private/a",
    ] {
        let arguments = json!({ "url": url }).to_string();
        assert_eq!(refused(&room, "fetch", &arguments).await.0, ErrorCode::Forbidden, "{url}");
    }
    for path in ["/shared/private/a", "shared/private/a", "/shared//private/a", "/shared/./private/a"] {
        let arguments = json!({ "path": path }).to_string();
        assert_eq!(refused(&room, "fetch", &arguments).await.0, ErrorCode::Forbidden, "{path}");
    }
    for fits_none in [json!({ "url": "https://example.com/public" }), json!({ "path": "/shared/a" })] {
        assert_eq!(room.check("fetch", fits_none).await, Evaluation::Ready);
    }
}

#[tokio::test]
async fn what_says_something_outside_asks_while_others_words_are_about() {
    let says = CallAssessment { need: ApprovalNeed::IfUntrusted, ..CallAssessment::by_policy("Search") };
    let search =
        fake("search", Tier::SideEffecting).needs(Permission::Network).says(says.kind("web searches"));
    let group = CallRoom::with(&[], ChatKind::Group, [search.clone()]).await;
    assert_eq!(group.check("search", json!({})).await, Evaluation::Ready, "also in a group");
    let mut room = CallRoom::new([search]).await;
    assert_eq!(room.check("search", json!({})).await, Evaluation::Ready);
    room.taint("example.com");
    room.taint("a forwarded message");
    let question = room.question("search", json!({})).await;
    assert_eq!(question.untrusted.to_string(), "example.com, a forwarded message", "all of them are named");
    assert_eq!(question.patterns, [Pattern::exact("{}"), Pattern::kind("web searches")]);
}

#[tokio::test]
async fn a_person_s_own_words_are_those_of_this_turn_that_nobody_else_wrote() {
    let mut room = CallRoom::new([]).await;
    let said = |text: &str, untrusted| Entry::User { text: text.into(), untrusted };
    room.job.turn.entries =
        vec![said("when is high tide", Sources::OWN), said("search for 4711", "a forwarded message".into())];
    assert_eq!(room.job.own_words(), "when is high tide");
    room.job.session.agent = Some("scout".into());
    assert_eq!(room.job.own_words(), "", "the goal of a specialist is the model's");
}

#[tokio::test]
async fn deleting_one_s_own_for_good_is_up_to_the_person_in_a_group_too_and_never_allowed_as_a_whole() {
    let delete = fake("delete", Tier::SideEffecting)
        .risk(Risk::High)
        .needs(Permission::Write)
        .says(CallAssessment::must_ask("Delete the note", "It cannot be brought back."));
    for chat in [ChatKind::Direct, ChatKind::Group] {
        let question = CallRoom::with(&[], chat, [delete.clone()]).await.question("delete", json!({})).await;
        assert_eq!(question.ask.decider, Decider::Requester);
        assert_eq!(question.patterns, [Pattern::exact("{}")]);
    }
}
