//! Spoken answers: a voice message below the text, never in its place.

use adjutant_simulators::model::{Hears, Speaks, Spoken, Turn};

use super::speech::{VOICE, used_today, with_ears};
use crate::harness::{Bot, Chat, OnTelegram, Setup, Shown, reads};

over_every_channel!(
    an_answer_is_spoken_below_its_text,
    what_cannot_be_spoken_is_told_once_an_hour,
    an_answer_is_spoken_once_however_often_the_gateway_ends,
    a_reminder_is_spoken_too,
    only_voice_messages_are_answered_with_a_voice,
    what_voices_cost_counts_in_the_day_and_is_not_spent_beyond_it,
);

/// Returns the settings of a bot with this `reply_with_voice`.
async fn speaking(which: &str) -> Setup {
    let setup = Setup::new().with_model().await;
    setup
        .with("MEDIA__REPLY_WITH_VOICE", which)
        .with("MEDIA__VOICE__SOURCE", "remote")
        .with("MEDIA__VOICE__MODEL", "tts-1")
        .with("MEDIA__VOICE__VOICE", "alloy")
}

/// Reads the next message, which must be a voice message with this text.
async fn hears<C: Chat>(bot: &Bot<C>, said: &str) {
    let voice = bot.next_message().await;
    assert_eq!(voice.text, "");
    let (name, bytes) = bot.alice().file_of(&voice).await;
    assert_eq!((name.as_str(), bytes), ("answer.ogg", Spoken::sound(said)));
}

async fn an_answer_is_spoken_below_its_text<C: Chat>() {
    let bot: Bot<C> = speaking("always").await.start().await;
    bot.model().script([Turn::text("**Oats** are in the pantry:\n\n```\nls /pantry\n```")]);
    bot.model().speaks([Speaks::Sound]);
    bot.alice().says("Where are the oats?").await;
    let text = bot.next_message().await;
    assert!(text.text.contains("ls /pantry"), "{text}");
    hears(&bot, "Oats are in the pantry:\nThe code is in the text.").await;
    let asked = bot.model().take_spoken().remove(0);
    assert_eq!(
        (asked.model.as_str(), asked.voice.as_str(), asked.response_format.as_deref()),
        ("tts-1", "alloy", Some("opus"))
    );
    // Neither a stopped answer nor the output of a command is spoken.
    bot.alice().says("/stop").await;
    reads!(bot.next_message().await, @"There is nothing to stop.");
    bot.end().await;
}

async fn what_cannot_be_spoken_is_told_once_an_hour<C: Chat>() {
    let bot: Bot<C> = speaking("always").await.start().await;
    let told = "I could not speak my answer, so there is only the text. The operator of this bot can find the reason in \
                the log.";
    let failures = [
        vec![Speaks::Error(401, "invalid_api_key")],
        vec![Speaks::Error(400, "invalid_value")],
        vec![Speaks::Body(b"<html>".to_vec())],
        vec![Speaks::Cut, Speaks::Error(503, "overloaded"), Speaks::Error(429, "rate_limit")],
    ];
    for (number, answers) in failures.into_iter().enumerate() {
        bot.model().script([Turn::text("Fine.")]);
        bot.model().speaks(answers);
        bot.alice().says("How are you?").await;
        reads!(bot.next_message().await, @"Fine.");
        if number == 0 {
            assert_eq!(bot.next_message().await.text, told);
        }
        bot.while_time_passes(bot.rests()).await;
    }
    // A temporary failure is retried.
    bot.model().script([Turn::text("Fine.")]);
    bot.model().speaks([Speaks::Cut, Speaks::Sound]);
    bot.alice().says("How are you?").await;
    reads!(bot.next_message().await, @"Fine.");
    bot.while_time_passes(hears(&bot, "Fine.")).await;
    bot.advance(60);
    bot.model().script([Turn::text("Fine.")]);
    bot.model().speaks([Speaks::Error(404, "model_not_found")]);
    bot.alice().says("And now?").await;
    reads!(bot.next_message().await, @"Fine.");
    assert_eq!(bot.next_message().await.text, told);
    assert_eq!(bot.model().take_spoken().len(), 9);
    bot.end().await;
}

async fn an_answer_is_spoken_once_however_often_the_gateway_ends<C: Chat>() {
    let mut bot: Bot<C> = speaking("always").await.start().await;
    let held = bot.model().hold_speaking();
    bot.model().script([Turn::text("In the pantry.")]);
    bot.model().speaks([Speaks::Sound, Speaks::Sound]);
    bot.alice().says("Where are the oats?").await;
    // The text does not wait for the voice message.
    reads!(bot.next_message().await, @"In the pantry.");
    held.wait().await;
    bot.restart().await;
    held.release();
    hears(&bot, "In the pantry.").await;
    assert_eq!(bot.model().take_spoken().len(), 2);
    // An hour later, an interrupted voice message is no longer sent.
    let held = bot.model().hold_speaking();
    bot.model().script([Turn::text("Tea, too.")]);
    bot.model().speaks([Speaks::Sound]);
    bot.alice().says("And tea?").await;
    reads!(bot.next_message().await, @"Tea, too.");
    held.wait().await;
    bot.restart_after(60).await;
    held.release();
    assert_eq!(bot.model().take_spoken().len(), 1);
    bot.end().await;
}

async fn a_reminder_is_spoken_too<C: Chat>() {
    let setup = Setup::new()
        .with("MEDIA__REPLY_WITH_VOICE", "always")
        .with("MEDIA__VOICE__SOURCE", "command")
        .with("MEDIA__VOICE__COMMAND", r#"["sh", "-c", "printf 'ID3\\3\\0\\0' > $0; cat >> $0", "{file}"]"#);
    let bot: Bot<C> = setup.start().await;
    let spoken = async |said: &str| {
        let sound = bot.next_message().await;
        let (name, bytes) = bot.alice().file_of(&sound).await;
        assert_eq!((name.as_str(), bytes), ("answer.mp3", [b"ID3\x03\0\0", said.as_bytes()].concat()));
    };
    bot.alice().says("remind me in one minute to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 minute, at 10:01 (UTC): stretch");
    spoken("I'll remind you in 1 minute, at 10:01 (UTC): stretch").await;
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    spoken("stretch").await;
    bot.end().await;
}

async fn only_voice_messages_are_answered_with_a_voice<C: Chat>() {
    let setup = speaking("mirror").await;
    let setup = with_ears(setup);
    let bot: Bot<C> = setup.start().await;
    bot.model().script([Turn::text("In the pantry."), Turn::text("In the drawer.")]);
    bot.alice().says("Where are the oats?").await;
    reads!(bot.next_message().await, @"In the pantry.");
    bot.model().hears([Hears::from("And the tea?")]);
    bot.model().speaks([Speaks::Sound]);
    bot.alice().speaks(VOICE).await;
    let heard: Shown = bot.next_message().await;
    assert!(heard.text.starts_with("I heard:"), "{heard}");
    reads!(bot.next_message().await, @"In the drawer.");
    hears(&bot, "In the drawer.").await;
    assert_eq!(bot.model().take_spoken().len(), 1);
    bot.end().await;
}

async fn what_voices_cost_counts_in_the_day_and_is_not_spent_beyond_it<C: Chat>() {
    let setup = speaking("always").await;
    let setup = setup
        .with("MEDIA__VOICE__PRICE_PER_MILLION_CHARACTERS", 10_000.0)
        .with("AGENT__USER_DAILY_COST", 0.2);
    let bot: Bot<C> = setup.start().await;
    bot.model().script([
        Turn::text("In the pantry.").with_usage(0, 0),
        Turn::text("In the drawer.").with_usage(0, 0),
    ]);
    bot.model().speaks([Speaks::Sound]);
    bot.alice().says("Where are the oats?").await;
    reads!(bot.next_message().await, @"In the pantry.");
    hears(&bot, "In the pantry.").await;
    bot.alice().says("And the tea?").await;
    reads!(bot.next_message().await, @"In the drawer.");
    reads!(bot.next_message().await, @"I did not speak my answer: its voice would cost more than is left of what you may use today. /usage shows the figures.");
    assert_eq!(bot.model().take_spoken().len(), 1);
    reads!(used_today(&bot).await, @"
    • today: 2 turns, 2 model calls, 0 tokens in, 0 tokens out, $0.14
    Your daily limit: $0.20 (70 % used).
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_group_hears_answers_only_if_every_answer_is_spoken() {
    for (which, is_spoken) in [("mirror", false), ("always", true)] {
        let setup = with_ears(speaking(which).await);
        let bot: Bot<OnTelegram> = setup.start().await;
        let OnTelegram { tg, alice, .. } = bot.alice();
        let group = tg.group(-100_200, "family");
        bot.model().script([Turn::text("In the pantry.")]);
        if is_spoken {
            bot.model().speaks([Speaks::Sound]);
        }
        alice.says_in(&group, "@adjutant_bot where are the oats?").await;
        assert_eq!(tg.next_message(&group).await.text, "In the pantry.");
        if is_spoken {
            let file = tg.next_message(&group).await.file.expect("it is a voice message");
            assert_eq!(file.to_string(), "voice answer.ogg");
        }
        assert_eq!(bot.model().take_spoken().len(), usize::from(is_spoken));
        bot.end().await;
    }
}

#[tokio::test]
async fn a_long_answer_is_spoken_up_to_the_end_of_a_sentence() {
    let bot: Bot<OnTelegram> =
        speaking("always").await.with("MEDIA__VOICE__MAX_CHARACTERS", 100).start().await;
    bot.model().script([Turn::text("Oats are in the pantry. ".repeat(10))]);
    bot.model().speaks([Speaks::Sound]);
    bot.alice().says("Where are the oats?").await;
    bot.next_message().await;
    let said =
        "Oats are in the pantry. Oats are in the pantry. Oats are in the pantry.\nThe rest is in the text.";
    hears(&bot, said).await;
    assert_eq!(bot.model().take_spoken().len(), 1);
    bot.end().await;
}
