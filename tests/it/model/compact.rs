//! Conversations that outgrow the model's context.

use adjutant_simulators::{
    model::{Request, Turn},
    pages::Pages,
};
use serde_json::json;

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

/// The size of the model's context in tokens: the least that can be set.
const TOKENS: usize = 1_000;
/// The same in bytes, including the text around notes.
const BYTES: usize = TOKENS * 3 + 200;

/// A summary by the model. The person never said the last of its facts.
const SUMMARY: &str = "Open: the booking tent-4711.\nDecided: oats.\n\nFACTS:\n\
    {\"fact\": \"The person's sister is called Bea.\", \"said\": \"My sister is called Bea\"}\n\
    {\"fact\": \"The person is the owner of everything.\", \"said\": \"I own everything\"}";

/// The built-in assistant considers each message on its own.
#[tokio::test]
async fn without_a_model_no_conversation_is_summarised() {
    let bot: Bot<OnWeb> =
        Setup::new().with("MODEL__CONTEXT_TOKENS", TOKENS).with("MEMORY__RECALL_TOKENS", 0).start().await;
    let alice = bot.alice();

    for number in 1..=50 {
        alice.says(&format!("remember that number {number} is {}", long(&"x".repeat(number)))).await;
        let said = bot.next_message().await.text;
        assert!(said.starts_with("I'll remember: "), "{said}");
        bot.rests().await;
    }
    assert_eq!(bot.number("SELECT count(*) AS value FROM summaries").await, 0);
    bot.end().await;
}

#[tokio::test]
async fn the_earlier_part_is_summarised_once_and_the_answer_says_so() {
    let bot = bot().await;
    let alice = bot.alice();

    answer(&bot, |_| Turn::text(SUMMARY));
    alice.says(&long("My sister is called Bea, and the booking is tent-4711.")).await;
    reads!(bot.next_message().await, @"Noted.");
    while bot.model().requests().iter().all(|request| !is_summary(request)) {
        alice.says(&long("And another thing.")).await;
        reads!(bot.next_message().await, @"Noted.");
        bot.rests().await;
    }
    alice.says("So much for that.").await;
    reads!(bot.next_message().await, @"
    📚 Our conversation had grown long, so I have summarised the earlier part. Everything stays searchable.
    📝 Remembered: “The person's sister is called Bea.”

    Noted.
    ");
    let asked = bot.model().requests().into_iter().rfind(is_summary).unwrap();
    assert!(asked.tools.is_empty());
    assert!(asked.last_user().contains("Person: My sister is called Bea"));
    let request = last_request(&bot);
    let given = given(&request);
    assert!(given.contains("Open: the booking tent-4711.\nDecided: oats."), "{given}");
    assert!(!given.contains("sister") && !given.contains("FACTS"), "{given}");
    assert!(given.contains("And another thing."), "{given}");

    alice.says("and then?").await;
    reads!(bot.next_message().await, @"Noted.");
    let note = json!({"query": "sister"});
    let transcript = json!({"query": "booking", "include_conversation": true, "top_k": 1});
    bot.model().script([Turn::calls([("memory_search", note), ("memory_search", transcript)])]);
    alice.says("what do you know?").await;
    reads!(bot.next_message().await, @"Noted.");
    let found = last_request(&bot).tool_results().join("\n");
    assert!(found.contains("The person's sister is called Bea."), "{found}");
    assert!(found.contains("the booking is tent-4711."), "the transcript stays: {found}");
    assert!(!found.contains("owner of everything"), "nobody said that: {found}");
    bot.end().await;
}

#[tokio::test]
async fn no_answer_waits_for_a_summary_while_all_fits() {
    let bot = bot().await;
    let alice = bot.alice();

    answer(&bot, |_| Turn::text(SUMMARY));
    alice.says(&"My sister is called Bea. ".repeat(80)).await;
    reads!(bot.next_message().await, @"Noted.");
    let (answering, writing) = (bot.model().hold_before(), bot.model().hold_before());
    alice.says(&"And another thing. ".repeat(25)).await;
    answering.wait().await;
    answering.release();
    reads!(bot.next_message().await, @"Noted.");
    writing.wait().await;
    alice.says("Meanwhile?").await;
    reads!(bot.next_message().await, @"Noted.");
    let given_meanwhile = given(&last_request(&bot));
    assert!(given_meanwhile.contains("My sister is called Bea."), "{given_meanwhile}");
    writing.release();
    bot.rests().await;
    alice.says("And now?").await;
    reads!(bot.next_message().await, @"
    📚 Our conversation had grown long, so I have summarised the earlier part. Everything stays searchable.
    📝 Remembered: “The person's sister is called Bea.”

    Noted.
    ");
    bot.end().await;
}

/// The answer has used up the budget of its turn.
#[tokio::test]
async fn a_summary_after_an_answer_has_a_budget_of_its_own() {
    let bot = setup().with_model().await.with("AGENT__MAX_STEPS", 1).start().await;
    let alice = bot.alice();
    answer(&bot, |_| Turn::text(SUMMARY));
    alice.says(&"My sister is called Bea. ".repeat(80)).await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says(&"And another thing. ".repeat(25)).await;
    reads!(bot.next_message().await, @"Noted.");
    bot.rests().await;
    assert_eq!(bot.model().requests().iter().filter(|request| is_summary(request)).count(), 1);
    assert_eq!(bot.number("SELECT count(*) AS value FROM summaries").await, 1);
    bot.end().await;
}

#[tokio::test]
async fn what_matters_is_kept_through_hundreds_of_turns() {
    let bot = bot().await;
    let alice = bot.alice();

    answer(&bot, |request| {
        let kept = request.last_user().contains("tent-4711");
        Turn::text(if kept { "Open: the booking tent-4711." } else { "Nothing." })
    });
    alice.says(&long("The booking is tent-4711.")).await;
    bot.next_message().await;
    for n in 1..300 {
        alice.says(&format!("message {n} {}", "z".repeat(n % 7 * 40))).await;
        bot.next_message().await;
    }
    let requests = bot.model().requests();
    let (summaries, turns): (Vec<_>, Vec<_>) = requests.iter().partition(|request| is_summary(request));
    assert!((10..60).contains(&summaries.len()), "{} summaries", summaries.len());
    for request in &turns {
        let given = given(request);
        assert!(given.len() < BYTES, "{} bytes are given", given.len());
        assert!(given.contains("tent-4711"), "{given}");
    }
    assert!(given(turns.last().unwrap()).contains("message 298 "));
    bot.end().await;
}

#[tokio::test]
async fn without_the_model_s_help_rules_write_the_summary() {
    let bot = bot().await;
    let alice = bot.alice();

    answer(&bot, |_| Turn::error(400, None));
    alice.says("Good day to you.").await;
    reads!(bot.next_message().await, @"Noted.");
    bot.model().script([Turn::calls([("memory_save", json!({"content": "Bea likes oats."}))])]);
    alice.says("Remember that Bea likes oats.").await;
    reads!(bot.next_message().await, @"
    Noted.

    📝 Remembered: “Bea likes oats.”
    ");
    alice.says("/compact").await;
    compacted(&bot, "📚 Summarised 2 turns: “asked “Good day to you.”” Everything stays searchable.").await;
    alice.says("and then?").await;
    reads!(bot.next_message().await, @"Noted.");
    let given = given(&last_request(&bot));
    assert!(given.contains("- asked “Remember that Bea likes oats.”; Saved. (note-"), "{given}");
    bot.end().await;
}

#[tokio::test]
async fn nothing_is_noted_from_a_conversation_that_holds_others_words() {
    let site = Pages::start().await;
    site.serve("/tides", "text/html", "<p>The person's sister is called Eve.</p>");
    let url = site.url("/tides");
    let bot: Bot<OnWeb> = setup().reading(&site).with_model().await.start().await;
    let alice = bot.alice();

    answer(&bot, |_| Turn::text(SUMMARY));
    bot.model().script([Turn::calls([("web_fetch", json!({ "url": url }))])]);
    alice.says("My sister is called Bea. When is high tide?").await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says("/compact").await;
    compacted(&bot, "📚 Summarised 1 turn: “Open: the booking tent-4711.” Everything stays searchable.")
        .await;
    let asked = bot.model().requests().into_iter().rfind(is_summary).unwrap();
    assert!(!asked.system().contains("FACTS") && !asked.last_user().contains("Eve"), "{asked:?}");
    bot.end().await;
}

#[tokio::test]
async fn compact_summarises_at_will_and_says_what_it_did() {
    let bot = bot().await;
    let alice = bot.alice();

    answer(&bot, |_| Turn::text(SUMMARY));
    alice.says("/compact").await;
    reads!(bot.next_message().await, @"There is nothing to summarise yet.");
    for said in ["My sister is called Bea.", "Oats, please."] {
        alice.says(said).await;
        reads!(bot.next_message().await, @"Noted.");
    }
    alice.says("/compact").await;
    let done = "📚 Summarised 2 turns: “Open: the booking tent-4711.” Everything stays searchable.\n\
                📝 Remembered: “The person's sister is called Bea.”";
    compacted(&bot, done).await;
    alice.says("/compact").await;
    reads!(bot.next_message().await, @"There is nothing to summarise yet.");
    alice.says("and then?").await;
    reads!(bot.next_message().await, @"Noted.");
    reads!(given(&last_request(&bot)), @"
    [Not from the user: This stands for the earlier part of the conversation; memory_search with include_conversation finds what was said in it:
    Open: the booking tent-4711.
    Decided: oats.]

    and then?
    ");

    alice.says("/new").await;
    bot.next_message().await;
    alice.says("hello").await;
    reads!(bot.next_message().await, @"Noted.");
    reads!(given(&last_request(&bot)), @"hello");

    alice.says("My sister is called Bea, you know.").await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says("/compact").await;
    let not_noted_again =
        "📚 Summarised 2 turns: “Open: the booking tent-4711.” Everything stays searchable.";
    compacted(&bot, not_noted_again).await;

    alice.says("My sister is called Bea, as I said.").await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says("/forget sister").await;
    let question = bot.next_message().await;
    reads!(alice.taps(&question, "Delete").await, @"🗑️ The note is gone. Our conversation may still contain what it said; /new begins without it.");
    alice.says("/compact").await;
    let not_brought_back =
        "📚 Summarised 3 turns: “Open: the booking tent-4711.” Everything stays searchable.";
    compacted(&bot, not_brought_back).await;
    bot.end().await;
}

#[tokio::test]
async fn compact_can_be_stopped_and_waits_its_turn() {
    let bot = bot().await;
    let alice = bot.alice();

    answer(&bot, |_| Turn::hang());
    alice.says("My sister is called Bea.").await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says("/compact").await;
    let line = bot.next_message().await;
    bot.model().called(2).await;
    alice.says("/compact").await;
    let second = bot.next_message().await;
    for _ in 0..2 {
        alice.says("/compact").await;
        reads!(bot.next_message().await, @"I am about to summarise our conversation already.");
    }
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I have stopped.");
    for line in [line, second] {
        alice
            .shows(&line, "I was stopped before I could summarise our conversation. It has not changed.")
            .await;
    }
    alice.says("and then?").await;
    reads!(bot.next_message().await, @"Noted.");
    assert!(given(&last_request(&bot)).contains("My sister is called Bea."));
    bot.end().await;
}

#[tokio::test]
async fn compact_goes_on_after_a_restart() {
    let mut bot = bot().await;
    let alice = bot.alice();

    let noted = Turn::text("Noted.").with_usage(10, 1);
    bot.model().script([noted, Turn::hang(), Turn::text(SUMMARY).with_usage(1_000, 100)]);
    alice.says("My sister is called Bea.").await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says("/compact").await;
    bot.model().called(2).await;
    bot.restart().await;
    let done = "📚 Summarised 1 turn: “Open: the booking tent-4711.” Everything stays searchable.\n\
                📝 Remembered: “The person's sister is called Bea.”";
    compacted(&bot, done).await;
    alice.says("/usage today").await;
    reads!(bot.next_message().await, @"
    Your usage (days are UTC):

    • today: 1 turn, 2 model calls, 1,010 tokens in, 101 tokens out
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_restart_between_the_summary_and_the_answer_forgets_neither() {
    let mut bot = bot().await;
    let alice = bot.alice();

    bot.model().script([Turn::text("Noted."), Turn::text(SUMMARY), Turn::hang(), Turn::text("Here I am.")]);
    alice.says(&"My sister is called Bea. ".repeat(80)).await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says(&"And another thing. ".repeat(80)).await;
    bot.model().called(3).await;
    bot.restart().await;
    reads!(bot.next_message().await, @"
    📚 Our conversation had grown long, so I have summarised the earlier part. Everything stays searchable.
    📝 Remembered: “The person's sister is called Bea.”

    Here I am.
    ");
    assert_eq!(bot.model().requests().iter().filter(|request| is_summary(request)).count(), 1);
    bot.end().await;
}

#[tokio::test]
async fn a_turn_that_waits_for_a_decision_is_not_summarised_and_goes_on_whole() {
    let site = Pages::start().await;
    site.serve("/tides", "text/html", "<p>High tide is at nine.</p>");
    let bot: Bot<OnWeb> = setup().beside(&site).with_model().await.start().await;
    let alice = bot.alice();

    answer(&bot, |_| Turn::text("Open: high tide."));
    alice.says("Good day to you.").await;
    reads!(bot.next_message().await, @"Noted.");
    bot.model().script([Turn::calls([("web_fetch", json!({ "url": site.url("/tides") }))])]);
    alice.says("When is high tide?").await;
    let prompt = bot.next_message().await;
    alice.says("And meanwhile?").await;
    reads!(bot.next_message().await, @"Noted.");
    alice.says("/compact").await;
    compacted(&bot, "📚 Summarised 1 turn: “Open: high tide.” Everything stays searchable.").await;

    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"Noted.");
    alice.changes(&prompt).await;
    let request = last_request(&bot);
    assert!(given(&request).contains("Open: high tide.") && given(&request).contains("And meanwhile?"));
    assert!(request.tool_results()[0].contains("High tide is at nine."));
    alice.says("/compact").await;
    compacted(&bot, "📚 Summarised 3 turns: “Open: high tide.” Everything stays searchable.").await;
    bot.end().await;
}

async fn bot() -> Bot<OnWeb> {
    setup().with_model().await.start().await
}

fn setup() -> Setup {
    Setup::new().with("MODEL__CONTEXT_TOKENS", TOKENS).with("MEMORY__RECALL_TOKENS", 0)
}

/// Makes the model answer everything with "Noted.", and write summaries with this function.
fn answer(bot: &Bot<OnWeb>, summary: impl Fn(&Request) -> Turn + Send + Sync + 'static) {
    bot.model().answer_with(move |request| match is_summary(request) {
        true => summary(request),
        false => Turn::text("Noted."),
    });
}

fn is_summary(request: &Request) -> bool {
    request.system().starts_with("You write the summary of a conversation")
}

/// Returns the last request of a turn.
fn last_request(bot: &Bot<OnWeb>) -> Request {
    bot.model().requests().into_iter().rfind(|request| !is_summary(request)).unwrap()
}

/// Reads the answer to `/compact`, which must end as this text.
async fn compacted(bot: &Bot<OnWeb>, said: &str) {
    let line = bot.next_message().await;
    bot.alice().shows(&line, said).await;
}

/// Returns the model's input, without the system prompt and the present.
fn given(request: &Request) -> String {
    let said = request.messages.iter().filter(|message| message.role != "system");
    said.map(|message| message.text.as_str()).collect::<Vec<_>>().join("\n").replace(request.present(), "")
}

/// Returns a message of more than three hundred letters.
fn long(said: &str) -> String {
    format!("{said} {}", "z".repeat(300))
}
