//! Crashes while a long conversation is summarised.

use adjutant_simulators::model::{Model, Request, Turn};

use super::{
    harness::{Home, echoing_model},
    platform::{Person as _, Platform, seen},
};

over_both_platforms!(
    a_summary_that_was_cut_off_while_the_model_wrote_it_is_written_again,
    a_summary_that_was_cut_off_while_it_was_stored_is_written_again,
    a_summary_that_was_stored_is_told_of_once,
    a_summary_after_an_answer_that_was_cut_off_is_written_after_the_next,
    a_summary_at_will_that_was_cut_off_is_written_again,
);

/// The model's output: a summary, and a fact in the person's own words.
const SUMMARY: &str = "Open: the booking tent-4711.\n\nFACTS:\n\
    {\"fact\": \"The person's sister is called Bea.\", \"said\": \"My sister is called Bea\"}";
/// The answer that comes with the notice of the summary.
const GROWN: &str = "📚 Our conversation had grown long, so I have summarised the earlier part. Everything stays \
    searchable.\n📝 Remembered: “The person's sister is called Bea.”\n\nNoted.";

async fn a_summary_that_was_cut_off_while_the_model_wrote_it_is_written_again<P: Platform>() {
    let (at, model) = (P::open().await, summarising_model().await);
    let home = home(&at, &model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    speaks_at_length(&at, &alice).await;
    let writing = model.hold_before();
    alice.says(&long("And another thing.")).await;
    writing.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, GROWN);
    assert_eq!(summaries_asked_of(&model), 2);
    expect_one_summary(&home).await;
    goes_on(&at, &alice, &model).await;
    assert_eq!(seen(&at, &alice), ["Noted.", GROWN, "Noted."]);
    adjutant.finish(&at).await;
}

async fn a_summary_that_was_cut_off_while_it_was_stored_is_written_again<P: Platform>() {
    let (at, model) = (P::open().await, summarising_model().await);
    let home = home(&at, &model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    speaks_at_length(&at, &alice).await;
    // By then, the fact has become a note.
    home.hang_before("INSERT ON summaries").await;
    alice.says(&long("And another thing.")).await;
    adjutant.kill_hanging().await;
    assert_eq!(summaries_asked_of(&model), 1);
    assert_eq!(home.number("SELECT count(*) FROM notes").await, 0, "all of it is stored, or nothing");

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, GROWN);
    expect_one_summary(&home).await;
    goes_on(&at, &alice, &model).await;
    assert_eq!(seen(&at, &alice), ["Noted.", GROWN, "Noted."]);
    adjutant.finish(&at).await;
}

async fn a_summary_that_was_stored_is_told_of_once<P: Platform>() {
    let (at, model) = (P::open().await, summarising_model().await);
    let home = home(&at, &model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    speaks_at_length(&at, &alice).await;
    let (writing, answering) = (model.hold_before(), model.hold_before());
    alice.says(&long("And another thing.")).await;
    writing.wait().await;
    writing.release();
    answering.wait().await;
    expect_one_summary(&home).await;
    adjutant.kill().await;

    let sent = at.hold_sent();
    let adjutant = home.start();
    sent.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, GROWN);
    assert_eq!(summaries_asked_of(&model), 1);
    expect_one_summary(&home).await;
    goes_on(&at, &alice, &model).await;
    assert_eq!(seen(&at, &alice), ["Noted.", GROWN, "Noted."]);
    adjutant.finish(&at).await;
}

async fn a_summary_after_an_answer_that_was_cut_off_is_written_after_the_next<P: Platform>() {
    let (at, model) = (P::open().await, summarising_model().await);
    let home = home(&at, &model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    speaks_at_length(&at, &alice).await;
    let (answering, writing) = (model.hold_before(), model.hold_before());
    alice.says(&format!("And another thing. {}", "z".repeat(800))).await;
    answering.wait().await;
    answering.release();
    assert_eq!(at.next_message(&alice).await.text, "Noted.");
    writing.wait().await;
    adjutant.kill().await;
    assert_eq!(home.number("SELECT count(*) FROM summaries").await, 0);

    let adjutant = home.start_listening(&at).await;
    alice.says("and?").await;
    assert_eq!(at.next_message(&alice).await.text, "Noted.");
    home.comes_to("SELECT count(*) FROM summaries", 1).await;
    assert_eq!(summaries_asked_of(&model), 2);

    let sent = at.hold_sent();
    alice.says("and now?").await;
    sent.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, GROWN);
    expect_one_summary(&home).await;
    goes_on(&at, &alice, &model).await;
    assert_eq!(seen(&at, &alice), ["Noted.", "Noted.", "Noted.", GROWN, "Noted."]);
    adjutant.finish(&at).await;
}

async fn a_summary_at_will_that_was_cut_off_is_written_again<P: Platform>() {
    let (at, model) = (P::open().await, summarising_model().await);
    let home = home(&at, &model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    speaks_at_length(&at, &alice).await;
    let writing = model.hold_before();
    alice.says("/compact").await;
    let line = at.next_message(&alice).await;
    writing.wait().await;
    adjutant.kill().await;

    home.hang_before("INSERT ON summaries").await;
    home.start().kill_hanging().await;

    let adjutant = home.start();
    let done = "📚 Summarised 1 turn: “Open: the booking tent-4711.” Everything stays searchable.\n\
                📝 Remembered: “The person's sister is called Bea.”";
    at.shows(&alice, &line, done).await;
    expect_one_summary(&home).await;
    goes_on(&at, &alice, &model).await;
    assert_eq!(seen(&at, &alice), ["Noted.", done, "Noted."]);
    adjutant.finish(&at).await;
}

/// Starts a model that answers everything with "Noted.", and summarises.
async fn summarising_model() -> Model {
    let model = echoing_model().await;
    model.answer_with(|request| Turn::text(if is_summary(request) { SUMMARY } else { "Noted." }));
    model
}

/// Makes conversations exceed the context soon: the context is set to the smallest size.
fn home<P: Platform>(at: &P, model: &Model) -> Home {
    Home::new(at)
        .with_model(model)
        .with("MODEL__CONTEXT_TOKENS", 1_000)
        .with("MEMORY__RECALL_TOKENS", 0)
        .with("MEMORY__EMBEDDINGS__SOURCE", "off")
}

/// Writes so much that the next message makes the bot summarise the conversation.
async fn speaks_at_length<P: Platform>(at: &P, alice: &P::Person) {
    alice.says(&long("My sister is called Bea.")).await;
    assert_eq!(at.next_message(alice).await.text, "Noted.");
}

fn long(said: &str) -> String {
    format!("{said} {}", "z".repeat(1_700))
}

fn is_summary(request: &Request) -> bool {
    request.system().starts_with("You write the summary of a conversation")
}

fn summaries_asked_of(model: &Model) -> usize {
    model.requests().iter().filter(|request| is_summary(request)).count()
}

/// Checks that there is one summary, and that each fact is noted once.
async fn expect_one_summary(home: &Home) {
    let kept = "SELECT (SELECT count(*) FROM summaries) * 10
        + (SELECT count(*) FROM notes WHERE content = 'The person''s sister is called Bea.')";
    assert_eq!(home.number(kept).await, 11);
    assert_eq!(home.number("SELECT count(*) FROM notes").await, 1);
}

/// Checks that the next message is answered with the summary in the context, and without a second notice.
async fn goes_on<P: Platform>(at: &P, alice: &P::Person, model: &Model) {
    alice.says("and then?").await;
    assert_eq!(at.next_message(alice).await.text, "Noted.");
    let request = model.requests().into_iter().rfind(|request| !is_summary(request)).unwrap();
    let given: String = request.messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(given.matches("Open: the booking tent-4711.").count(), 1, "{given}");
    assert!(!given.contains("My sister is called Bea."), "it is given what was summarised: {given}");
}
