//! The operator's templates for websites, which a process reads at its start.

use std::fs;

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use super::harness::{Home, echoing_model, telegram};

const FIELDS: &str = r#"
label = "Team"
description = "Who we are."
[[fields]]
name = "names"
label = "Names"
type = "line"
max = 80
required = true
"#;

#[tokio::test]
async fn a_section_of_the_operator_s_template_is_listed_checked_and_published() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("team.toml"), FIELDS).unwrap();
    fs::write(folder.path().join("team.html"), "<p class=\"team\">{{ names }}</p>").unwrap();
    let home = Home::new(&tg).with_model(&model).with("SITE__TEMPLATES", folder.path().display());
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    let page =
        |content: Value| json!({ "title": "We", "sections": [{ "template": "team", "content": content }] });
    model.script([
        Turn::calls([("site_list_templates", json!({}))]),
        Turn::calls([("site_create_page_with_content", page(json!({ "name": "Alice" })))]),
        Turn::calls([
            ("site_update_settings", json!({ "title": "Choir" })),
            ("site_create_page_with_content", page(json!({ "names": "Alice <b>, Bob" }))),
        ]),
        Turn::calls([("site_publish", json!({}))]),
        Turn::text("It is online."),
    ]);
    alice.says("make a website for our choir, and publish it").await;
    let prompt = tg.next_message(&alice).await;
    alice.presses(&prompt, "Approve").await;
    assert_eq!(tg.next_message(&alice).await.text, "It is online.");
    let requests = model.requests();
    let result = |request: usize| requests[request].tool_results().last().unwrap().to_owned();
    assert!(result(1).contains(r#""template":"team","description":"Who we are.""#), "{}", result(1));
    assert!(result(2).contains("does not fit the template team"), "{}", result(2));
    let published: Value = serde_json::from_str(result(4)).unwrap();
    let address = published["address"].as_str().unwrap();
    // Before the client is made. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let shown = reqwest::get(address).await.unwrap().text().await.unwrap();
    assert!(shown.contains("<p class=\"team\">Alice &lt;b&gt;, Bob</p>"), "{shown}");
    adjutant.finish(&tg).await;
}
