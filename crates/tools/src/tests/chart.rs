//! `chart`: the picture's path, the approval, and the refusals. The tests of crates/charts show how pictures look.

use adjutant_channel::{AttachmentKind, ChatKind};

use super::*;

fn spending() -> Value {
    json!({
        "kind": "bar", "title": "Spending in May", "unit": "€", "labels": ["Rent", "Food"],
        "series": [{ "name": "Spending", "values": [980, 420.5] }], "caption": "Most of it is **rent**.",
    })
}

#[tokio::test]
async fn a_chart_is_kept_and_sent_once_however_often_the_call_runs() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let call = CallId::generate();
    let drawn = alice.call_as(call.clone(), "chart", &spending().to_string()).await.unwrap();
    insta::assert_snapshot!(drawn.title, @"Drew the chart /shared/charts/Spending in May.png.");
    assert_eq!(
        read(&drawn),
        json!({
            "message": "The chart /shared/charts/Spending in May.png is on its way to the chat. Say what it shows in \
                short; its numbers need no repeating.",
            "path": "/shared/charts/Spending in May.png",
        })
    );
    let [attached] = &drawn.attachments[..] else { panic!("{drawn:?}") };
    let [media] = &attached.files[..] else { panic!("{attached:?}") };
    assert_eq!((media.kind, &*media.name), (AttachmentKind::Photo, "Spending in May.png"));
    assert_eq!(attached.caption, "Most of it is **rent**.");
    let own = bench.files.path().join(alice.context.user.user_id.as_str());
    let picture = std::fs::read(own.join("shared/charts/Spending in May.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"), "{} bytes", picture.len());

    assert_eq!(alice.call_as(call, "chart", &spending().to_string()).await.unwrap(), drawn);
    let next = alice.json("chart", spending()).await;
    assert_eq!(next["path"], "/shared/charts/Spending in May (2).png", "the first chart is still there");
    assert_eq!(std::fs::read_dir(own.join("shared/charts")).unwrap().count(), 2);
}

#[tokio::test]
async fn a_chart_asks_nobody_neither_in_a_group() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    assert_eq!(alice.need("chart", spending()).await, ApprovalNeed::NotNeeded);
    alice.context.session.chat_kind = ChatKind::Group;
    assert_eq!(alice.need("chart", spending()).await, ApprovalNeed::NotNeeded);
}

#[tokio::test]
async fn a_chart_without_a_title_has_a_name_all_the_same() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let path = async |title: &str| {
        let mut arguments = spending();
        arguments["title"] = json!(title);
        alice.json("chart", arguments).await["path"].as_str().unwrap().to_owned()
    };
    let paths = [path("").await, path("../..").await, path("../../etc/passwd").await];
    insta::assert_snapshot!(paths.join("\n"), @"
    /shared/charts/chart.png
    /shared/charts/chart (2).png
    /shared/charts/passwd.png
    ");
}

#[tokio::test]
async fn a_chart_made_from_others_words_is_a_file_of_theirs() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    alice.context.untrusted = "example.com".into();
    alice.json("chart", spending()).await;
    alice.context.untrusted = Sources::OWN;
    let sent =
        alice.call("send_media", json!({ "path": "/shared/charts/Spending in May.png" })).await.unwrap();
    assert_eq!(sent.untrusted.to_string(), "example.com");
}

#[tokio::test]
async fn what_cannot_be_drawn_or_kept_is_explained() {
    let mut config = Config::default();
    config.tools.files.max_total = 10 << 10;
    let bench = Bench::with(config).await;
    let alice = bench.person("alice").await;
    let told = async |field: &str, value: Value| {
        let mut arguments = spending();
        arguments[field] = value;
        alice.error("chart", arguments).await
    };
    let errors = [
        told("kind", json!("radar")).await,
        told("labels", json!(["May"])).await,
        told("series", json!([])).await,
        told("series", json!([{ "name": "a", "values": ["one", "two"] }])).await,
        told("title", json!("x".repeat(101))).await,
        told("labels", json!(["家", "食"])).await,
        told("caption", json!("")).await,
    ];
    insta::assert_snapshot!(errors.join("\n"), @r#"
    invalid_arguments: field 'kind' in arguments: "radar" is not one of "line", "bar", "pie"
    rejected: the series 'Spending' has 2 values for 1 labels; give one value for each label
    invalid_arguments: field 'series' in arguments: [] has less than 1 item
    invalid_arguments: field 'series/0/values/0' in arguments: "one" is not of type "number"; field 'series/0/values/1' in arguments: "two" is not of type "number"
    rejected: the title 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' has 101 characters; shorten it to at most 100
    rejected: the font has no '家', which is in the label '家'; write it in Latin, Greek or Cyrillic letters
    rejected: the person's files would take more than 10 KB, the most that they may take
    "#);
    assert!(!bench.files.path().join(alice.context.user.user_id.as_str()).join("shared/charts").exists());
}
