//! The log when everything goes wrong.

use adjutant_simulators::{
    model::Turn,
    telegram::{Fault, Method},
};
use insta::assert_snapshot;

use super::harness::{Home, echoing_model, telegram};

#[tokio::test]
async fn neither_secrets_nor_messages_are_logged_when_everything_fails() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    model.script([Turn::error_with(400, None, "invalid_request", "the question is in poor taste")]);
    alice.says("sing me a song of the sea").await;
    assert_snapshot!(
        tg.next_message(&alice).await.text,
        @"The model refused my request. The operator of this bot can find the reason in the log, and adjutant doctor checks the model's settings."
    );
    tg.fail_next(Method::SendMessage, Fault::ServerError(502));
    for fault in [Fault::ServerError(502), Fault::Cut] {
        tg.fail_next(Method::GetUpdates, fault);
    }
    alice.says("is the kettle on?").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @r"
    ↻ This may be a repeat:
    You said: sing me a song of the sea

    [Not from the user: The message above was stopped, or failed, before it was answered; leave it unless it is asked again.]

    is the kettle on?
    ");
    adjutant.kill().await;

    tg.fail_next(Method::GetMe, Fault::Cut);
    let adjutant = home.start();
    alice.says("and the oven?").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: and the oven?");
    let log = home.log();
    assert!(log.contains("model call failed"), "the log reports the failed model call");
    assert!(log.contains("no updates from Telegram"), "the log tells of Telegram's failure");
    assert!(log.contains("delivery attempt failed"), "the log tells of the failed send");
    adjutant.finish(&tg).await;
}
