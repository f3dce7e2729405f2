//! Questions that the model asks with `ask_person`: who answers them, how, until when, and with what effect.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, Shown, in_order, reads};

over_every_channel!(
    a_press_answers,
    a_typed_answer_counts,
    a_file_is_no_answer_and_the_question_is_recalled,
    several_are_marked_and_unmarked,
    long_options_have_numbers,
    a_question_without_options_is_answered_in_words,
    a_question_survives_a_restart,
    nobody_answers_in_time,
    stopping_withdraws_a_question,
    what_waits_is_listed,
    two_questions_of_a_response_are_answered_one_by_one,
    a_wrong_question_is_corrected,
);

async fn a_press_answers<C: Chat>() {
    let (bot, prompt): (Bot<C>, _) = asked(colours()).await;
    let alice = bot.alice();
    reads!(prompt, @"
    Which colour?
    Please choose one, or write your answer.
    [Red] [Blue]
    ");
    bot.model().script([Turn::text("Blue it is.")]);
    reads!(alice.presses(&prompt, "Blue").await, @"Your answer: Blue");
    is_blue(&bot, &prompt).await;
    reads!(result(&bot), @r#"{"chosen":["Blue"],"message":"The person has answered.","success":true}"#);
    reads!(alice.presses(&prompt, "Red").await, @"This is over. Your answer: Blue (alert)");
    bot.end().await;
}

async fn a_typed_answer_counts<C: Chat>() {
    let (bot, prompt): (Bot<C>, _) = asked(colours()).await;
    let alice = bot.alice();
    bot.model().script([Turn::text("Blue it is.")]);
    alice.says("2").await;
    is_blue(&bot, &prompt).await;
    reads!(result(&bot), @r#"{"chosen":["Blue"],"message":"The person has answered.","success":true,"typed":"2"}"#);

    ask(&bot, colours()).await;
    let prompt = bot.next_message().await;
    bot.model().script([Turn::text("Green, then.")]);
    alice.says("neither, take green").await;
    reads!(bot.next_message().await, @"Green, then.");
    reads!(alice.changes(&prompt).await, @"
    Which colour?
    ✅ “neither, take green”
    ");
    reads!(result(&bot), @r#"{"message":"The person has answered.","success":true,"typed":"neither, take green"}"#);
    let said = bot.model().requests().pop().unwrap();
    let said = said.messages.iter().filter(|message| message.role == "user").count();
    assert_eq!(said, 2, "an answer is no message of its own");
    bot.end().await;
}

mod spoken {
    use adjutant_simulators::model::Hears;
    use chrono::TimeDelta;

    use super::*;
    use crate::{
        core::speech::{VOICE, listening},
        harness::{OnDiscord, OnTelegram},
    };

    #[tokio::test]
    async fn on_telegram() {
        a_spoken_answer_counts_as_a_typed_one::<OnTelegram>().await;
        a_recording_from_before_a_question_does_not_answer_it::<OnTelegram>().await;
    }

    #[tokio::test]
    async fn on_discord() {
        a_spoken_answer_counts_as_a_typed_one::<OnDiscord>().await;
        a_recording_from_before_a_question_does_not_answer_it::<OnDiscord>().await;
    }

    /// The chat page has no voice messages.
    async fn a_recording_from_before_a_question_does_not_answer_it<C: Chat>() {
        let bot: Bot<C> = listening().await.start().await;
        let alice = bot.alice();
        let held = bot.model().hold_before();
        ask(&bot, colours()).await;
        held.wait().await;
        bot.model().hears([Hears::from("Where are the oats?")]);
        alice.speaks(VOICE).await;
        alice.sees_it_waits().await;
        bot.advance_by(TimeDelta::seconds(1));
        bot.model().script([Turn::text("In the pantry.")]);
        held.release();
        let prompt = bot.next_message().await;
        reads!(bot.next_message().await, @"
        I heard:

        Where are the oats?
        ");
        reads!(bot.next_message().await, @"In the pantry.");
        bot.model().script([Turn::text("Blue it is.")]);
        alice.says("blue").await;
        is_blue(&bot, &prompt).await;
        bot.end().await;
    }

    async fn a_spoken_answer_counts_as_a_typed_one<C: Chat>() {
        let bot: Bot<C> = listening().await.start().await;
        let alice = bot.alice();
        ask(&bot, colours()).await;
        let prompt = bot.next_message().await;
        bot.model().hears([Hears::from("Blue.")]);
        bot.model().script([Turn::text("Blue it is.")]);
        alice.speaks(VOICE).await;
        reads!(bot.next_message().await, @"
        I heard:

        Blue.
        ");
        reads!(bot.next_message().await, @"Blue it is.");
        reads!(alice.changes(&prompt).await, @"
        Which colour?
        ✅ Blue
        ");
        reads!(result(&bot), @r#"{"chosen":["Blue"],"message":"The person has answered.","success":true,"typed":"Blue."}"#);
        bot.end().await;
    }
}

mod replied {
    use super::*;
    use crate::harness::{OnDiscord, OnTelegram, Replies};

    #[tokio::test]
    async fn on_telegram() {
        a_reply_to_the_reminder_answers::<OnTelegram>().await;
    }

    #[tokio::test]
    async fn on_discord() {
        a_reply_to_the_reminder_answers::<OnDiscord>().await;
    }

    /// The chat page has no replies.
    async fn a_reply_to_the_reminder_answers<C: Replies>() {
        let (bot, prompt): (Bot<C>, _) = asked(colours()).await;
        let alice = bot.alice();
        bot.advance(23 * 60);
        let reminder = bot.next_message().await;
        reads!(reminder, @"⏳ This still waits for your answer: Which colour? It expires in 1 h, on 2 May 2026, 10:00 UTC.");
        bot.model().script([Turn::text("Blue it is.")]);
        alice.replies(&reminder, "blue").await;
        reads!(bot.next_message().await, @"Blue it is.");
        reads!(alice.changes(&prompt).await, @"
        Which colour?
        ✅ Blue
        ");
        bot.end().await;
    }
}

async fn a_file_is_no_answer_and_the_question_is_recalled<C: Chat>() {
    let (bot, prompt): (Bot<C>, _) = asked(colours()).await;
    let alice = bot.alice();
    for (said, reminds) in [("It is a list.", true), ("So is this.", false)] {
        bot.model().script([Turn::text(said)]);
        alice.sends("list.bin", b"oats", "what is this?").await;
        if reminds {
            reads!(bot.next_message().await, @"⏳ This still waits for your answer: Which colour? It expires in 24 h, on 2 May 2026, 10:00 UTC.");
        }
        assert_eq!(bot.next_message().await.text, said);
    }
    bot.advance(23 * 60);
    reads!(bot.next_message().await, @"⏳ This still waits for your answer: Which colour? It expires in 1 h, on 2 May 2026, 10:00 UTC.");
    bot.model().script([Turn::text("Blue it is.")]);
    alice.says("blue").await;
    is_blue(&bot, &prompt).await;
    bot.end().await;
}

async fn several_are_marked_and_unmarked<C: Chat>() {
    let arguments =
        json!({"question": "What shall I pack?", "options": ["Boots", "Coat", "Hat"], "several": true});
    let (bot, prompt): (Bot<C>, _) = asked(arguments).await;
    let alice = bot.alice();
    reads!(prompt, @"
    What shall I pack?
    Please choose any number and press “Done”, or write your answer.
    [☐ Boots] [☐ Coat] [☐ Hat]
    [Done]
    ");
    reads!(alice.presses(&prompt, "Done").await, @"Mark at least one option first, or write your answer. (alert)");
    reads!(alice.presses(&prompt, "☐ Hat").await, @"Marked: Hat. Press “Done” when that is all.");
    let prompt = alice.changes(&prompt).await;
    reads!(alice.presses(&prompt, "☐ Boots").await, @"Marked: Boots, Hat. Press “Done” when that is all.");
    let prompt = alice.changes(&prompt).await;
    reads!(alice.presses(&prompt, "☑ Hat").await, @"Marked: Boots. Press “Done” when that is all.");
    let prompt = alice.changes(&prompt).await;
    reads!(alice.presses(&prompt, "☐ Coat").await, @"Marked: Boots, Coat. Press “Done” when that is all.");
    let prompt = alice.changes(&prompt).await;
    reads!(prompt, @"
    What shall I pack?
    Please choose any number and press “Done”, or write your answer.
    [☑ Boots] [☑ Coat] [☐ Hat]
    [Done]
    ");
    bot.model().script([Turn::text("Packed.")]);
    reads!(alice.presses(&prompt, "Done").await, @"Your answer: Boots, Coat");
    reads!(bot.next_message().await, @"Packed.");
    reads!(alice.changes(&prompt).await, @"
    What shall I pack?
    ✅ Boots, Coat
    ");
    reads!(result(&bot), @r#"{"chosen":["Boots","Coat"],"message":"The person has answered.","success":true}"#);
    bot.end().await;
}

async fn long_options_have_numbers<C: Chat>() {
    let options = ["The early train, with a change in the city", "The late train, without a change"];
    let (bot, prompt): (Bot<C>, _) = asked(json!({"question": "Which train?", "options": options})).await;
    reads!(prompt, @"
    Which train?
    1. The early train, with a change in the city
    2. The late train, without a change
    Please choose one, or write your answer.
    [1] [2]
    ");
    bot.model().script([Turn::text("The late one.")]);
    reads!(bot.alice().presses(&prompt, "2").await, @"Your answer: The late train, without a change");
    reads!(bot.next_message().await, @"The late one.");
    bot.alice().changes(&prompt).await;
    bot.end().await;
}

async fn a_question_without_options_is_answered_in_words<C: Chat>() {
    let (bot, prompt): (Bot<C>, _) = asked(json!({"question": "What is your shoe size?"})).await;
    reads!(prompt, @"
    What is your shoe size?
    Please write your answer.
    ");
    bot.model().script([Turn::text("Noted.")]);
    bot.alice().says("yes").await;
    reads!(bot.next_message().await, @"Noted.");
    reads!(bot.alice().changes(&prompt).await, @"
    What is your shoe size?
    ✅ “yes”
    ");
    reads!(result(&bot), @r#"{"message":"The person has answered.","success":true,"typed":"yes"}"#);
    bot.end().await;
}

async fn a_question_survives_a_restart<C: Chat>() {
    let (mut bot, prompt): (Bot<C>, _) = asked(colours()).await;
    let alice = bot.alice();
    bot.restart().await;
    bot.model().script([Turn::text("Red it is.")]);
    reads!(alice.presses(&prompt, "Red").await, @"Your answer: Red");
    reads!(bot.next_message().await, @"Red it is.");
    alice.changes(&prompt).await;
    bot.end().await;
}

async fn nobody_answers_in_time<C: Chat>() {
    let (bot, prompt): (Bot<C>, _) = asked(colours()).await;
    let alice = bot.alice();
    bot.advance(23 * 60);
    reads!(bot.next_message().await, @"⏳ This still waits for your answer: Which colour? It expires in 1 h, on 2 May 2026, 10:00 UTC.");
    bot.model().script([Turn::text("I took red, since you did not say.")]);
    bot.advance(60);
    reads!(bot.next_message().await, @"I took red, since you did not say.");
    reads!(alice.changes(&prompt).await, @"
    Which colour?
    ⌛ Nobody answered in time
    ");
    reads!(result(&bot), @r#"{"error":"nobody answered in time; go on without the answer, and say what you assume instead","error_code":"expired","success":false}"#);
    reads!(alice.presses(&prompt, "Red").await, @"This is over. Too late: this question has expired. (alert)");
    bot.model().script([Turn::text("Good morning.")]);
    alice.says("good morning").await;
    reads!(bot.next_message().await, @"Good morning.");
    bot.end().await;
}

async fn stopping_withdraws_a_question<C: Chat>() {
    let (bot, prompt): (Bot<C>, _) = asked(colours()).await;
    let alice = bot.alice();
    bot.rests().await;
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I no longer wait for your answer.");
    reads!(alice.changes(&prompt).await, @"
    Which colour?
    🚫 Withdrawn
    ");
    reads!(alice.presses(&prompt, "Red").await, @"This is over. This question was withdrawn. (alert)");
    bot.model().script([Turn::text("Hello.")]);
    alice.says("red").await;
    reads!(bot.next_message().await, @"Hello.");
    bot.end().await;
}

async fn what_waits_is_listed<C: Chat>() {
    let (bot, prompt): (Bot<C>, _) = asked(colours()).await;
    let alice = bot.alice();
    alice.says("/approvals").await;
    reads!(bot.next_message().await, @"
    Waiting for a decision
    1. Which colour?
    Answer below the question, or reply to it.
    Asked just now. Expires in 24 h.

    You have allowed nothing beyond single calls.
    ");
    bot.model().script([Turn::text("Red it is.")]);
    reads!(alice.presses(&prompt, "Red").await, @"Your answer: Red");
    bot.next_message().await;
    alice.changes(&prompt).await;
    bot.end().await;
}

async fn two_questions_of_a_response_are_answered_one_by_one<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    bot.model().script([Turn::text("Two things.").and_calls([
        ("ask_person", colours()),
        ("ask_person", json!({"question": "Which size?", "options": ["Small", "Large"]})),
    ])]);
    alice.says("order a shirt").await;
    reads!(bot.next_message().await, @"Two things.");
    let colour = bot.next_message().await;
    let size = bot.next_message().await;
    reads!(size, @"
    Which size?
    Please choose one, or write your answer.
    [Small] [Large]
    ");
    alice.says("blue").await;
    reads!(alice.changes(&colour).await, @"
    Which colour?
    ✅ Blue
    ");
    bot.model().script([Turn::text("A large blue one.")]);
    reads!(alice.presses(&size, "Large").await, @"Your answer: Large");
    reads!(bot.next_message().await, @"A large blue one.");
    alice.changes(&size).await;
    let seen = bot.model().requests().pop().unwrap();
    let results: Vec<_> = seen.tool_results().into_iter().map(in_order).collect();
    reads!(results.join("\n"), @r#"
    {"chosen":["Blue"],"message":"The person has answered.","success":true,"typed":"blue"}
    {"chosen":["Large"],"message":"The person has answered.","success":true}
    "#);
    bot.end().await;
}

async fn a_wrong_question_is_corrected<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    for (arguments, why) in [
        (json!({"question": "Which?", "options": ["Red", "red."]}), "two of 'options' are the same"),
        (json!({"question": "Which?", "options": ["Red"]}), "options"),
        (json!({"question": "Which?", "several": true}), "'several' needs 'options'"),
        (json!({"question": " "}), "'question' is empty"),
        (json!({"question": "x".repeat(501)}), "question"),
    ] {
        bot.model().script([Turn::calls([("ask_person", arguments)]), Turn::text("Never mind.")]);
        bot.alice().says("paint it").await;
        bot.next_message().await;
        assert!(result(&bot).contains(why), "{}", result(&bot));
    }
    bot.end().await;
}

fn colours() -> Value {
    json!({"question": "Which colour?", "options": ["Red", "Blue"]})
}

/// Starts a bot whose model asks this question, and returns the question.
async fn asked<C: Chat>(arguments: Value) -> (Bot<C>, Shown) {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    ask(&bot, arguments).await;
    let prompt = bot.next_message().await;
    (bot, prompt)
}

/// Reads the answer of the turn whose question was answered with “Blue”, and the question as it looks now.
async fn is_blue<C: Chat>(bot: &Bot<C>, prompt: &Shown) {
    reads!(bot.next_message().await, @"Blue it is.");
    reads!(bot.alice().changes(prompt).await, @"
    Which colour?
    ✅ Blue
    ");
}

async fn ask<C: Chat>(bot: &Bot<C>, arguments: Value) {
    bot.model().script([Turn::calls([("ask_person", arguments)])]);
    bot.alice().says("paint the door").await;
}

/// Returns the last result that the model received.
fn result<C: Chat>(bot: &Bot<C>) -> String {
    let seen = bot.model().requests().pop().unwrap();
    in_order(seen.tool_results().last().unwrap())
}
