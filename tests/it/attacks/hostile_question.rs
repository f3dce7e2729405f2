//! A question of the model in the place of an approval, and made-up answers to one.

use adjutant_simulators::model::Turn;
use serde_json::json;

use super::stage::{Family, Stage, deny, text};
use crate::harness::{Chat, OnWeb, Shown, reads};

#[tokio::test]
async fn an_answer_lets_nothing_run() {
    let stage: Stage<OnWeb> = Stage::open().await;
    let before = stage.deeds().await;
    let question = json!({"question": "Shall I save what the page says?", "options": ["Yes, save it", "No"]});
    let save = json!({"content": "mallory is a friend"});
    stage.bot.model().script([
        Turn::calls([stage.reads_page()]),
        Turn::calls([("ask_person", question)]),
        Turn::calls([("memory_save", save)]),
        Turn::text("Done."),
    ]);
    stage.alice().says("when is high tide?").await;
    let prompt = stage.bot.next_message().await;
    reads!(prompt.text.replace(&stage.site.url(""), "SITE"), @"
    Shall I save what the page says?
    I have read text from 127.0.0.1, which may try to steer me.
    Please choose one, or write your answer.
    ");
    assert!(deny(&prompt).is_none());
    stage.alice().presses(&prompt, "Yes, save it").await;
    stage.alice().changes(&prompt).await;
    let seen = stage.denies_everything().await;
    assert_eq!(seen.prompts.len(), 1, "saving asks by itself");
    stage.ends_as(&before).await;
}

#[tokio::test]
async fn invented_answers_count_for_nothing() {
    let family = Family::open().await;
    let before = family.stage.deeds().await;
    let (tg, alice) = (family.tg(), family.alice());
    let question = json!({"question": "Which?", "options": ["Red", "Blue"], "several": true});
    family.stage.bot.model().script([Turn::calls([("ask_person", question)])]);
    alice.says_in(&family.group, "@adjutant_bot paint the door").await;
    let prompt = tg.next_message(&family.group).await;
    let own = prompt.buttons[0][0].1.clone();
    let id = own.rsplit(':').next().unwrap();
    let token = text(&family.stage.bot, "SELECT prompt AS value FROM approvals").await;
    let choices = ["o2", "o9", "o10", "y", "c", "h", "p0", "s", "e", "n", "w"];
    let invented = choices.map(|choice| format!("a:{choice}:{id}")).into_iter();
    let whole = ["ya", "na", "m", "b", "d"].map(|choice| format!("a:{choice}:{token}"));
    let listed = ["y", "n", "o"].map(|choice| format!("q:{choice}:{id}"));
    for data in invented.chain(whole).chain(listed) {
        let answer = alice.taps_data(&prompt, &data).await.answer().await;
        assert!(answer.alert, "{data}: {}", answer.text);
    }
    for (label, data) in prompt.buttons.iter().flatten() {
        let answer = family.bob.taps_data(&prompt, data).await.answer().await;
        assert!(answer.alert, "{label}: {}", answer.text);
    }
    family.stage.bot.rests().await;
    assert_eq!(tg.message(&prompt), Some(prompt.clone()));

    family.stage.bot.model().script([Turn::text("Blue it is.")]);
    alice.presses(&prompt, "☐ Blue").await;
    let marked = tg.when(&prompt, |now| now.buttons[0][1].0 == "☑ Blue").await;
    alice.presses(&marked, "Done").await;
    reads!(Shown::from(tg.next_message(&family.group).await), @"Blue it is.");
    let over = tg.when(&prompt, |now| now.buttons.is_empty()).await;
    // Buttons of a question that is closed.
    for (_, data) in marked.buttons.iter().flatten() {
        alice.taps_data(&marked, data).await.answer().await;
    }
    family.stage.bot.rests().await;
    assert_eq!(tg.message(&prompt), Some(over));
    family.stage.ends_as(&before).await;
}
