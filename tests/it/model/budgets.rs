//! Budgets: of a run, and of a person's day, which includes runs.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

#[tokio::test]
async fn a_run_that_uses_up_its_budget_ends_and_is_told_of_whatever_is_wanted() {
    let bot = bot(&[("SCHEDULER__RUN__MAX_STEPS", "2")]).await;

    schedules(&bot, "never").await;
    bot.model().script([look(), look()]);
    bot.advance(60);
    reads!(bot.next_message().await, @"
    Tide

    Let me look.

    Let me look.

    I stopped this run: one run may make 2 model calls, and this one has used that up. I will not try it again. Make the task smaller, or ask the operator of this bot to allow more (max_steps in [scheduler.run]).
    [Snooze …] [Run again]
    [Pause] [History]
    ");
    // Every run that uses up its budget is reported, not only the first one.
    bot.model().script([look(), look()]);
    bot.advance(60);
    assert!(bot.next_message().await.text.contains("I stopped this run"));
    bot.rests().await;
    bot.end().await;
}

#[tokio::test]
async fn the_budget_is_of_all_that_a_run_does() {
    let bot = bot(&[("SCHEDULER__RUN__MAX_TOKENS", "100000")]).await;
    let alice = bot.alice();

    schedules(&bot, "always").await;
    let more = json!({"goal": "look again", "cadence_type": "once", "cadence_value": "2026-05-02 09:00"});
    bot.model().script([Turn::calls([("schedule_create", more)]).with_usage(60_000, 0)]);
    bot.advance(60);
    let prompt = bot.next_message().await;
    // In a conversation, a decision begins a new budget. A run has only one.
    bot.model().script([look().with_usage(40_000, 0)]);
    alice.presses(&prompt, "Approve").await;
    alice.changes(&prompt).await;
    let said = bot.next_message().await;
    assert!(said.text.contains("one run may use 100,000 tokens, and this one has used that up"), "{said:?}");
    bot.end().await;
}

#[tokio::test]
async fn a_run_that_comes_near_its_budget_is_told_and_says_so() {
    let bot = bot(&[("SCHEDULER__RUN__MAX_TOKENS", "100000")]).await;

    schedules(&bot, "always").await;
    bot.model().script([look().with_usage(85_000, 0), Turn::text("The tide is out.").with_usage(10_000, 0)]);
    bot.advance(60);
    reads!(bot.next_message().await, @"
    Tide

    Let me look.

    The tide is out.

    ⚠️ This took 95,000 of the 100,000 tokens (95 %) that one run may take. A run that takes all of it is stopped.
    [Snooze …] [Run again]
    [Pause] [History]
    ");
    let [.., first, last] = &bot.model().requests()[..] else { panic!("the model was asked twice") };
    let told = "You have used 85,000 of the 100,000 tokens (85 %) that you may use here.";
    assert!(!first.told().contains("that you may use here") && last.told().contains(told));
    bot.end().await;
}

#[tokio::test]
async fn a_run_that_takes_too_long_ends() {
    let bot = bot(&[("SCHEDULER__RUN__MAX_SECONDS", "90")]).await;

    schedules(&bot, "always").await;
    bot.model().script([Turn::hang()]);
    bot.advance(60);
    bot.model().called(3).await;
    let said = bot.while_time_passes(bot.next_message()).await;
    assert!(said.text.contains("one run may work for 90 s, and this one has used that up"), "{said:?}");
    bot.rests().await;
    bot.end().await;
}

#[tokio::test]
async fn no_run_begins_on_a_day_that_is_used_up() {
    let bot = bot(&[("AGENT__USER_DAILY_STEPS", "3")]).await;
    let alice = bot.alice();

    schedules(&bot, "always").await;
    bot.model().script([Turn::text("The tide is out.").with_usage(300, 5)]);
    bot.advance(60);
    assert!(bot.next_message().await.text.ends_with("The tide is out."));
    // It is reported once a day, however often the schedule is due.
    bot.advance(60);
    reads!(bot.next_message().await, @"
    Tide

    You have used up today's model calls. You get a new allowance at midnight UTC; /usage shows the figures.
    [Snooze …] [Run again]
    [Pause] [History]
    ");
    for _ in 0..6 {
        bot.advance(60);
        bot.rests().await;
    }
    alice.says("/usage today").await;
    reads!(bot.next_message().await, @"
    Your usage (days are UTC):

    • today: 2 turns, 3 model calls, 320 tokens in, 7 tokens out; of that, in 1 scheduled run: 1 model call, 300 tokens in, 5 tokens out

    Your daily limit: 3 model calls (100 % used).
    ");
    // The schedule was not paused in the meantime.
    bot.advance(8 * 60);
    bot.model().script([Turn::text("The tide is in.")]);
    assert!(bot.next_message().await.text.ends_with("The tide is in."));
    bot.end().await;
}

#[tokio::test]
async fn a_day_of_which_little_is_left_is_told_of_once() {
    let bot = bot(&[("AGENT__USER_DAILY_TOKENS", "100000")]).await;
    let alice = bot.alice();

    let answers = [79_000, 2_000, 2_000].map(|tokens| Turn::text("Hello!").with_usage(tokens, 0));
    bot.model().script(answers);
    for told in [false, true, false] {
        alice.says("good day to you").await;
        reads!(bot.next_message().await, @"Hello!");
        if told {
            reads!(bot.next_message().await, @"⚠️ You have used 81,000 of the 100,000 tokens (81 %) that you may use in a day. When that is used up, I have to pause until midnight UTC; /usage shows the figures.");
        }
    }
    bot.end().await;
}

#[tokio::test]
async fn a_run_may_be_what_leaves_little_of_a_day() {
    let bot = bot(&[("AGENT__USER_DAILY_TOKENS", "100000")]).await;

    schedules(&bot, "always").await;
    bot.model().script([Turn::text("The tide is out.").with_usage(90_000, 0)]);
    bot.advance(60);
    assert!(bot.next_message().await.text.ends_with("The tide is out."));
    assert!(
        bot.next_message().await.text.starts_with("⚠️ You have used 90,022 of the 100,000 tokens (90 %)")
    );
    bot.end().await;
}

#[tokio::test]
async fn money_is_counted_by_the_operators_prices() {
    let prices = [("MODEL__INPUT_PRICE", "2.5"), ("MODEL__OUTPUT_PRICE", "10")];
    let bot = bot(&[prices[0], prices[1], ("SCHEDULER__RUN__MAX_COST", "0.01")]).await;
    let alice = bot.alice();

    schedules(&bot, "always").await;
    bot.model().script([look().with_usage(2_000, 600)]);
    bot.advance(60);
    let said = bot.next_message().await;
    assert!(said.text.contains("one run may cost $0.01, and this one has used that up"), "{said:?}");
    alice.says("/usage today").await;
    reads!(bot.next_message().await, @"
    Your usage (days are UTC):

    • today: 2 turns, 3 model calls, 2,020 tokens in, 602 tokens out, $0.01; of that, in 1 scheduled run: 1 model call, 2,000 tokens in, 600 tokens out, $0.01

    Your daily limit: $5.00 (0 % used).
    ");
    bot.end().await;
}

async fn bot(settings: &[(&str, &str)]) -> Bot<OnWeb> {
    let setup = settings.iter().fold(Setup::new(), |setup, (name, value)| setup.with(name, value));
    setup.with_model().await.start().await
}

/// Makes the model schedule an hourly task about the tide.
async fn schedules(bot: &Bot<OnWeb>, notification: &str) {
    let task: Value = json!({
        "goal": "look at the tide", "cadence_type": "interval", "cadence_value": "1h", "name": "Tide",
        "notification": notification,
    });
    let made = Turn::calls([("schedule_create", task)]).with_usage(10, 1);
    bot.model().script([made, Turn::text("Every hour, then.").with_usage(10, 1)]);
    bot.alice().says("look at the tide every hour").await;
    reads!(bot.next_message().await, @"Every hour, then.");
}

fn look() -> Turn {
    Turn::text("Let me look.").and_calls([("memory_search", json!({"query": "tide"}))])
}
