//! Servers: the bot answers only when it is addressed, and each person has a conversation of their own.

use adjutant_simulators::{
    discord::{Fault, Method},
    model::Turn,
};
use adjutant_store::db::Scope;
use serde_json::json;

use super::{GARDEN, garden, home, with_bob, with_bob_by_default};
use crate::harness::{OnDiscord, Setup, Shown, conversation, reads};

#[tokio::test]
async fn a_server_is_answered_when_it_mentions_or_replies() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bob.says_in(&garden, "what a day").await;
    let asked = alice.mentions_bot_in(&garden, "remember that the wifi code is 4711").await;
    let answer = discord.next_message(&garden).await;
    assert_eq!((answer.reply_to, &*answer.pings), (Some(asked.id), [alice.id()].as_slice()));
    let asked = alice.replies(&answer, "what is the wifi code?").await;
    assert_eq!(discord.next_message(&garden).await.reply_to, Some(asked.id));
    alice.replies(&asked, "thank you, bob").await;
    alice.says_in(&garden, "what is the wifi code?").await;
    alice.mentions_bot_in(&garden, "show scratchpad").await;
    discord.next_message(&garden).await;
    bot.rests().await;
    let said = discord.transcript(&garden).replace(&format!("<@{}>", discord.bot_id()), "@adjutant");
    reads!(said, @"
    bob: what a day
    alice: @adjutant remember that the wifi code is 4711
    adjutant: I'll remember: the wifi code is 4711
    alice: what is the wifi code?
    adjutant: You told me: the wifi code is 4711
    alice: thank you, bob
    alice: what is the wifi code?
    alice: @adjutant show scratchpad
    adjutant: The scratchpad is empty. To put something on it: `jot buy milk`
    ");
    bot.end().await;
}

#[tokio::test]
async fn everything_is_answered_where_the_settings_say_so() {
    let listening = Setup::new()
        .with("CHANNELS__DISCORD__MESSAGE_CONTENT", true)
        .with("CHANNELS__DISCORD__ALWAYS_ANSWER", format!(r#"["{GARDEN}"]"#));
    let (bot, bob) = with_bob(listening).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, kitchen) = (garden(&discord), home(&discord).channel(601, "kitchen"));

    alice.says_in(&kitchen, "jot eggs").await;
    alice.says_in(&garden, "jot oats").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"Jotted down: it is the only thing on the scratchpad.");
    bob.says_in(&garden, "jot rye").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"Jotted down: it is the only thing on the scratchpad.");
    alice.mentions_bot_in(&kitchen, "jot milk").await;
    reads!(Shown::from(discord.next_message(&kitchen).await), @"Jotted down: it is the only thing on the scratchpad.");
    bot.end().await;
}

#[tokio::test]
async fn two_people_of_a_server_share_neither_notes_nor_conversations() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bot.model().script([Turn::text("Good morning, alice."), Turn::text("Good morning, bob.")]);
    alice.mentions_bot_in(&garden, "my secret is out").await;
    discord.next_message(&garden).await;
    bob.says_in(&garden, &format!("good day <@{}>, any news?", discord.bot_id())).await;
    discord.next_message(&garden).await;
    reads!(conversation(bot.model()), @"user: good day, any news?");
    let system = bot.model().requests().pop().unwrap().system().to_owned();
    assert!(system.contains("You are talking to bob in a group chat"), "{system}");
    bot.end().await;
}

#[tokio::test]
async fn one_person_s_turn_does_not_wait_for_another_s() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bot.model().script([Turn::text("To alice."), Turn::text("To bob.")]);
    let held = bot.model().hold_before();
    alice.mentions_bot_in(&garden, "one").await;
    held.wait().await;
    bob.mentions_bot_in(&garden, "two").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"To bob.");
    held.release();
    reads!(Shown::from(discord.next_message(&garden).await), @"To alice.");
    bot.end().await;
}

#[tokio::test]
async fn a_message_that_is_replied_to_is_quoted_to_the_model() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bot.model().script([Turn::text("Indeed."), Turn::text("It is Danish."), Turn::text("Of course.")]);
    let mention = format!("<@{}>", discord.bot_id());
    let of_bob = bob.says_in(&garden, &format!("hear hear {mention}: rødgrød med fløde")).await;
    discord.next_message(&garden).await;
    alice.replies(&of_bob, &format!("{mention} what language is that?")).await;
    let answer = discord.next_message(&garden).await;
    alice.replies(&answer, "are you sure?").await;
    discord.next_message(&garden).await;
    reads!(conversation(bot.model()), @"
    user: [Not from the user: The next message replies to this message: “hear hear: rødgrød med fløde”]

    what language is that?
    assistant: It is Danish.
    user: [Not from the user: The next message replies to your message: “It is Danish.”]

    are you sure?
    ");
    bot.end().await;
}

#[tokio::test]
async fn in_a_server_the_bot_asks_before_it_changes_anything() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    alice.mentions_bot_in(&garden, "remember that the wifi code is 4711").await;
    let prompt = discord.next_message(&garden).await;
    reads!(Shown::from(prompt.clone()), @"
    Remember: “the wifi code is 4711”
    Where others read along, I ask before I change anything.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    bob.presses(&prompt, "Approve").await.answer().await;
    assert_eq!(discord.message(&prompt), Some(prompt.clone()), "nothing has changed");
    alice.presses(&prompt, "Approve").await.answer().await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I'll remember: the wifi code is 4711");
    bot.end().await;
}

#[tokio::test]
async fn a_server_that_the_bot_was_removed_from_is_served_again_when_it_is_back() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (home, garden) = (home(&discord), garden(&discord));

    alice.mentions_bot_in(&garden, "remind me in 5 minutes to stretch").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    alice.removes_bot_from(&home).await;
    bot.advance(5);
    reads!(bot.next_message().await, @"
    I can no longer write to the chat where you made “stretch”. This is what it had to say there:

    stretch
    ");
    alice.invites_bot_to(&home).await;
    alice.mentions_bot_in(&garden, "jot oats").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"Jotted down: it is the only thing on the scratchpad.");
    bot.end().await;
}

#[tokio::test]
async fn people_channels_and_roles_reach_the_model_by_their_names() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (home, garden) = (home(&discord), garden(&discord));
    let (kitchen, staff) = (home.channel(601, "kitchen"), home.role(700, "staff"));

    bot.model().script([Turn::text("I see.")]);
    let place = format!("is <@{}> of <@&{}> in <#{}> or <#999>?", bob.id(), staff.id(), kitchen.id());
    alice.mentions_bot_in(&garden, &place).await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I see.");
    reads!(conversation(bot.model()), @"user: is @bob of @staff in #kitchen or #unknown?");
    bot.end().await;
}

#[tokio::test]
async fn the_notice_of_what_cannot_be_handled_replies_to_it() {
    for trigger in [
        "CREATE TRIGGER poison BEFORE UPDATE ON inbox
         WHEN NEW.state IN ('waiting', 'taken') AND NEW.body LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poison'); END",
        "CREATE TRIGGER poison BEFORE INSERT ON entries
         WHEN NEW.text LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poison'); END",
    ] {
        let (bot, bob) = with_bob(Setup::new()).await;
        let OnDiscord { discord, .. } = bot.alice();
        let garden = garden(&discord);
        let db = bot.app().core().db.clone();
        db.write(Scope::Global, async move |tx| tx.execute(trigger, ()).await).await.expect("a trigger");
        let poison = bob.mentions_bot_in(&garden, "jot rat poison").await;
        let told = discord.next_message(&garden).await;
        assert!(told.text.starts_with("Something went wrong on my side"), "{told:?}");
        assert_eq!(told.reply_to, Some(poison.id));
        bot.end().await;
    }
}

#[tokio::test]
async fn names_that_the_model_writes_are_mentions_that_notify_nobody() {
    let (mut bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (home, garden) = (home(&discord), garden(&discord));
    home.channel(601, "kitchen");

    bot.model().script([Turn::text("Ask @bob in #kitchen, not @carol in #cellar: <@43>, <#601>, `@bob`.")]);
    alice.mentions_bot_in(&garden, &format!("where is <@{}>?", bob.id())).await;
    let answer = discord.next_message(&garden).await;
    assert_eq!(answer.text, "Ask <@43> in <#601>, not @carol in #cellar: <@43>, <#601>, `@bob`.");
    assert_eq!(answer.pings, [alice.id()], "whom it answers, and nobody else");
    // An uncertain send is found, although the names were lost with the process.
    bot.model().script([Turn::text("@bob is in #kitchen.")]);
    discord.fail_next(Method::CreateMessage, Fault::CutAfter);
    discord.fail_next(Method::CreateMessage, Fault::Cut);
    let sent = discord.count(Method::CreateMessage);
    alice.mentions_bot_in(&garden, "and now?").await;
    discord.called(Method::CreateMessage, sent + 2).await;
    bot.restart_after(10).await;
    assert_eq!(discord.next_message(&garden).await.text, "<@43> is in <#601>.");
    bot.rests().await;
    assert_eq!(discord.messages(&garden).len(), 2);
    bot.end().await;
}

#[tokio::test]
async fn names_are_known_after_a_restart_throughout_their_server_only() {
    let (mut bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let home = home(&discord);
    let (garden, kitchen) = (garden(&discord), home.channel(601, "kitchen"));
    bot.model().script([Turn::text("Hello.")]);
    bob.mentions_bot_in(&garden, "hello").await;
    discord.next_message(&garden).await;

    bot.restart().await;
    bot.model().script([Turn::text("Ask @bob."), Turn::text("Ask @bob.")]);
    alice.mentions_bot_in(&kitchen, "who knows?").await;
    assert_eq!(discord.next_message(&kitchen).await.text, "Ask <@43>.");
    alice.says("who knows?").await;
    assert_eq!(discord.next_message(&alice).await.text, "Ask @bob.");
    bot.end().await;
}

#[tokio::test]
async fn a_request_for_approval_by_a_scheduled_task_notifies_the_person_who_made_the_task() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, .. } = bot.alice();
    let garden = garden(&discord);
    let task = json!({"goal": "look at the tide", "name": "Tide", "cadence_type": "interval",
        "cadence_value": "3600"});
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("I will.")]);
    bob.mentions_bot_in(&garden, "look at the tide each hour").await;
    discord.next_message(&garden).await;

    let more = json!({"goal": "look again", "cadence_type": "once", "cadence_value": "2026-05-02 09:00"});
    bot.model().script([Turn::calls([("schedule_create", more)])]);
    bot.advance(60);
    let prompt = discord.next_message(&garden).await;
    assert_eq!(prompt.pings, [bob.id()]);
    reads!(Shown::from(prompt.clone()), @"
    <@43> Schedule “look again”
    once on Sat 2 May 2026 at 09:00 (UTC)
    look again
    For the schedule “Tide”, which does not run again until this is decided. A scheduled task wants to make another one.
    Only bob or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    bot.model().script([Turn::text("The tide is out.")]);
    bob.presses(&prompt, "Deny").await.acknowledged().await;
    assert_eq!(discord.next_ephemeral(&bob).await.text, "Denied. Nothing was done.");
    assert!(discord.next_message(&garden).await.text.ends_with("The tide is out."));
    let decided = Shown::from(discord.message(&(prompt.channel_id, prompt.id)).unwrap());
    reads!(decided, @"
    <@43> Schedule “look again”
    once on Sat 2 May 2026 at 09:00 (UTC)
    look again
    For the schedule “Tide”, which does not run again until this is decided. A scheduled task wants to make another one.
    ❌ Denied by bob; nothing was done
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_reminder_in_a_server_notifies_the_person_who_made_it_and_nobody_else() {
    let (mut bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bob.mentions_bot_in(&garden, &format!("every hour: water with <@{}> @everyone", alice.id())).await;
    discord.next_message(&garden).await;
    bot.advance(60);
    let reminder = discord.next_message(&garden).await;
    assert_eq!(reminder.pings, [bob.id()]);
    reads!(Shown::from(reminder), @"
    <@43> ⏰ water with <@42> @everyone
    [Done] [Snooze …]
    [Pause] [History]
    ");
    // An uncertain send is found by its text.
    discord.fail_next(Method::CreateMessage, Fault::CutAfter);
    discord.fail_next(Method::CreateMessage, Fault::Cut);
    let sent = discord.count(Method::CreateMessage);
    bot.advance(60);
    discord.called(Method::CreateMessage, sent + 2).await;
    bot.restart_after(10).await;
    assert_eq!(discord.next_message(&garden).await.pings, [bob.id()]);
    bot.rests().await;
    assert_eq!(discord.messages(&garden).len(), 3);

    bob.says("remind me in 5 minutes to rest").await;
    discord.next_message(&bob).await;
    bot.advance(5);
    reads!(Shown::from(discord.next_message(&bob).await).text, @"⏰ rest");
    bot.restart_with("SCHEDULER__MENTION", false).await;
    bot.advance(45);
    let reminder = discord.next_message(&garden).await;
    assert!(reminder.pings.is_empty());
    reads!(Shown::from(reminder).text, @"⏰ water with @alice @everyone");
    bot.end().await;
}
