//! Voice messages: they are transcribed, and answered like typed messages.

use adjutant_simulators::model::{Hears, Turn};
use serde_json::json;

use super::pictures::png;
use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, OnWeb, Replies as _, Setup, Shown, reads};

over_every_channel!(
    a_voice_message_is_answered_as_if_it_had_been_typed,
    a_recording_that_nobody_could_hear_is_said_so,
    a_recording_is_heard_once_however_often_the_gateway_ends,
    a_recording_that_is_withdrawn_begins_nothing,
    a_long_recording_shows_how_long_it_has_taken,
    a_bot_without_ears_says_that_it_cannot_listen,
    what_recordings_cost_counts_in_the_day_and_is_not_spent_beyond_it,
);

/// The beginning of a voice message: Opus in Ogg, with one channel.
pub(crate) const VOICE: &[u8] = b"OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x0aOpusHead\x01\x01";

pub(crate) async fn listening() -> Setup {
    with_ears(Setup::new()).with_model().await
}

/// Makes the bot transcribe recordings by the model's server.
pub(super) fn with_ears(setup: Setup) -> Setup {
    setup.with("MEDIA__SPEECH__SOURCE", "remote").with("MEDIA__SPEECH__MODEL", "whisper-1")
}

async fn a_voice_message_is_answered_as_if_it_had_been_typed<C: Chat>() {
    let bot: Bot<C> = listening().await.start().await;
    bot.model().hears(["Where are the *oats*?\nAnd the tea?"]);
    bot.model().script([Turn::text("In the pantry.")]);
    bot.alice().speaks(VOICE).await;
    reads!(bot.next_message().await, @"
    I heard:

    Where are the *oats*?
    And the tea?
    ");
    reads!(bot.next_message().await, @"In the pantry.");
    let heard = bot.model().heard().pop().unwrap();
    assert_eq!(
        (heard.model.as_str(), heard.name.as_str(), &*heard.bytes),
        ("whisper-1", "recording.ogg", VOICE)
    );
    let request = bot.model().requests().pop().unwrap();
    assert!(request.last_user().contains("Where are the *oats*?\nAnd the tea?"), "{}", request.last_user());
    assert!(request.last_user().contains("may have misheard"), "{}", request.last_user());
    bot.end().await;
}

/// Waits for the outcome of a recording, past the pauses between attempts. Its message may first say that the bot
/// listens.
async fn after_retries<C: Chat>(bot: &Bot<C>) -> Shown {
    bot.while_time_passes(async {
        let mut told = bot.next_message().await;
        while told.text.starts_with("Listening") {
            told = bot.alice().changes(&told).await;
        }
        told
    })
    .await
}

async fn a_recording_that_nobody_could_hear_is_said_so<C: Chat>() {
    let bot: Bot<C> = listening().await.start().await;
    for (answers, said) in [
        (vec![Hears::from("  ")], "any words"),
        (vec![Hears::Error(400, "invalid_value")], "make sense"),
        (vec![Hears::Error(403, "forbidden")], "the operator"),
        (
            vec![Hears::Cut, Hears::Error(503, "overloaded"), Hears::Body("<html>".to_owned())],
            "several times",
        ),
    ] {
        bot.model().hears(answers);
        bot.alice().speaks(VOICE).await;
        let told = after_retries(&bot).await;
        assert!(told.text.contains(said), "{told:?}");
    }
    // A temporary failure is retried.
    bot.model().hears([Hears::Cut, Hears::from("hello")]);
    bot.model().script([Turn::text("Hello!")]);
    bot.alice().speaks(VOICE).await;
    reads!(after_retries(&bot).await, @"
    I heard:

    hello
    ");
    reads!(bot.next_message().await, @"Hello!");
    bot.end().await;
}

async fn a_recording_is_heard_once_however_often_the_gateway_ends<C: Chat>() {
    let mut bot: Bot<C> = listening().await.start().await;
    let held = bot.model().hold_hearing();
    bot.model().hears(["first", "the same"]);
    bot.alice().speaks(VOICE).await;
    held.wait().await;
    bot.model().script([Turn::text("Fine.")]);
    bot.restart().await;
    held.release();
    reads!(bot.next_message().await, @"
    I heard:

    the same
    ");
    reads!(bot.next_message().await, @"Fine.");
    bot.end().await;
}

async fn a_recording_that_is_withdrawn_begins_nothing<C: Chat>() {
    let bot: Bot<C> = listening().await.start().await;
    let held = bot.model().hold_hearing();
    bot.model().hears(["Where are the oats?"]);
    bot.alice().speaks(VOICE).await;
    held.wait().await;
    bot.alice().says("/stop").await;
    reads!(bot.next_message().await, @"I have dropped the message that was waiting.");
    // Nobody waits for the transcript.
    bot.rests().await;
    held.release();

    // The person may see that the bot is listening.
    let held = bot.model().hold_hearing();
    bot.model().hears(["Where is the tea?"]);
    bot.alice().speaks(VOICE).await;
    held.wait().await;
    let listening = bot.while_time_passes(bot.next_message()).await;
    assert!(listening.text.starts_with("Listening to your recording …"), "{listening}");
    bot.alice().says("/stop").await;
    reads!(bot.next_message().await, @"I have dropped the message that was waiting.");
    bot.alice().shows(&listening, "You have withdrawn this recording.").await;
    held.release();
    bot.model().script([Turn::text("Hello!")]);
    bot.alice().says("hello").await;
    reads!(bot.next_message().await, @"Hello!");
    bot.end().await;
}

async fn a_long_recording_shows_how_long_it_has_taken<C: Chat>() {
    let bot: Bot<C> = listening().await.start().await;
    let held = bot.model().hold_hearing();
    bot.model().hears(["Where are the oats?"]);
    bot.model().script([Turn::text("In the pantry.")]);
    bot.alice().speaks(VOICE).await;
    held.wait().await;
    let began = bot.while_time_passes(bot.next_message()).await;
    let later = bot.while_time_passes(bot.alice().changes(&began)).await;
    // The clock advances while the message is being sent.
    let so_far = later
        .text
        .strip_prefix("Listening to your recording … ")
        .and_then(|it| it.strip_suffix("0 s so far"));
    assert!(so_far.is_some_and(|tens| !tens.is_empty()), "{later}");
    held.release();
    bot.while_time_passes(bot.alice().shows(&later, "I heard:\n\nWhere are the oats?")).await;
    reads!(bot.next_message().await, @"In the pantry.");
    bot.end().await;
}

/// On Discord and the page, one message may have several recordings.
#[tokio::test]
async fn each_recording_of_a_message_stands_alone() {
    each_stands_alone(async |OnDiscord { alice, .. }: OnDiscord| {
        alice
            .sends_files_in(&alice, "", &["one.ogg", "two.ogg", "three.ogg"].map(|name| (name, VOICE)))
            .await;
    })
    .await;
    each_stands_alone(async |alice: OnWeb| {
        let mut files = Vec::new();
        for name in ["one.ogg", "two.ogg", "three.ogg"] {
            files.push(json!({"id": alice.uploads(VOICE).await.0, "name": name}));
        }
        alice.says_with("", &json!(files)).await;
    })
    .await;
}

async fn each_stands_alone<C: Chat>(sends: impl AsyncFnOnce(C)) {
    let bot: Bot<C> = listening().await.start().await;
    bot.model().hears([
        Hears::from("Buy oats."),
        Hears::Error(400, "invalid_value"),
        Hears::from("And tea."),
    ]);
    bot.model().script([Turn::text("Noted.")]);
    let first = bot.model().hold_hearing();
    sends(bot.alice()).await;
    first.wait().await;
    let told = bot.while_time_passes(bot.next_message()).await;
    assert!(told.text.starts_with("Listening to recording 1 of 3 …"), "{told}");
    first.release();
    let said = "I heard:\n\nBuy oats.\n\nAnd tea.\n\nRecording 2 of 3: I could not make sense of your recording. Please \
                record it again, or write it.";
    bot.while_time_passes(bot.alice().shows(&told, said)).await;
    reads!(bot.next_message().await, @"Noted.");
    let request = bot.model().requests().pop().unwrap();
    assert!(request.last_user().contains("Buy oats.\n\nAnd tea."), "{}", request.last_user());
    assert!(
        request.last_user().contains("1 recording of the next message could not be heard"),
        "{}",
        request.last_user()
    );
    bot.end().await;
}

/// On Telegram, each recording of an album is a message with its own answer.
#[tokio::test]
async fn each_recording_of_an_album_has_its_number() {
    let bot: Bot<OnTelegram> = listening().await.start().await;
    bot.model().hears([Hears::from("Buy oats."), Hears::Error(400, "invalid_value")]);
    bot.model().script([Turn::text("Noted.")]);
    let OnTelegram { alice, .. } = bot.alice();
    let album = alice.begins_album();
    for name in ["one.ogg", "two.ogg"] {
        alice.sends_sound_part(&album, name, VOICE).await;
    }
    reads!(after_retries(&bot).await, @"
    I heard:

    Buy oats.
    ");
    reads!(bot.next_message().await, @"Recording 2 of 2: I could not make sense of your recording. Please record it again, or write it.");
    reads!(bot.next_message().await, @"Noted.");
    let request = bot.model().requests().pop().unwrap();
    assert!(
        request.last_user().contains("1 recording of the next message could not be heard"),
        "{}",
        request.last_user()
    );
    bot.end().await;
}

/// Otherwise, the model would learn nothing of the recording: it is told of the files before the transcript.
#[tokio::test]
async fn a_recording_beside_a_picture_that_could_not_be_heard_is_told() {
    let bot: Bot<OnWeb> = listening().await.with("MODEL__VISION", "auto").start().await;
    bot.model().hears([Hears::Error(400, "invalid_value")]);
    bot.model().script([Turn::text("Which colour do you mean?")]);
    let alice = bot.alice();
    let picture = png([200, 100, 0], 4, 2);
    let mut files = Vec::new();
    for (name, bytes) in [("wall.png", picture.as_slice()), ("memo.ogg", VOICE)] {
        files.push(json!({"id": alice.uploads(bytes).await.0, "name": name}));
    }
    alice.says_with("", &json!(files)).await;
    reads!(bot.next_message().await, @"I could not make sense of your recording. Please record it again, or write it.");
    reads!(bot.next_message().await, @"Which colour do you mean?");
    let request = bot.model().requests().pop().unwrap();
    let said = request.last_user();
    assert!(said.contains("wall.png") && said.contains("memo.ogg"), "{said}");
    assert!(said.contains("1 recording of the next message could not be heard"), "{said}");
    bot.end().await;
}

#[tokio::test]
async fn a_message_of_which_no_recording_is_heard_says_why_of_each() {
    let bot: Bot<OnWeb> = listening().await.with("MEDIA__SPEECH__MAX_SIZE", "1KB").start().await;
    bot.model().hears([" "]);
    let alice = bot.alice();
    let files = [alice.uploads(VOICE).await.0, alice.uploads(&[VOICE, &[0; 2_000]].concat()).await.0];
    alice.says_with("", &json!(files.map(|id| json!({"id": id, "name": "memo.ogg"})))).await;
    reads!(bot.next_message().await, @"
    Recording 1 of 2: I could not make out any words in your recording. Please record it again, or write it.

    Recording 2 of 2: Your recording is larger than 1 KB, the most that I listen to. Please write what you need.
    ");
    bot.end().await;
}

async fn a_bot_without_ears_says_that_it_cannot_listen<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    bot.alice().speaks(VOICE).await;
    reads!(bot.next_message().await, @"I got your recording, but I cannot listen to recordings here. Please write what you need.");
    bot.end().await;
}

async fn what_recordings_cost_counts_in_the_day_and_is_not_spent_beyond_it<C: Chat>() {
    let setup =
        listening().await.with("MEDIA__SPEECH__PRICE_PER_MINUTE", 6.0).with("AGENT__USER_DAILY_COST", 0.5);
    let bot: Bot<C> = setup.start().await;
    // A failed request costs nothing; a transcript without words does.
    bot.model().hears([Hears::Error(400, "invalid_value"), Hears::from(" ")]);
    for said in ["make sense", "any words"] {
        bot.alice().speaks(VOICE).await;
        let told = bot.next_message().await;
        assert!(told.text.contains(said), "{told}");
    }
    bot.alice().speaks(VOICE).await;
    reads!(bot.next_message().await, @"I did not listen to your recording: it would cost more than is left of what you may use today. Please write what you need, or send it again after midnight UTC; /usage shows the figures.");
    assert_eq!(bot.model().heard().len(), 2);
    reads!(used_today(&bot).await, @"
    • today: 0 turns, 0 tokens in, 0 tokens out, $0.30
    Your daily limit: $0.50 (60 % used).
    ");
    bot.end().await;
}

/// Requests the usage, and returns the lines about today.
pub(super) async fn used_today<C: Chat>(bot: &Bot<C>) -> String {
    bot.alice().says("/usage").await;
    let shown = bot.next_message().await.text;
    let of_today = |line: &&str| line.starts_with("• today") || line.starts_with("Your daily limit");
    shown.lines().filter(of_today).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_recording_that_nobody_says_the_length_of_is_counted_by_its_size() {
    let setup = listening().await.with("MEDIA__SPEECH__PRICE_PER_MINUTE", 6.0);
    let bot: Bot<OnWeb> = setup.start().await;
    bot.model().hears(["Where are the oats?"]);
    bot.model().script([Turn::text("In the pantry.").with_usage(0, 0)]);
    // Ten seconds of a sound file.
    bot.alice().sends("memo.ogg", &[VOICE, &[0; 160_000]].concat(), "").await;
    bot.next_message().await;
    reads!(bot.next_message().await, @"In the pantry.");
    reads!(used_today(&bot).await, @"
    • today: 1 turn, 1 model call, 0 tokens in, 0 tokens out, $1.00
    Your daily limit: $5.00 (20 % used).
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_long_transcript_is_folded_on_telegram() {
    let bot: Bot<OnTelegram> = listening().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    for (said, looks) in
        [("oats".to_owned(), "blockquote"), ("oats and tea, ".repeat(30), "expandable_blockquote")]
    {
        bot.model().hears([Hears::Text(said)]);
        bot.model().script([Turn::text("Noted.")]);
        bot.alice().speaks(VOICE).await;
        let heard = tg.next_message(&alice).await;
        let kinds: Vec<_> = heard.entities.iter().map(|entity| entity.kind.as_str()).collect();
        assert_eq!(kinds, [looks], "{heard:?}");
        assert_eq!(tg.next_message(&alice).await.text, "Noted.");
    }
    bot.end().await;
}

#[tokio::test]
async fn ones_own_voice_may_act_and_a_file_with_a_recording_asks() {
    let noted = || {
        [
            Turn::calls([("memory_save", json!({ "content": "High tide in Dover is at nine." }))]),
            Turn::text("Noted."),
        ]
    };
    may_act::<OnTelegram>(noted()).await;
    may_act::<OnWeb>(noted()).await;

    let bot: Bot<OnWeb> = listening().await.start().await;
    bot.model().hears(["note that high tide in Dover is at nine"]);
    bot.model().script(noted());
    bot.alice().sends("memo.ogg", VOICE, "").await;
    bot.next_message().await;
    let prompt = bot.next_message().await;
    assert!(prompt.text.contains("I have read text from a recording"), "{prompt:?}");
    let _ = bot.alice().presses(&prompt, "Deny").await;
    reads!(bot.next_message().await, @"Noted.");
    bot.end().await;
}

async fn may_act<C: Chat>(noted: [Turn; 2]) {
    let bot: Bot<C> = listening().await.start().await;
    bot.model().hears(["note that high tide in Dover is at nine"]);
    bot.model().script(noted);
    bot.alice().speaks(VOICE).await;
    bot.next_message().await;
    reads!(bot.next_message().await, @"
    Noted.

    📝 Remembered: “High tide in Dover is at nine.”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_reply_corrects_what_was_heard() {
    let bot: Bot<OnTelegram> = listening().await.start().await;
    bot.model().hears(["remember my key is under the hat"]);
    bot.model().script([
        Turn::text("Under the hat?"),
        Turn::calls([("memory_save", json!({ "content": "The key is under the mat." }))]),
        Turn::text("Noted."),
    ]);
    bot.alice().speaks(VOICE).await;
    let heard = bot.next_message().await;
    reads!(bot.next_message().await, @"Under the hat?");
    bot.alice().replies(&heard, "the mat, not the hat").await;
    reads!(bot.next_message().await, @"
    Noted.

    📝 Remembered: “The key is under the mat.”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_recording_that_is_too_large_is_not_fetched() {
    let bot: Bot<OnWeb> = listening().await.with("MEDIA__SPEECH__MAX_SIZE", "1KB").start().await;
    bot.alice().speaks(&[VOICE, &[0; 2_000]].concat()).await;
    reads!(bot.next_message().await, @"Your recording is larger than 1 KB, the most that I listen to. Please write what you need.");
    bot.end().await;
}

#[tokio::test]
async fn a_program_can_write_recordings_down() {
    let command = r#"["sh", "-c", "wc -c < $0", "{file}"]"#;
    let setup = Setup::new().with("MEDIA__SPEECH__SOURCE", "command").with("MEDIA__SPEECH__COMMAND", command);
    let bot: Bot<OnTelegram> = setup.with_model().await.start().await;
    bot.model().script([Turn::text("A number.")]);
    bot.alice().speaks(VOICE).await;
    reads!(bot.next_message().await, @"
    I heard:

    38
    ");
    reads!(bot.next_message().await, @"A number.");
    bot.end().await;
}
