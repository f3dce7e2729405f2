//! Exchanges that need no tool, and questions for what is missing.

use insta::assert_snapshot as expect;
use serde_json::json;

use super::{
    super::{answers, questions, understands},
    Conversation, PARIS, note,
};

#[test]
fn says_what_it_is() {
    let mut alice = Conversation::default();
    expect!(alice.says("thanks!"), @"You're welcome!");
    expect!(alice.says("Remind me"), @"
    What shall I remind you of, and when? These work:
    - `remind me in 20 minutes to stretch`
    - `remind me tomorrow at 9:30 to call alice`
    - `remind me every weekday at 8:30 to plan the day`
    ");
    expect!(alice.says("write me a poem"), @"
    I didn't understand that. I follow simple commands, in English only, such as:
    - `remind me in 20 minutes to stretch`
    - `remember that the wifi code is 4711`
    - `list reminders`

    /help shows more. A language model would understand you: whoever runs me can connect one.
    ");
}

#[test]
fn asks_for_what_is_missing_and_quotes_the_question() {
    let mut alice = Conversation::default();
    expect!(alice.says("remind me in 5 minutes"), @"What shall I remind you of? Say it together with the time, for example: `remind me in 5 minutes to call alice`");
    expect!(alice.says("please save a note"), @"What shall I remember? Say it in one message, for example: `remember that the wifi code is 4711`");
    expect!(alice.says("where did I *park*?"), @r#"> memory_search {"query":"I *park*","top_k":5}"#);
    expect!(alice.returned(&[json!({ "matches": [] })]), @r"I have no note that answers “where did I \*park\*?”. I know only what you tell me, for example: `remember that the wifi code is 4711`");
    expect!(alice.says("remind me of the gate code"), @r#"> memory_search {"query":"the gate code","top_k":5}"#);
    let hits =
        json!({ "matches": [note("note-1", "the gate code is 12"), note("note-2", "the gate is green")] });
    expect!(alice.returned(&[hits]), @"You told me: the gate code is 12");
    alice.says("remind me of the bins");
    expect!(alice.returned(&[json!({ "matches": [] })]), @"
    I have no note about the bins. If I am to remind you of it: I can't tell when.

    Do you mean one of these? Press it, or say it in other words:
    - `remind me in 1 hour to the bins`
    - `remind me on 2026-11-22 at 09:00 to the bins`
    ");
}

#[test]
fn answers_questions_about_itself() {
    let mut alice = Conversation::default();
    alice.request.zone = PARIS;
    expect!(alice.says("what time is it?"), @"It is 14:02 on Saturday 21 November 2026 (Europe/Paris). `/timezone` changes your time zone.");
    expect!(alice.says("delete all my notes"), @"I have deleted nothing. `/memory` shows your notes, with buttons to delete them; `forget the wifi code` deletes one. `/forget_me` deletes everything that I know about you.");
    expect!(alice.says("are you an AI?"), @"
    I'm the built-in assistant of Adjutant: a program that follows simple commands, no AI and no language model. `help` shows what I can do.

    Whoever runs me can connect a language model: with `[model]` in `config.toml`, you can write as you like.
    ");
    expect!(alice.says("can you remember things?"), @"Yes. Say for example: `remember that the wifi code is 4711`. Later, ask: `what is the wifi code?`");
}

#[test]
fn only_a_note_answers_a_question() {
    let france = "what is the capital of France";
    assert!(understands(france));
    assert_eq!(questions(france), ["the capital of France"]);
    assert!(!answers("the capital of Spain is Madrid", "the capital of France"));
    assert!(answers("France: its capital is Paris", "the capital of France"));
    assert!(questions("remember that the wifi code is 4711").is_empty());
}
