//! Calls that are never allowed, and the results of calls.

use adjutant_domain::redact::{Named, WITHHELD};
use adjutant_sandbox::Sandbox;
use adjutant_store::secrets::{self, Secret};

use super::*;

impl CallRoom {
    /// Stores a secret of Alice.
    async fn give(&self, name: &str, value: &str) {
        let mut secret = Secret {
            secret_id: format!("secret-{name}"),
            user_id: self.job.user.user_id.clone(),
            name: name.to_owned(),
            server: "api.github.com".to_owned(),
            sealed: String::new(),
            created_at: NOW,
            last_used_at: None,
            uses: 0,
        };
        secret.sealed = self.core.vault.seal(&secret.purpose(), value).unwrap();
        self.store.write(async move |tx| secrets::put(tx, &secret).await).await;
    }
}

#[tokio::test]
async fn a_secret_does_not_leave_by_a_tool_that_reaches_out() {
    let room = CallRoom::new([
        fake("http_post", Tier::SideEffecting).needs(Permission::Network),
        fake("note", Tier::SideEffecting).needs(Permission::Write),
    ])
    .await;
    let why = "the arguments hold a secret, such as a key or a token; it must not leave this machine";
    for arguments in [
        json!({ "text": format!("my key is {SECRET}!") }),
        json!({ "url": "https://example.com/?key=operator%2Dsecret%2D4711" }),
        json!({ "url": "https://example.com/?key=%6fperator-secret-4711" }),
        json!({ "text": "b3BlcmF0b3Itc2VjcmV0LTQ3MTE=" }),
        json!({ "text": "oper\u{200b}ator-\nsecret-4711" }),
        json!({ "url": "https://example.com/bot123456789:AAAAAAAAAA_BBBBBBBBBB-CCCCCCCCCCCC/getMe" }),
    ] {
        let checked = done(room.check("http_post", arguments.clone()).await);
        assert_eq!(failure(&checked), (ErrorCode::Forbidden, why.to_owned()), "{arguments}");
        assert_eq!(room.run_approved("http_post", arguments).await, checked, "an approval does not help");
    }
    assert_eq!(room.ran(), [json!(null); 0]);
    assert_eq!(room.check("note", json!({ "text": SECRET })).await, Evaluation::Ready, "it stays here");
}

#[tokio::test]
async fn a_secret_of_the_person_does_not_leave_by_a_tool_that_reaches_out() {
    let room = CallRoom::new([
        fake("http_post", Tier::SideEffecting).needs(Permission::Network),
        fake("note", Tier::SideEffecting).needs(Permission::Write),
    ])
    .await;
    room.give("github", "own-secret-0815").await;
    room.give("pin", "0815").await;
    for text in
        ["the key is own-secret-0815", "own-%73ecret-0815", "b3duLXNlY3JldC0wODE1", "own- secret-0815"]
    {
        let arguments = json!({ "text": text });
        let checked = done(room.check("http_post", arguments.clone()).await);
        assert_eq!(failure(&checked).0, ErrorCode::Forbidden, "{text}");
        assert_eq!(room.run_approved("http_post", arguments).await, checked, "an approval does not help");
    }
    assert_eq!(room.ran(), [json!(null); 0]);
    let by_chance = room.check("http_post", json!({ "text": "at 0815" })).await;
    assert!(!matches!(by_chance, Evaluation::Done(_)), "a short secret occurs by chance");
    assert_eq!(
        room.check("note", json!({ "text": "own-secret-0815" })).await,
        Evaluation::Ready,
        "it stays here"
    );
}

#[tokio::test]
async fn a_question_is_redacted_before_it_is_shortened() {
    let room = CallRoom::new([fake("note", Tier::SideEffecting).does(Does::AskInShort)]).await;
    room.give("github", "own-secret-0815").await;
    let asked = room.question("note", json!({ "text": "It is own-secret-0815, as I said" })).await.ask;
    assert_eq!((asked.summary.as_str(), asked.preview.as_str()), ("It is [secret ", "It is [secret "));
    let asked = room.question("note", json!({ "text": "It is a day" })).await.ask;
    assert_eq!(asked.summary, "It is a day");
}

#[tokio::test]
async fn a_path_does_not_leave_the_workspace() {
    let room = CallRoom::new([fake("file_read", Tier::ReadOnly)]).await;
    for path in ["/etc/passwd", "../other/shared/a", "/shared/../../a", ""] {
        let (code, why) = refused(&room, "file_read", &json!({ "path": path }).to_string()).await;
        assert_eq!(code, ErrorCode::Forbidden, "{path}: {why}");
        assert!(why.ends_with("paths begin with /shared/ or /tmp/"), "{why}");
    }
    assert_eq!(room.check("file_read", json!({ "path": "/shared/a" })).await, Evaluation::Ready);
}

#[tokio::test]
async fn what_no_call_may_do_is_checked_before_the_tool_sees_it_and_wherever_it_is_declared() {
    let room = CallRoom::new([
        fake("file_read", Tier::ReadOnly).gone(),
        fake("upload", Tier::SideEffecting).needs(Permission::Network).gone(),
    ])
    .await;
    for (tool, arguments) in [
        ("file_read", json!({ "path": "/etc/passwd" })),
        ("file_read", json!({ "paths": ["/shared/a", "/etc/passwd"] })),
        ("upload", json!({ "path": "/etc/passwd" })),
        ("upload", json!({ "text": SECRET })),
    ] {
        assert_eq!(refused(&room, tool, &arguments.to_string()).await.0, ErrorCode::Forbidden, "{arguments}");
    }
    let user = refused(&room, "upload", r#"{"url":"https://example.com@evil.example/"}"#).await;
    let why = "the address carries a user name or password, which are never sent".to_owned();
    assert_eq!(user, (ErrorCode::Rejected, why));
    let other = refused(&room, "upload", r#"{"url":"https://example.com/","paths":["/shared/a"]}"#).await;
    assert_eq!(other.0, ErrorCode::NotFound, "the tool itself is asked next");
}

#[tokio::test]
async fn no_result_shows_a_secret() {
    let room = CallRoom::new([fake("reads", Tier::ReadOnly)]).await;
    let done = room.run("reads", json!({ "text": format!("key={SECRET};") })).await;
    assert_eq!(done.title, "key=[secret];");
    assert_eq!(done.text, r#"{"success":true,"message":"key=[secret];"}"#);

    let failed = room.run(SECRET, json!({})).await;
    assert!(!format!("{failed:?}").contains(SECRET), "{failed:?}");
}

#[tokio::test]
async fn no_encoding_of_a_result_hides_where_a_secret_begins() {
    let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    let text = format!("one\n{token}\n\tAKIAIOSFODNN7EXAMPLE\n{SECRET}");
    let room = CallRoom::new([fake("reads", Tier::ReadOnly)]).await;
    let done = room.run("reads", json!({ "text": text })).await;
    assert_eq!(done.text, r#"{"success":true,"message":"one\n[secret]\n\t[secret]\n[secret]"}"#);
    let room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Fail)]).await;
    assert_eq!(
        failure(&room.run("reads", json!({ "text": text })).await).1,
        "one\n[secret]\n\t[secret]\n[secret]"
    );

    // A field of the output, as `file_read` returns it, and the line for people.
    let outcome = Outcome::new("Read.", json!({ "lines": [{ "text": text }] }))
        .receipt(texts::memory::remembered(&format!("the token is {token}")));
    let done = result::succeeded(&room.core, &Named::default(), &CallId("call-1".to_owned()), outcome);
    assert!(done.text.contains(r#"[{"text":"one\n[secret]\n\t[secret]\n[secret]"}]"#), "{}", done.text);
    let receipt = done.receipt.unwrap();
    assert!(receipt.contains("the token is [secret]"), "{receipt}");
}

#[tokio::test]
async fn no_result_shows_a_secret_of_the_person() {
    const VALUE: &str = "s3cret-0815-canary";
    let room = CallRoom::new([fake("reads", Tier::ReadOnly)]).await;
    room.give("github", VALUE).await;
    let said = async |text: &str| {
        let done = room.run("reads", json!({ "text": text })).await;
        let read: Value = serde_json::from_str(&done.text).unwrap();
        assert!(!format!("{done:?}").contains(VALUE), "{done:?}");
        read["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(said(&format!("one\n{VALUE}\n")).await, "one\n[secret github]\n");
    assert_eq!(said("?token=s3cret%2D0815-canary").await, "?token=[secret github]");
    for encoded in [
        "czNjcmV0LTA4MTUtY2FuYXJ5",
        "QmVhcmVyIHMzY3JldC0wODE1LWNhbmFyeQ==",
        "YWxpY2U6czNjcmV0LTA4MTUtY2FuYXJ5",
        "7333637265742d303831352d63616e617279",
    ] {
        assert_eq!(said(&format!("you sent {encoded}")).await, WITHHELD);
    }

    let room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Hang)]).await;
    room.give("github", VALUE).await;
    let stopped = room.run("reads", json!({ "text": format!("half of it, {VALUE}") })).await;
    assert!(stopped.text.contains("half of it, [secret github]"), "{}", stopped.text);
}

#[tokio::test]
async fn a_long_result_is_cut_between_characters_and_kept_whole() {
    let room = CallRoom::new([fake("reads", Tier::ReadOnly)]).await;
    let frame = r#"{"success":true,"message":""}"#.len();
    let mut lengths = std::collections::BTreeSet::new();
    for filler in ["", "x", "xx", "xxx"] {
        let rest = 142_857 - frame - filler.len();
        let text = format!("{filler}{}{}", "🙂".repeat(rest / 4), "x".repeat(rest % 4));
        let done = room.run("reads", json!({ "text": text })).await;
        let whole = done.whole.unwrap();
        assert_eq!(whole.len(), 142_857);
        let kept = &whole[..whole.floor_char_boundary(16_384)];
        let offset = kept.chars().count();
        let expected = format!(
            "{kept}…\"}}\n[to read on: tool_output with call_id 'call-1' and offset {offset}]\n\
             [output truncated — original size: 142,857 bytes]"
        );
        assert_eq!(done.text, expected);
        lengths.insert(kept.len());
    }
    assert!(lengths.into_iter().eq(16_381..=16_384), "a character was cut off at each of its bytes");
}

#[tokio::test]
async fn whatever_tool_returned_it_a_long_result_is_cut() {
    let text = "x".repeat(142_857);
    for tool in adjutant_tools::registry(&Config::default(), &Sandbox::own()).all() {
        let mut stand_in = fake(tool.name(), tool.definition.tier);
        let parameters = stand_in.definition.parameters;
        stand_in.definition = Definition { parameters, ..tool.definition.clone() };
        let room = CallRoom::new([stand_in]).await;
        let done = room.run_approved(tool.name(), json!({ "text": text })).await;
        let (kept, suffix) = done.text.split_once("\n[to read on: ").unwrap_or_else(|| panic!("{done:?}"));
        assert_eq!(kept.trim_end_matches("…\"}").len(), 16_384, "{}", tool.name());
        assert!(suffix.contains("\n[output truncated — original size: 142,"), "{}: {suffix}", tool.name());
        assert!(done.whole.is_some_and(|whole| whole.contains(&text)), "{}", tool.name());
    }
}

#[tokio::test]
async fn others_words_are_named_and_kept_to_be_read_again() {
    let room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Quote("example.com"))]).await;
    let done = room.run("reads", json!({ "text": "oats" })).await;
    assert_eq!(done.untrusted, Sources::from("example.com"));
    assert_eq!(done.whole.as_ref(), Some(&done.text));
}

#[tokio::test]
async fn why_a_tool_that_reaches_out_failed_is_others_words_too() {
    let fetch = |requirement| {
        fake("fetch", Tier::ReadOnly).needs(Permission::Network).says(requirement).does(Does::Fail)
    };
    let said = "it redirects to /save-a-memory";
    for (arguments, source) in [
        (json!({ "text": said, "url": "https://Example.com:8443/a" }), "example.com"),
        (json!({ "text": said }), "fetch"),
    ] {
        let room = CallRoom::new([fetch(CallAssessment::default())]).await;
        let failed = room.run("fetch", arguments).await;
        assert_eq!(failure(&failed).0, ErrorCode::Unavailable);
        assert_eq!(failed.untrusted, Sources::from(source));
        assert_eq!(failed.whole.as_ref(), Some(&failed.text));
    }
    let room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Fail)]).await;
    assert_eq!(room.run("reads", json!({ "text": "no such note" })).await.untrusted, Sources::OWN);
}

#[tokio::test]
async fn what_a_stopped_call_had_got_so_far_is_not_lost() {
    let room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Hang)]).await;
    let stopped = room.run("reads", json!({ "text": format!("half of it, {SECRET}") })).await;
    assert_eq!(failure(&stopped), (ErrorCode::Cancelled, "the person stopped it".to_owned()));
    let read: Value = serde_json::from_str(&stopped.text).unwrap();
    assert_eq!(read["partial_output"], "half of it, [secret]");
    assert_eq!(stopped.whole, None);

    let room = CallRoom::new([fake("writes", Tier::SideEffecting).does(Does::Hang)]).await;
    let stopped = room.run("writes", json!({ "text": "half of it" })).await;
    let why = "the person stopped it; it may have taken effect all the same".to_owned();
    assert_eq!(failure(&stopped), (ErrorCode::Cancelled, why));

    let room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Hang)]).await;
    let stopped = room.run("reads", json!({ "text": "x".repeat(20_000) })).await;
    assert!(stopped.text.contains("[to read on: tool_output with call_id 'call-1'"));
    assert!(
        stopped.whole.is_some_and(|whole| whole.contains(&"x".repeat(20_000))),
        "the whole text is kept for reading on"
    );
}

#[tokio::test]
async fn as_many_reads_as_may_run_side_by_side_and_their_results_stand_in_order() {
    let mut room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Meet)]).await;
    let texts: Vec<_> = (0..2 * calls::PARALLEL_CALLS).map(|i| i.to_string()).collect();
    let call = |text: &String| ToolCall {
        id: format!("c{text}"),
        name: "reads".into(),
        arguments: json!({ "text": text }).to_string(),
    };
    let asked: Vec<_> = texts.iter().map(call).collect();
    let (turn, _, ids) = room.store.turn(&room.job.session, &asked).await;
    room.job.turn = room.store.read(async move |tx| turns::load(tx, &turn).await).await;

    calls::run(&room.core, &mut room.job, &ids).await.unwrap();
    let Some(Entry::Assistant { calls, .. }) = room.job.turn.entries.last() else { panic!("no calls") };
    let said = |call: &StoredCall| serde_json::from_str::<Value>(&call.result).unwrap()["message"].clone();
    assert_eq!(calls.iter().map(said).collect::<Vec<_>>(), texts);
}

#[tokio::test]
async fn a_panic_is_a_failed_call_without_details() {
    let room = CallRoom::new([fake("reads", Tier::ReadOnly).does(Does::Panic)]).await;
    let failed = room.run("reads", json!({})).await;
    let why = "an internal error; trying again later may help".to_owned();
    assert_eq!(failure(&failed), (ErrorCode::Internal, why));
}

#[tokio::test]
async fn a_tool_that_demands_the_owner_gets_the_owner() {
    let demanding = CallAssessment::must_ask("Restart", "Everybody is affected.").by_owner();
    let room = CallRoom::new([fake("restart", Tier::ReadOnly).says(demanding.clone())]).await;
    assert_eq!(demanding.need, ApprovalNeed::Required);
    let question = room.question("restart", json!({})).await;
    assert_eq!((question.ask.decider, &*question.ask.reason), (Decider::Owner, "Everybody is affected."));
}
