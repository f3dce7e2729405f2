//! Approval questions in a server: who may press, what the others see, and more choices than there is room for buttons.

use adjutant_simulators::{
    discord::{BotMessage, Channel, Sent, User},
    model::Turn,
    pages::Pages,
};
use serde_json::json;

use super::{becomes_owner, garden, with_bob_by_default};
use crate::harness::{Bot, Chat, Masked, OnDiscord, Setup, Shown, reads};

#[tokio::test]
async fn only_who_may_decide_can_press_and_nobody_else_reads_why() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, prompt) = is_asked_in_the_garden(&bot).await;

    let alert = bob.presses(&prompt, "Approve").await.answer().await;
    assert_eq!(alert.ephemeral_for, Some(bob.id()));
    reads!(Shown::from(alert), @"⚠️ Only the person who asked for this, or an approver, can decide. Nothing has changed.");
    assert_eq!(discord.message(&prompt), Some(prompt.clone()), "nothing has changed");
    let told = alice.presses(&prompt, "Approve").await.answer().await;
    assert_eq!(told.ephemeral_for, Some(alice.id()));
    reads!(Shown::from(told), @"Approved.");
    reads!(Shown::from(discord.next_message(&garden).await), @"I'll remember: my shoe size is 38");
    reads!(Shown::from(discord.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Remember: “my shoe size is 38”
    Where others read along, I ask before I change anything.
    ✅ Approved by alice
    ");
    let late = alice.taps_data(&prompt, &prompt.buttons[0][1].1).await.answer().await;
    reads!(Shown::from(late), @"⚠️ This was already decided. Approved.");
    bot.end().await;
}

#[tokio::test]
async fn the_details_are_for_whoever_asks_for_them() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, prompt) = is_asked_in_the_garden(&bot).await;

    alice.presses(&prompt, "Details").await.answer().await;
    let details = discord.next_ephemeral(&alice).await;
    assert_eq!(details.ephemeral_for, Some(alice.id()));
    let details = Shown::from(details).text;
    for expected in
        ["Tool: memory_save", "\"content\": \"my shoe size is 38\"", "Expires: 2 May 2026, 10:00 UTC"]
    {
        assert!(details.contains(expected), "{expected} in {details}");
    }
    // A person who may not decide learns nothing beyond the question.
    let alert = bob.presses(&prompt, "Details").await.answer().await;
    assert_eq!(alert.ephemeral_for, Some(bob.id()));
    assert!(alert.text.starts_with("⚠️ "), "{alert:?}");
    // The details are shown at each press: an ephemeral message soon disappears.
    alice.presses(&prompt, "Details").await.answer().await;
    discord.next_ephemeral(&alice).await;
    alice.presses(&prompt, "Deny").await.answer().await;
    reads!(Shown::from(discord.next_message(&garden).await), @"All right: I did not do it.");
    bot.end().await;
}

#[tokio::test]
async fn a_question_that_a_moderator_deletes_is_posted_again() {
    let (bot, _) = with_bob_by_default(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, prompt) = is_asked_in_the_garden(&bot).await;
    bot.advance(1);
    alice.deletes_all(&[Sent { id: prompt.id, channel_id: prompt.channel_id }]).await;
    let again = discord.next_message(&garden).await;
    assert_eq!((again.text == prompt.text, again.id == prompt.id), (true, false));
    reads!(Shown::from(discord.next_message(&garden).await), @"⏳ My message was deleted before anybody decided, so I have posted it again above. /approvals shows what waits, too.");
    alice.presses(&again, "Approve").await.answer().await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I'll remember: my shoe size is 38");
    bot.end().await;
}

#[tokio::test]
async fn a_question_in_a_server_outlives_the_process() {
    let (mut bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, prompt) = is_asked_in_the_garden(&bot).await;

    bot.restart_after(60).await;
    bob.presses(&prompt, "Approve").await.answer().await;
    alice.presses(&prompt, "More choices").await.answer().await;
    let all = discord.when(&prompt, |now| offers(now, "Back")).await;
    bot.restart().await;
    chooses(&alice, &all, "Back").await;
    let prompt = discord.when(&prompt, |now| offers(now, "Approve")).await;
    alice.presses(&prompt, "Approve").await.answer().await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I'll remember: my shoe size is 38");
    bot.end().await;
}

#[tokio::test]
async fn a_reason_in_a_server_is_a_reply_to_the_question() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, prompt) = is_asked_in_the_garden(&bot).await;

    alice.presses(&prompt, "More choices").await.answer().await;
    let all = discord.when(&prompt, |now| offers(now, "Back")).await;
    reads!(Shown::from(chooses(&alice, &all, "Deny and say why").await), @"Reply to the question with the reason.");
    let prompt = discord.when(&prompt, |now| offers(now, "Just deny")).await;
    bob.replies(&prompt, "it is alice's").await;
    discord.next_message(&garden).await;
    alice.replies(&prompt, "it has changed").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"All right: I did not do it.");
    reads!(Shown::from(discord.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Remember: “my shoe size is 38”
    Where others read along, I ask before I change anything.
    ❌ Denied by alice; nothing was done: “it has changed”
    ");
    bot.end().await;
}

#[tokio::test]
async fn more_choices_than_buttons_are_a_menu() {
    let site = Pages::start().await;
    site.serve("/tides", "text/plain", "The tide is out.");
    let (bot, bob) = with_bob_by_default(Setup::new().beside(&site).with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    let fetch = |n: usize| ("web_fetch", json!({"url": format!("{}?{n}", site.url("/tides"))}));
    bot.model().script([Turn::calls((1..=6).map(fetch)), Turn::text("Nothing new.")]);
    alice.mentions_bot_in(&garden, "anything new out there?").await;
    let prompt = discord.next_message(&garden).await;
    assert_eq!(chooses(&bob, &prompt, "Approve all").await.ephemeral_for, Some(bob.id()));
    chooses(&alice, &prompt, "3. Deny").await;
    let left = discord.when(&prompt, |now| now.text != prompt.text).await;
    assert!(!offers(&left, "3. Deny"), "{left:?}");
    chooses(&alice, &left, "More choices").await;
    let all = discord.when(&left, |now| offers(now, "Back")).await;
    assert!(all.buttons.is_empty() && all.menus.len() > 1, "{all:?}");
    assert!(all.menus.iter().all(|menu| menu.len() <= 25), "{all:?}");
    let last = all.menus.last().and_then(|menu| menu.last()).map(|(label, _)| label.as_str());
    assert_eq!(last, Some("Back"), "the last choice of the last menu");
    chooses(&alice, &all, "Back").await;
    let left = discord.when(&left, |now| offers(now, "Approve all")).await;
    chooses(&alice, &left, "Approve all").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"Nothing new.");
    let done = discord.when(&left, |now| now.menus.is_empty()).await;
    assert_eq!((done.text.matches("✅").count(), done.text.matches("❌").count()), (5, 1));
    assert_eq!(site.hits("/tides"), 5);
    bot.end().await;
}

#[tokio::test]
async fn permissions_are_listed_for_whoever_asks_and_taken_back_there() {
    let site = Pages::start().await;
    site.serve("/tides", "text/plain", "The tide is out.");
    let (mut bot, _) = with_bob_by_default(Setup::new().beside(&site)).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    alice.mentions_bot_in(&garden, &format!("fetch {}", site.url("/tides"))).await;
    let prompt = discord.next_message(&garden).await;
    alice.presses(&prompt, "More choices").await.answer().await;
    let all = discord.when(&prompt, |now| offers(now, "Back")).await;
    chooses(&alice, &all, &format!("Always: {}", site.url(""))).await;
    discord.next_message(&garden).await;
    let list = alice.runs(&garden, "approvals", &[]).await.answer().await;
    assert_eq!(list.ephemeral_for, Some(alice.id()));
    reads!(Shown::from(list.clone()).masked(&site.url(""), "SITE"), @"
    Nothing waits for a decision.

    Allowed without asking
    1. SITE (page), always; given 1 May, 10:00, not used yet

    Here, where others can read along, I only list what belongs to this chat.
    [Revoke 1]
    ");
    // After the restart, only the press gives the bot the means to edit the list.
    bot.restart().await;
    alice.presses(&list, "Revoke 1").await.acknowledged().await;
    reads!(Shown::from(discord.when(&list, |now| now.buttons.is_empty()).await), @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls here.

    Here, where others can read along, I only list what belongs to this chat.
    ");
    let revoked = Shown::from(discord.next_ephemeral(&alice).await);
    reads!(revoked.masked(&site.url(""), "SITE"), @"Revoked: SITE (page). I will ask again before the next call.");
    bot.end().await;
}

/// Alice asks for a note in a server; returns the channel and the question.
async fn is_asked_in_the_garden(bot: &Bot<OnDiscord>) -> (Channel, BotMessage) {
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);
    alice.mentions_bot_in(&garden, "remember that my shoe size is 38").await;
    let prompt = discord.next_message(&garden).await;
    reads!(Shown::from(prompt.clone()), @"
    Remember: “my shoe size is 38”
    Where others read along, I ask before I change anything.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    (garden, prompt)
}

/// Presses a button, or chooses it from a menu, and returns the answer.
async fn chooses(user: &User, message: &BotMessage, label: &str) -> BotMessage {
    let is_button = message.buttons.iter().flatten().any(|(shown, _)| shown == label);
    let choice =
        if is_button { user.presses(message, label).await } else { user.selects(message, label).await };
    choice.answer().await
}

fn offers(message: &BotMessage, label: &str) -> bool {
    message.buttons.iter().chain(&message.menus).flatten().any(|(shown, _)| shown == label)
}

#[tokio::test]
async fn the_owner_reads_where_something_is_asked_for() {
    let rule = r#"[{ tool = "memory_save", role = "member", then = "owner" }]"#;
    let (bot, bob) = with_bob_by_default(Setup::new().with("TOOLS__RULES", rule)).await;
    let OnDiscord { discord, .. } = bot.alice();
    becomes_owner(&bot).await;

    bob.mentions_bot_in(&garden(&discord), "remember that the wifi code is 4711").await;
    discord.next_message(&garden(&discord)).await;
    let prompt = bot.next_message().await;
    reads!(prompt.clone(), @"
    Remember: “the wifi code is 4711”
    Whoever runs this bot wants you to be asked about this.
    bob asks for this, in <#600> (discord).
    [Approve] [Deny]
    [More choices] [Details]
    ");
    bot.alice().presses(&prompt, "Approve").await;
    discord.next_message(&garden(&discord)).await;
    bot.end().await;
}
