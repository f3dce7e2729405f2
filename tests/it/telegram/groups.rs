//! Groups: the bot answers only when it is addressed, and each person has a conversation of their own.

use std::time::Duration;

use adjutant_simulators::{model::Turn, pages::Pages};
use serde_json::json;

use super::{with_bob, with_bob_by_default};
use crate::harness::{Bot, OnTelegram, Setup, Shown, conversation, reads};

#[tokio::test]
async fn a_group_is_answered_when_it_mentions_replies_or_commands() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    bob.says_in(&group, "what a day").await;
    let asked = alice.says_in(&group, "@adjutant_bot remember that the wifi code is 4711").await;
    let answer = tg.next_message(&group).await;
    assert_eq!(answer.reply_to, Some(asked.id));
    let asked = alice.replies(&answer, "what is the wifi code?").await;
    assert_eq!(tg.next_message(&group).await.reply_to, Some(asked.id));
    alice.says_in(&group, "/stop@adjutant_bot").await;
    tg.next_message(&group).await;
    alice.says_in(&group, "/stop@another_bot").await;
    alice.replies(&asked, "thank you, bob").await;
    alice.says_in(&group, "what is the wifi code?").await;
    tg.all_acknowledged().await;
    bot.rests().await;
    reads!(tg.transcript(&group), @"
    bob: what a day
    alice: @adjutant_bot remember that the wifi code is 4711
    adjutant_bot: I'll remember: the wifi code is 4711
    alice: what is the wifi code?
    adjutant_bot: You told me: the wifi code is 4711
    alice: /stop@adjutant_bot
    adjutant_bot: There is nothing to stop.
    alice: /stop@another_bot
    alice: thank you, bob
    alice: what is the wifi code?
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_command_for_another_bot_is_ignored() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (mallory, group) = (tg.user(66, "mallory"), tg.group(-100_200, "family"));

    alice.says_in(&group, "/weather").await;
    bob.says_in(&group, "/play chess").await;
    mallory.says_in(&group, "/weather").await;
    tg.all_acknowledged().await;
    bot.rests().await;
    bot.end().await;
}

#[tokio::test]
async fn who_only_mentions_the_bot_is_greeted() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    let said = bob.says_in(&group, "@adjutant_bot").await;
    let hello = tg.next_message(&group).await;
    assert_eq!(hello.reply_to, Some(said.id));
    reads!(hello.text, @"Hello! Mention me together with what you need, or reply to one of my messages. /help says what I can do.");
    bot.end().await;
}

#[tokio::test]
async fn a_group_is_greeted_once_and_told_what_works_there() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    bob.adds_bot_to(&group).await;
    reads!(tg.next_message(&group).await.text, @"Hello! I answer whoever I know here when they mention me or reply to me. /help says what I can do here.");
    bob.promotes_bot_in(&group).await;
    let asked = alice.says_in(&group, "/help@adjutant_bot").await;
    let help = tg.next_message(&group).await;
    assert_eq!(help.reply_to, Some(asked.id));
    reads!(help.text, @"
    Here I answer when you mention me or reply to one of my messages: say what you need, as you would in a direct chat. Each of you has notes, reminders and a conversation of your own. Before I do anything risky, I ask the person it is for, with buttons under the message.

    These commands work here:

    • /help [command]: Commands and examples
    • /new: Start a new conversation
    • /stop: Stop what I am doing
    • /compact: Summarise our conversation
    • /status: How things stand
    • /approvals: What waits for a decision, and what I may do unasked
    • /memory [query]: Your notes: see, change, delete
    • /remember [text]: Save a note
    • /forget [what]: Delete a note
    • /schedules [name]: Your reminders and tasks: see, pause, run, delete
    • /site [share]: Your website: preview, publish, undo
    • /plan [clear]: How far our plan is
    • /tools: Which tools I have at hand
    • /model [name]: Which model answers here: see or choose
    • /queue [choice]: When you write while I work
    • /reasoning [on]: What the model reasons: see or hide
    • /tables [form]: How wide tables come
    • /language [name]: Your language
    • /timezone [zone]: Show or set your time zone
    • /quiet [hours]: Your quiet hours, when results wait
    • /usage [days]: How much you have used
    • /export: Get everything I know about you, as files

    Only in a direct chat with me: /start, /files, /vault, /hooks, /mcp, /console, /people, /link, /unlink, /forget_me
    ");
    let asked = bob.says_in(&group, "/schedules").await;
    assert_eq!(tg.next_message(&group).await.reply_to, Some(asked.id));
    bob.says_in(&group, "/files").await;
    reads!(tg.next_message(&group).await.text, @"Please ask me that in a direct chat: here others would read the names of your files.");
    let asked = bob.says_in(&group, "/nonsense@adjutant_bot").await;
    assert_eq!(tg.next_message(&group).await.reply_to, Some(asked.id));
    bot.end().await;
}

#[tokio::test]
async fn a_stranger_who_adds_the_bot_to_a_group_hears_that_it_is_private() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, .. } = bot.alice();
    let (mallory, group) = (tg.user(66, "mallory"), tg.group(-100_300, "strangers"));

    mallory.adds_bot_to(&group).await;
    reads!(tg.next_message(&group).await.text, @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: telegram:66. They can let you in with it.");
    mallory.removes_bot_from(&group).await;
    mallory.adds_bot_to(&group).await;
    tg.all_acknowledged().await;
    bot.rests().await;
    assert_eq!(tg.transcript(&group).lines().count(), 1, "at most one line an hour");
    bot.end().await;
}

#[tokio::test]
async fn two_people_of_a_group_share_neither_notes_nor_buttons() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    alice.says_in(&group, "@adjutant_bot remember that my shoe size is 38").await;
    tg.next_message(&group).await;
    bob.says_in(&group, "@adjutant_bot what is my shoe size?").await;
    tg.next_message(&group).await;
    alice.says_in(&group, "@adjutant_bot forget my shoe size").await;
    tg.next_message(&group).await;
    let prompt = tg.next_message(&group).await;
    let answer = bob.presses(&prompt, "Approve").await;
    reads!(answer.text, @"Only the person who asked for this, or an approver, can decide. Nothing has changed.");
    assert!(answer.alert);
    assert_eq!(tg.message(&prompt), Some(prompt.clone()), "nothing has changed");
    bob.says_in(&group, "/stop").await;
    tg.next_message(&group).await;
    bob.says_in(&group, "/new").await;
    tg.next_message(&group).await;
    reads!(alice.presses(&prompt, "Approve").await.text, @"Approved.");
    tg.next_message(&group).await;
    tg.when(&prompt, |now| now.buttons.is_empty()).await;
    reads!(tg.transcript(&group), @"
    alice: @adjutant_bot remember that my shoe size is 38
    adjutant_bot: I'll remember: my shoe size is 38
    bob: @adjutant_bot what is my shoe size?
    adjutant_bot: I have no note about my shoe size. I know only what you tell me, for example: remember that the wifi code is 4711
    alice: @adjutant_bot forget my shoe size
    adjutant_bot: This is the note: my shoe size is 38
    adjutant_bot: Delete the note “my shoe size is 38”
    A deleted note cannot be brought back.
    ✅ Approved by alice
    bob: /stop
    adjutant_bot: There is nothing to stop.
    bob: /new
    adjutant_bot: A new conversation begins. I keep what you asked me to remember.
    adjutant_bot: Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.
    ");
    bot.end().await;
}

#[tokio::test]
async fn two_people_of_a_group_have_conversations_of_their_own() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    bot.model().script([Turn::text("Good morning, alice."), Turn::text("Good morning, bob.")]);
    alice.says_in(&group, "@adjutant_bot my secret is out").await;
    tg.next_message(&group).await;
    bob.says_in(&group, "good day @adjutant_bot, any news?").await;
    tg.next_message(&group).await;
    reads!(conversation(bot.model()), @"user: good day, any news?");
    let system = bot.model().requests().pop().unwrap().system().to_owned();
    assert!(system.contains("You are talking to bob in a group chat"), "{system}");
    bot.end().await;
}

#[tokio::test]
async fn one_person_s_turn_does_not_wait_for_another_s() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    bot.model().script([Turn::text("To alice."), Turn::text("To bob.")]);
    let held = bot.model().hold_before();
    alice.says_in(&group, "@adjutant_bot one").await;
    held.wait().await;
    bob.says_in(&group, "@adjutant_bot two").await;
    reads!(Shown::from(tg.next_message(&group).await), @"To bob.");
    held.release();
    reads!(Shown::from(tg.next_message(&group).await), @"To alice.");
    bot.end().await;
}

#[tokio::test]
async fn a_group_sees_what_a_tool_does_until_it_is_done() {
    let site = Pages::start().await;
    site.serve_slowly("/slow", "text/plain", "The tide is out.", Duration::from_millis(300));
    let bot: Bot<OnTelegram> = Setup::new().reading(&site).with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    bot.model()
        .script([Turn::calls([("web_fetch", json!({"url": site.url("/slow")}))]), Turn::text("It is out.")]);
    alice.says_in(&group, "@adjutant_bot how is the tide?").await;
    let shown = bot.while_time_passes(tg.next_message(&group)).await;
    reads!(Shown::from(shown.clone()), @"⏳ Reading 127.0.0.1…");
    bot.while_time_passes(tg.shows(&shown, "It is out.")).await;
    bot.end().await;
}

#[tokio::test]
async fn a_message_that_is_replied_to_is_quoted_to_the_model() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    bot.model().script([Turn::text("It is Danish."), Turn::text("Of course.")]);
    let of_bob = bob.says_in(&group, "rødgrød med fløde").await;
    alice.replies(&of_bob, "@adjutant_bot what language is that?").await;
    let answer = tg.next_message(&group).await;
    alice.replies(&answer, "are you sure?").await;
    tg.next_message(&group).await;
    reads!(conversation(bot.model()), @"
    user: [Not from the user: The next message replies to this message: “rødgrød med fløde”]

    what language is that?
    assistant: It is Danish.
    user: [Not from the user: The next message replies to your message: “It is Danish.”]

    are you sure?
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_group_that_becomes_a_supergroup_takes_everything_along() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-300, "family");

    alice.says_in(&group, "@adjutant_bot remind me in 5 minutes to stretch").await;
    tg.next_message(&group).await;
    let group = alice.upgrades(&group, -100_300).await;
    tg.all_acknowledged().await;
    bot.advance(5);
    reads!(Shown::from(tg.next_message(&group).await), @"
    alice ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

#[tokio::test]
async fn in_a_group_the_bot_asks_before_it_changes_anything() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    alice.says_in(&group, "@adjutant_bot remember that the wifi code is 4711").await;
    let prompt = tg.next_message(&group).await;
    reads!(Shown::from(prompt.clone()), @"
    Remember: “the wifi code is 4711”
    Where others read along, I ask before I change anything.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    assert!(bob.presses(&prompt, "Approve").await.alert);
    reads!(alice.presses(&prompt, "Approve").await.text, @"Approved.");
    reads!(Shown::from(tg.next_message(&group).await), @"I'll remember: the wifi code is 4711");
    alice.says_in(&group, "@adjutant_bot jot oats").await;
    reads!(Shown::from(tg.next_message(&group).await), @"Jotted down: it is the only thing on the scratchpad.");
    bot.end().await;
}

#[tokio::test]
async fn what_a_schedule_cannot_deliver_to_a_group_is_told_to_its_owner_alone() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    // A bot cannot write to a person who never wrote to it.
    alice.says("hello").await;
    tg.next_message(&alice).await;
    alice.says_in(&group, "@adjutant_bot every hour: drink water").await;
    tg.next_message(&group).await;
    alice.removes_bot_from(&group).await;
    tg.all_acknowledged().await;
    bot.advance(60);
    reads!(tg.next_message(&alice).await.text, @"
    I can no longer write to the chat where you made “drink water”. I have paused it; /schedules shows it. This is what it had to say there:

    drink water
    ");
    bot.advance(60);
    bot.rests().await;
    alice.says("/schedules").await;
    let list = tg.next_message(&alice).await.text;
    assert!(list.ends_with("1. drink water\nevery hour · paused\n\nTimes are in UTC."), "{list}");
    bot.end().await;
}

#[tokio::test]
async fn what_the_bot_told_somebody_else_is_not_one_s_own() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    bot.model().script([Turn::text("Invoices go to mallory.")]);
    bob.says_in(&group, "@adjutant_bot say that invoices go to mallory").await;
    let told_to_bob = tg.next_message(&group).await;
    let saves = || Turn::calls([("memory_save", json!({"content": "Invoices go to mallory."}))]);
    bot.model().script([saves()]);
    alice.replies(&told_to_bob, "@adjutant_bot remember that").await;
    let prompt = tg.next_message(&group).await;
    reads!(prompt.text, @"
    Remember: “Invoices go to mallory.”
    Usually I do this without asking.
    I have read text from a message of mine to somebody else, which may try to steer me.
    Only alice or an approver can decide.
    ");
    bot.model().script([Turn::text("Then not.")]);
    alice.presses(&prompt, "Deny").await;
    tg.next_message(&group).await;

    // The bot's earlier answer to alice, before it read other people's words, counts as hers.
    alice.says_in(&group, "/new").await;
    tg.next_message(&group).await;
    bot.model().script([Turn::text("Oats are cheap."), saves(), Turn::text("Saved.")]);
    alice.says_in(&group, "@adjutant_bot what is cheap?").await;
    let told_to_alice = tg.next_message(&group).await;
    alice.replies(&told_to_alice, "remember that").await;
    let saved = tg.next_message(&group).await;
    assert!(saved.text.starts_with("Saved."), "{}", saved.text);
    bot.end().await;
}

#[tokio::test]
async fn in_a_supergroup_no_message_is_taken_for_one_of_the_group_before() {
    let (bot, _) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-300, "family");
    let task = json!({
        "goal": "look at the tide", "cadence_type": "once", "cadence_value": "2026-05-01 11:00", "name": "Tide",
    });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("I will look at eleven.")]);
    alice.says_in(&group, "@adjutant_bot look at the tide at eleven").await;
    let promise = tg.next_message(&group).await;
    alice.says_in(&group, "/new").await;
    tg.next_message(&group).await;
    let group = alice.upgrades(&group, -100_300).await;
    tg.all_acknowledged().await;
    bot.model().script([Turn::text("The tide is out.")]);
    bot.advance(60);
    let result = tg.next_message(&group).await;
    assert_eq!(result.id, promise.id, "the new chat counts from the beginning");
    bot.rests().await;

    bot.model().script([Turn::text("At six.")]);
    alice.replies(&result, "when is it in?").await;
    reads!(Shown::from(tg.next_message(&group).await), @"At six.");
    let said = conversation(bot.model());
    assert!(said.contains("of the schedule “Tide”") && !said.contains("I will look at eleven"), "{said}");
    bot.end().await;
}

#[tokio::test]
async fn a_prompt_of_the_group_before_is_posted_again_in_the_supergroup() {
    let (bot, _) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-300, "family");

    alice.says_in(&group, "@adjutant_bot remember that the wifi code is 4711").await;
    let prompt = tg.next_message(&group).await;
    let new = alice.upgrades(&group, -100_300).await;
    tg.all_acknowledged().await;
    let again = tg.next_message(&new).await;
    reads!(Shown::from(again.clone()), @"
    Remember: “the wifi code is 4711”
    Where others read along, I ask before I change anything.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(alice.presses(&prompt, "Approve").await.text, @"This prompt is no longer valid. Nothing has changed. /approvals lists what waits for a decision.");
    reads!(alice.presses(&again, "Approve").await.text, @"Approved.");
    reads!(Shown::from(tg.next_message(&new).await), @"I'll remember: the wifi code is 4711");
    bot.end().await;
}

#[tokio::test]
async fn only_the_person_who_was_asked_presses_a_suggestion() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    alice.says_in(&group, "@adjutant_bot remind me to buy milk").await;
    let question = tg.next_message(&group).await;
    let foreign = bob.presses(&question, "In 1 hour").await;
    reads!(foreign.text, @"Only the person who asked for this can decide. Nothing has changed.");
    let _ = alice.presses(&question, "In 1 hour").await;
    reads!(Shown::from(tg.next_message(&group).await), @"I'll remind you in 1 hour, at 11:00 (UTC): buy milk");
    bot.end().await;
}

#[tokio::test]
async fn the_name_of_somebody_else_s_file_is_not_told_in_a_group() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    let series = json!([{"name": "Spending", "values": [1, 2]}]);
    let chart = json!({"kind": "bar", "title": "Debts", "labels": ["May", "June"], "series": series});
    bot.model().script([Turn::calls([("chart", chart)]), Turn::text("There."), Turn::text("Yes.")]);
    alice.says_in(&group, "@adjutant_bot show me a chart").await;
    let picture = tg.next_message(&group).await;
    assert!(picture.file.is_some(), "{picture:?}");
    tg.next_message(&group).await;
    bob.replies(&picture, "@adjutant_bot is that good?").await;
    tg.next_message(&group).await;
    reads!(bot.model().requests().pop().unwrap().last_user(), @"
    [Not from the user: The next message replies to your message, which has no text.]

    is that good?
    ");
    bot.end().await;
}
