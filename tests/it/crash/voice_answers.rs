//! Crashes between the text of an answer and its voice message: the text arrives once, the voice message at most once.

use adjutant_simulators::{
    model::{Model, Speaks, Spoken},
    telegram::{Method, Telegram},
};

use super::harness::{Home, MODEL_KEY, Process, echoing_model, telegram};

async fn speaking(tg: &Telegram, texts: usize) -> (Home, Model) {
    let model = echoing_model().await;
    model.speaks(vec![Speaks::Sound; texts]);
    let home = Home::new(tg)
        .with_model(&model)
        .with("MEDIA__REPLY_WITH_VOICE", "always")
        .with("MEDIA__VOICE__SOURCE", "remote")
        .with("MEDIA__VOICE__BASE_URL", model.url())
        .with("MEDIA__VOICE__API_KEY", MODEL_KEY)
        .with("MEDIA__VOICE__MODEL", "tts-1")
        .with("MEDIA__VOICE__VOICE", "alloy");
    (home, model)
}

async fn expect_voice(tg: &Telegram) {
    let file = tg.next_message(&tg.user(42, "alice")).await.file.expect("it is a voice message");
    assert_eq!(
        (file.to_string().as_str(), &*file.bytes),
        ("voice answer.ogg", &*Spoken::sound("You said: hello"))
    );
}

/// Sends another message, and reads the answer, before which nothing may arrive.
async fn goes_on(tg: &Telegram) {
    let alice = tg.user(42, "alice");
    alice.says("hello").await;
    assert_eq!(tg.next_message(&alice).await.text, "You said: hello");
    expect_voice(tg).await;
}

async fn end(adjutant: Process, tg: Telegram, model: &Model, made: usize) {
    adjutant.finish(&tg).await;
    let asked = model.take_spoken();
    assert_eq!(asked.len(), made, "{asked:?}");
    tg.finish();
}

#[tokio::test]
async fn a_voice_that_was_being_made_is_made_again() {
    let tg = telegram().await;
    let (home, model) = speaking(&tg, 2).await;
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let making = model.hold_speaking();
    alice.says("hello").await;
    assert_eq!(tg.next_message(&alice).await.text, "You said: hello");
    making.wait().await;
    adjutant.kill().await;
    making.cut();

    let adjutant = home.start();
    expect_voice(&tg).await;
    end(adjutant, tg, &model, 2).await;
}

#[tokio::test]
async fn a_voice_that_was_being_sent_is_not_made_again() {
    let tg = telegram().await;
    let (home, model) = speaking(&tg, 2).await;
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sending = tg.hold_after(Method::SendVoice);
    alice.says("hello").await;
    assert_eq!(tg.next_message(&alice).await.text, "You said: hello");
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();
    expect_voice(&tg).await;

    // Before the next message is sent, the uncertain one is looked up and found.
    let adjutant = home.start();
    goes_on(&tg).await;
    end(adjutant, tg, &model, 2).await;
}

#[tokio::test]
async fn a_voice_of_which_nobody_knows_whether_it_was_sent_is_not_sent_again() {
    let tg = telegram().await;
    let (home, model) = speaking(&tg, 2).await;
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sending = tg.hold_before(Method::SendVoice);
    alice.says("hello").await;
    assert_eq!(tg.next_message(&alice).await.text, "You said: hello");
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();
    home.age_what_is_in_doubt().await;

    let adjutant = home.start();
    goes_on(&tg).await;
    assert_eq!(tg.count(Method::SendVoice), 2);
    end(adjutant, tg, &model, 2).await;
}
