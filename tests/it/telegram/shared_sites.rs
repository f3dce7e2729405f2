//! A website that its owner shares with a group: every member can change drafts, and reviewers publish.

use adjutant_simulators::{
    model::Turn,
    telegram::{BotMessage, Group, User},
};
use reqwest::StatusCode;
use serde_json::json;

use super::with_bob_by_default;
use crate::{
    core::published_sites::{makes_a_site, visit},
    harness::{Bot, Masked, OnTelegram, Setup, Shown, reads},
};

/// Alice, who has a website, and bob in one group.
async fn with_club() -> (Bot<OnTelegram>, User, Group) {
    let (bot, bob) = with_bob_by_default(Setup::new().with_model().await).await;
    makes_a_site(&bot).await;
    let club = bot.alice().tg.group(-100_200, "club");
    (bot, bob, club)
}

/// Requests one call from the bot in the group, and returns its question.
async fn is_asked(
    bot: &Bot<OnTelegram>,
    (who, group): (&User, &Group),
    (words, tool): (&str, &str),
    arguments: serde_json::Value,
) -> BotMessage {
    bot.model().script([Turn::calls([(tool, arguments)]), Turn::text("Done.")]);
    who.says_in(group, words).await;
    bot.alice().tg.next_message(group).await
}

#[tokio::test]
async fn the_people_of_a_group_change_a_website_and_its_reviewers_publish_it() {
    let (bot, bob, club) = with_club().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let next = async || Shown::from(tg.next_message(&club).await);

    bob.says_in(&club, "/site").await;
    reads!(next().await, @"No website is shared with this group. Yours I show you in a direct chat; /site share, written here, lets everybody here work on it.");
    bob.says_in(&club, "/site share").await;
    reads!(next().await, @"You have no website yet. Make one in a direct chat with me, then share it here.");
    alice.says_in(&club, "/site share").await;
    reads!(next().await, @"
    Riverside Choir
    Shared with this group.

    Whoever I serve there changes its drafts by writing to me, and I ask before each change. Only its owner and reviewers publish it.

    Owner: alice
    [Reviewer: bob]
    [Stop sharing] [Back]
    ");

    // The person who requests a change approves it.
    let page = json!({ "title": "Concerts" });
    let add = ("@adjutant_bot add a page for concerts to the website", "site_create_page");
    let question = is_asked(&bot, (&bob, &club), add, page).await;
    reads!(Shown::from(question.clone()), @"
    Add the page “Concerts” (/concerts) to your website
    Where others read along, I ask before I change anything.
    Only bob or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    bob.presses(&question, "Approve").await;
    reads!(next().await, @"Done.");

    // A reviewer decides about publishing.
    let publish = ("@adjutant_bot publish the website", "site_publish");
    let question = is_asked(&bot, (&bob, &club), publish, json!({})).await;
    let asked = Shown::from(question.clone()).to_string();
    let (_, asked) = asked.split_once('\n').unwrap();
    insta::assert_snapshot!(asked, @"
    Everybody can see it then. Earlier messages here hold words from a shared website.
    I have read text from a shared website, which may try to steer me.
    Only the owner or a reviewer of the website can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(bob.presses(&question, "Approve").await.text, @"Only the owner or a reviewer of the website can decide this. Nothing has changed.");
    assert_eq!(bot.number("SELECT count(published_at) AS value FROM sites").await, 0);
    alice.presses(&question, "Approve").await;
    reads!(next().await, @"Done.");
    assert_eq!(bot.number("SELECT count(published_at) AS value FROM sites").await, 1);

    // The same holds for buttons.
    let change = json!({ "title": "Spring concerts" });
    let add = ("@adjutant_bot one more page for the website", "site_create_page");
    let question = is_asked(&bot, (&bob, &club), add, change).await;
    bob.presses(&question, "Approve").await;
    reads!(next().await, @"Done.");
    bob.says_in(&club, "/site").await;
    let list = tg.next_message(&club).await;
    let shown = Shown::from(list.clone());
    let address = shown.text.split_whitespace().find(|word| word.starts_with("http")).unwrap().to_owned();
    insta::assert_snapshot!(shown.masked(address.trim_end_matches("riverside-choir/"), "HOST/"), @"
    Riverside Choir
    Public at HOST/riverside-choir/ (published 1 May 2026, 10:00)
    Shared with this group by alice

    Not public yet:
    • page Spring concerts is new

    Latest change: made the page “Spring concerts”, by bob

    Pages and posts: 4
    1. Welcome (start page)
    2. About us
    3. Concerts
    4. Spring concerts (draft)
    [1. Welcome] [2. About us]
    [3. Concerts] [4. Spring concerts]
    [Preview] [Publish] [Undo] [Sharing]
    ");
    reads!(bob.presses(&list, "Publish").await.text, @"Only the website’s owner or a reviewer can publish it. Nothing has changed.");
    let list = tg.message(&list).unwrap();
    alice.presses(&list, "Sharing").await;
    let sharing = tg.when(&list, |now| now.text.contains("Owner")).await;
    reads!(bob.presses(&sharing, "Reviewer: bob").await.text, @"Only the website’s owner can do that. Nothing has changed.");
    reads!(alice.presses(&sharing, "Reviewer: bob").await.text, @"bob can publish the website now.");
    let sharing = tg.when(&sharing, |now| now.text.contains("Reviewers")).await;
    bob.presses(&sharing, "Back").await;
    let list = tg.when(&sharing, |now| now.text.contains("Not public yet")).await;
    bob.presses(&list, "Publish").await;
    tg.when(&list, |now| now.text.contains("Everything is published")).await;
    assert_eq!(visit(&format!("{address}spring-concerts/")).await.0, StatusCode::OK);
    bot.end().await;
}

#[tokio::test]
async fn a_command_that_is_not_answered_shares_nothing() {
    let (mut bot, _, club) = with_club().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    bot.away(6 * 60 + 1, alice.says_in(&club, "/site share")).await;
    let late = tg.next_message(&club).await.text;
    assert!(late.starts_with("I was away, so I have not answered your message"), "{late}");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_shares").await, 0);

    bot.restart_with("LIMITS__CONVERSATIONS", 1).await;
    alice.says_in(&club, "/site share").await;
    let refused = tg.next_message(&club).await.text;
    assert!(refused.contains("conversations"), "{refused}");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_shares").await, 0);
    bot.end().await;
}

#[tokio::test]
async fn what_is_shared_no_more_is_the_owner_s_alone() {
    let (bot, bob, club) = with_club().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    alice.says_in(&club, "/site share").await;
    let sharing = tg.next_message(&club).await;
    alice.says("/site").await;
    let list = Shown::from(tg.next_message(&alice).await);
    assert!(list.text.contains("Shared with the group -100200"), "{list}");

    // In bob's own chat there is no website.
    bob.says("/site").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"You have no website yet. Tell me what it is for, for example: make a website for our chess club, with a page about us and our opening hours. You see it before anybody else does, and a button makes it public.");

    let page = json!({ "title": "Concerts" });
    let add = ("@adjutant_bot add a page to the website", "site_create_page");
    let question = is_asked(&bot, (&bob, &club), add, page).await;
    reads!(bob.presses(&sharing, "Stop sharing").await.text, @"Only the website’s owner can do that. Nothing has changed.");
    alice.presses(&sharing, "Stop sharing").await;
    reads!(Shown::from(tg.when(&sharing, |now| now.buttons.is_empty()).await), @"The website is shared no more: only its owner changes it.");

    // A call that was waiting for approval then is not executed.
    bob.presses(&question, "Approve").await;
    reads!(Shown::from(tg.next_message(&club).await), @"Done.");
    let request = bot.model().requests().pop().unwrap();
    let result = request.tool_results().pop().unwrap();
    assert!(result.contains("the group shares no website"), "{result}");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_pages").await, 2);

    bot.model().script([Turn::text("I cannot.")]);
    bob.says_in(&club, "@adjutant_bot show me the pages of the website").await;
    reads!(Shown::from(tg.next_message(&club).await), @"I cannot.");
    let request = bot.model().requests().pop().unwrap();
    assert!(!request.tools.iter().any(|tool| tool.starts_with("site_")), "{:?}", request.tools);
    alice.says("/site unshare").await;
    reads!(Shown::from(tg.next_message(&alice).await), @"The website is shared with nobody.");
    bot.end().await;
}
