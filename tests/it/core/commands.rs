//! The bot's commands.

use adjutant_simulators::model::Turn;

use crate::harness::{Bot, Chat, Masked, Setup, reads};

over_every_channel!(
    commands_are_answered,
    what_is_no_command_is_named,
    usage_counts_the_model,
    compact_says_in_one_place_what_it_does_and_did,
);

async fn commands_are_answered<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/start").await;
    let start = bot.next_message().await;
    alice.says("/help").await;
    let help = bot.next_message().await;
    assert_eq!(start.text, format!("Hello! I am your assistant.\n\n{}", help.text));
    reads!(help, @"
    Just write to me. For example:

    • remember that the wifi code is 4711
    • what is the wifi code?
    • forget the wifi code
    • remind me in one minute to stretch
    • list my reminders, and then: pause 1, resume 1, cancel 1
    • jot buy oats, show scratchpad
    • fetch https://example.com

    Before anything risky I ask you, with buttons. In groups I answer when mentioned or replied to.

    • /start [code]: What I am and what I can do
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
    • /files [rename]: Your files: get, rename, delete, bring back
    • /site [share]: Your website: preview, publish, undo
    • /vault [add]: Your secrets: see, add, delete
    • /hooks [add]: Addresses that programs call: see, add, revoke
    • /mcp [new]: Programs that use what is yours
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
    • /console [off]: Your console
    • /people: Who uses me: admit, remove (for my owner)
    • /link [code]: Share everything with another account of yours
    • /unlink [account]: Stop sharing with a linked account
    • /export: Get everything I know about you, as files
    • /forget_me: Delete everything I know about you
    ");
    alice.says("/status").await;
    let name = if C::CHANNEL == "web" { "Chat page" } else { adjutant_texts::platform(C::CHANNEL) };
    let status = bot.next_message().await.masked(name, "CHANNEL");
    // On the chat page, alice is the owner.
    let own = status
        .lines()
        .filter(|line| !line.starts_with("• Stored in all") && !line.starts_with("• Time zone data"))
        .collect::<Vec<_>>()
        .join("\n");
    reads!(own, @"
    • Model: built-in assistant (no model)
    • Now: idle
    • Waiting for your approval: 0
    • Active schedules: 0 (times are in UTC)
    • CHANNEL: connected; last heard from it just now
    • Stored for you: 0 notes, 0 messages, 0 bytes of files
    ");
    alice.says("/usage").await;
    reads!(bot.next_message().await, @"
    Your usage (days are UTC):

    • today: 0 turns, 0 tokens in, 0 tokens out
    • last 30 days: 0 turns, 0 tokens in, 0 tokens out
    ");
    alice.says("/usage 7").await;
    reads!(bot.next_message().await, @"
    Your usage (days are UTC):

    • last 7 days: 0 turns, 0 tokens in, 0 tokens out
    ");
    alice.says("/usage always").await;
    reads!(bot.next_message().await, @"That is not a number of days. “/usage 7” shows the last 7 days; the most is 366.");
    alice.says("/help /usage").await;
    reads!(bot.next_message().await, @"
    /usage [days]

    How much you have used.

    • days: How far back: “today”, or a number of days
    ");
    alice.says("/help me").await;
    reads!(bot.next_message().await, @"I do not know the command /me. Did you mean /memory? /help lists them all.");
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"There is nothing to stop.");
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    bot.end().await;
}

async fn what_is_no_command_is_named<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/halp").await;
    reads!(bot.next_message().await, @"I do not know the command /halp. Did you mean /help? /help lists them all.");
    alice.says("colourless green ideas").await;
    reads!(bot.next_message().await, @"
    I didn't understand that. I follow simple commands, in English only, such as:

    • remind me in 20 minutes to stretch
    • remember that the wifi code is 4711
    • list reminders

    /help shows more. A language model would understand you: whoever runs me can connect one.
    ");
    let lines = [
        "thanks",
        "remind me tomorrow at 11am to water the plants",
        "la la la",
        "remember that the gate code is 99",
    ];
    alice.says(&lines.join("\n")).await;
    reads!(bot.next_message().await, @"
    You're welcome!

    I'll remind you tomorrow at 11:00 (UTC): water the plants

    I'll remember: the gate code is 99

    I didn't understand “la la la”. help shows what I can do.
    ");
    bot.end().await;
}

async fn usage_counts_the_model<C: Chat>() {
    let priced = Setup::new().with("MODEL__INPUT_PRICE", 2.0).with("MODEL__OUTPUT_PRICE", 10.0);
    let bot: Bot<C> = priced.with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([
        Turn::text("Hello!").with_usage(100_000, 2_000),
        Turn::text("Still here.").with_usage(200_000, 3_000),
    ]);
    alice.says("good day to you, bot").await;
    reads!(bot.next_message().await, @"Hello!");
    bot.advance(24 * 60);
    alice.says("are you still there").await;
    reads!(bot.next_message().await, @"Still here.");
    alice.says("/usage").await;
    reads!(bot.next_message().await, @"
    Your usage (days are UTC):

    • today: 1 turn, 1 model call, 200,000 tokens in, 3,000 tokens out, $0.43
    • last 30 days: 2 turns, 2 model calls, 300,000 tokens in, 5,000 tokens out, $0.65

    Your daily limit: $5.00 (8 % used).
    ");
    bot.end().await;
}

async fn compact_says_in_one_place_what_it_does_and_did<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::text("Good day."), Turn::text("They greeted each other.")]);
    alice.says("good day to you").await;
    reads!(bot.next_message().await, @"Good day.");
    let thinking = bot.model().hold_before();
    alice.says("/compact").await;
    thinking.wait().await;
    let line = bot.next_message().await;
    reads!(line, @"📚 I am summarising our conversation…");
    thinking.release();
    let done = "📚 Summarised 1 turn: “They greeted each other.” Everything stays searchable.";
    alice.shows(&line, done).await;
    bot.end().await;
}
