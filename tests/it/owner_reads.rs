//! Other people's turns on the console: the owner can read only turns from after these people were notified.

use adjutant_simulators::model::Turn;
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    harness::{Bot, Both, Chat as _, OnTelegram, OnWeb, reads},
    sign_in::{OnBoth, Visitor, setup},
};

/// Returns the newest turn.
async fn newest(page: &OnWeb) -> String {
    page.views("activity").await["turns"][0]["id"].as_str().unwrap().to_owned()
}

/// Returns whether the owner can read another person's turn, and the page's whole content about it.
async fn reads(page: &OnWeb, turn: &str) -> (bool, String) {
    let shown = page.views(&format!("turn?of={turn}")).await;
    assert_eq!(shown["is_own"], false);
    (shown["is_read"] == true, shown.to_string())
}

#[tokio::test]
async fn the_owner_reads_what_was_said_after_the_person_was_told() {
    let mut bot: Bot<OnBoth> = setup().start().await;
    let Both(phone, page) = bot.alice();
    phone.says("remember that my orchid needs rain water").await;
    phone.next_message().await;
    let newest = async || newest(&page).await;
    let reads = async |turn: &str| reads(&page, turn).await;
    let before = newest().await;
    assert!(!reads(&before).await.1.contains("orchid"));

    bot.restart_with("CONSOLE__OWNER_READS", true).await;
    bot.advance(1);
    phone.says("jot my fern likes shade").await;
    reads!(phone.next_message().await, @"The owner of this bot can read in the console what is said in our direct chats from now on: what you write to me, what I answer, and what I give to tools, such as the text of a note. This includes runs of schedules that you make there from now on. What tools return is not shown, nor what was said before this message, unless I repeat it. Groups are left out. /status says since when this has been so.");
    phone.next_message().await;
    let at_once = newest().await;
    bot.advance(1);
    phone.says("jot my cactus likes sun").await;
    phone.next_message().await;
    let after = newest().await;
    for (turn, word) in [(&before, "orchid"), (&at_once, "fern")] {
        let (is_read, shown) = reads(turn).await;
        assert!(!is_read && !shown.contains(word), "{word} was written before they were told");
    }
    let read_events = async || {
        let events = page.views("audit").await["events"].take();
        events.as_array().unwrap().iter().filter(|event| event["outcome"] == "read").count()
    };
    assert_eq!(read_events().await, 0);
    for _ in 0..2 {
        let (is_read, shown) = reads(&after).await;
        assert!(is_read && shown.contains("cactus"), "{shown}");
    }
    assert_eq!(read_events().await, 1, "once for a turn");
    let visitor = Visitor::new(&page);
    assert_eq!(
        visitor.gets(&format!("/api/console/views/turn?of={after}")).await.status(),
        StatusCode::UNAUTHORIZED
    );
    phone.says("/status").await;
    let status = phone.next_message().await.text;
    let line = status.lines().find(|line| line.contains("owner")).unwrap_or_default().to_owned();
    reads!(line, @"• The owner can read in the console what you have written to me in direct chats since Fri 1 May, 10:01, and what I answered");
    page.says("hello there").await;
    page.next_message().await;

    bot.restart_with("CONSOLE__OWNER_READS", false).await;
    assert!(!reads(&after).await.1.contains("cactus"), "switched off, all is hidden");
    bot.restart_with("CONSOLE__OWNER_READS", true).await;
    assert!(!reads(&after).await.1.contains("cactus"), "and stays so");
    phone.says("/status").await;
    assert!(phone.next_message().await.text.starts_with("The owner of this bot can read"), "it is said anew");
    phone.next_message().await;
    bot.end().await;
}

#[tokio::test]
async fn groups_are_left_out() {
    let bot: Bot<OnBoth> = setup().with("CONSOLE__OWNER_READS", true).start().await;
    let Both(OnTelegram { tg, alice, .. }, page) = bot.alice();
    let group = tg.group(-100_200, "family");
    let says_there = async |text: &str| {
        alice.says_in(&group, &format!("@adjutant_bot {text}")).await;
        tg.next_message(&group).await.text
    };
    let answer = says_there("jot my fern likes shade").await;
    assert!(!answer.contains("console"), "nobody is told in a group: {answer}");
    alice.says("jot my rose likes loam").await;
    assert!(tg.next_message(&alice).await.text.starts_with("The owner of this bot can read"));
    tg.next_message(&alice).await;
    bot.rests().await;
    bot.advance(1);
    says_there("jot my moss likes rain").await;
    let in_group = newest(&page).await;
    bot.advance(1);
    alice.says("jot my cactus likes sun").await;
    tg.next_message(&alice).await;
    let (is_read, shown) = reads(&page, &newest(&page).await).await;
    assert!(is_read && shown.contains("cactus"), "{shown}");
    let (is_read, shown) = reads(&page, &in_group).await;
    assert!(!is_read && !shown.contains("moss"), "the notice is about direct chats: {shown}");
    bot.end().await;
}

#[tokio::test]
async fn what_a_search_finds_from_before_is_not_shown() {
    let setup = setup().with("CONSOLE__OWNER_READS", true).with_model().await;
    let bot: Bot<OnBoth> = setup.start().await;
    let Both(phone, page) = bot.alice();
    bot.model().answer_with(|_| Turn::text("Noted."));
    phone.says("my orchid needs rain water").await;
    assert!(phone.next_message().await.text.starts_with("The owner of this bot can read"));
    reads!(phone.next_message().await, @"Noted.");
    bot.rests().await;
    bot.advance(1);
    let search = json!({"query": "orchid", "include_conversation": true});
    bot.model().script([Turn::calls([("memory_search", search)]), Turn::text("I found it.")]);
    phone.says("what did I say of flowers?").await;
    reads!(phone.next_message().await, @"I found it.");
    let turn = newest(&page).await;
    let (is_read, shown) = reads(&page, &turn).await;
    assert!(is_read && shown.contains("I found it.") && shown.contains("include_conversation"), "{shown}");
    assert!(!shown.contains("rain water"), "it was said before the notice: {shown}");
    let own = Visitor::of(&phone, &page).await.views(&format!("turn?of={turn}")).await;
    assert!(own["is_own"] == true && own.to_string().contains("rain water"), "{own}");
    bot.advance(90 * 24 * 60);
    let (is_read, shown) = reads(&page, &turn).await;
    assert!(!is_read && !shown.contains("I found it."), "its messages may be deleted: {shown}");
    bot.end().await;
}
