//! Crashes after a visitor's contact form was accepted.

use adjutant_simulators::{model::Turn, telegram::Method};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{
    harness::{Home, echoing_model, telegram},
    platform::seen,
};
use crate::core::contact_forms::Form;

#[tokio::test]
async fn a_form_that_was_taken_arrives_once() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    let page = json!({ "title": "Write", "sections": [
        { "template": "contact", "content": { "heading": "Contact", "form": true } },
    ] });
    model.script([
        Turn::calls([
            ("site_update_settings", json!({ "title": "Choir" })),
            ("site_create_page_with_content", page),
        ]),
        Turn::calls([("site_publish", json!({}))]),
        Turn::text("It is online."),
    ]);
    alice.says("make a website for our choir, and publish it").await;
    let prompt = tg.next_message(&alice).await;
    alice.presses(&prompt, "Approve").await;
    assert_eq!(tg.next_message(&alice).await.text, "It is online.");
    let request = model.requests().pop().unwrap();
    let published: Value = serde_json::from_str(request.tool_results().last().unwrap()).unwrap();
    let address = published["address"].as_str().unwrap();

    let on_its_way = tg.hold_before(Method::SendMessage);
    let (status, page) = Form::says("May I sing with you?").sends(address, None).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    on_its_way.wait().await;
    adjutant.kill().await;

    home.age_what_is_in_doubt().await;
    let adjutant = home.start();
    let received = tg.next_message(&alice).await;
    assert!(received.text.contains("May I sing with you?"), "{received:?}");
    adjutant.finish(&tg).await;
    let received = seen(&tg, &alice).iter().filter(|text| text.contains("May I sing with you?")).count();
    assert_eq!(received, 1, "{:?}", seen(&tg, &alice));
}
