//! The language in which people use Telegram.

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::{Scope, SyncedTx},
    people,
};

use super::with_bob_by_default;
use crate::harness::{Bot, OnTelegram, Setup, Shown, reads};

#[tokio::test]
async fn a_person_is_spoken_to_in_the_language_of_their_app_until_they_choose() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let says = async |text: &str| {
        alice.says(text).await;
        Shown::from(tg.next_message(&alice).await)
    };
    alice.uses("de-AT");
    reads!(says("/language").await, @"
    Ich spreche Deutsch mit dir: Deine App ist auf Deutsch.

    Das betrifft, was ich selbst sage, etwa Schaltflächen, Listen und Hinweise. Ein Sprachmodell ist hier nicht eingerichtet: Der eingebaute Assistent, der dir antwortet, spricht nur Englisch.
    [English] [Deutsch] [Español] [Français]
    ");
    alice.uses("pt-BR");
    reads!(says("/language").await, @"
    I speak English with you: your app has told me no language that I speak.

    This is about what I say myself, such as buttons, lists and notices. No language model is set up here: the built-in assistant, which answers you, speaks English only.
    [English] [Deutsch] [Español] [Français]
    ");
    alice.uses("es");
    reads!(says("/language fr").await, @"Je parle français avec vous, comme vous l’avez choisi.");
    reads!(says("/quiet off").await, @"Vous n’avez plus d’heures calmes.");
    reads!(says("/language platform").await, @"Hablo español contigo: tu aplicación está en español.");
    bot.end().await;
}

#[tokio::test]
async fn each_person_reads_their_own_language_in_a_group() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    bob.uses("de");
    for (person, name) in [(&bob, "bob"), (&alice, "alice")] {
        person.says_in(&group, &format!("@adjutant_bot remember that {name} likes tea")).await;
        let prompt = tg.next_message(&group).await;
        match name {
            "bob" => reads!(Shown::from(prompt.clone()), @"
            Merken: „bob likes tea“
            Wo andere mitlesen, frage ich, bevor ich etwas ändere.
            Nur bob oder wer genehmigen darf, kann entscheiden.
            [Genehmigen] [Ablehnen]
            [Mehr Auswahl] [Details]
            "),
            _ => reads!(Shown::from(prompt.clone()), @"
            Remember: “alice likes tea”
            Where others read along, I ask before I change anything.
            Only alice or an approver can decide.
            [Approve] [Deny]
            [More choices] [Details]
            "),
        }
        let yes = prompt.buttons[0][0].0.clone();
        person.presses(&prompt, &yes).await;
        tg.next_message(&group).await;
        tg.when(&prompt, |now| now.buttons.is_empty()).await;
    }
    bot.end().await;
}

#[tokio::test]
async fn the_owner_is_asked_in_their_own_language() {
    let rule = r#"[{ tool = "memory_save", role = "member", then = "owner" }]"#;
    let setup = Setup::new().with("ACCESS__ALLOW", r#"["telegram:43"]"#).with("TOOLS__RULES", rule);
    let bot: Bot<OnTelegram> = setup.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let bob = tg.user(43, "bob");
    let code = async |tx: &SyncedTx| people::renew_owner_code(tx, Timestamp::EPOCH).await;
    let code = bot.app().core().db.write(Scope::Global, code).await.unwrap();
    alice.says(&format!("/start {}", code.unwrap())).await;
    tg.next_message(&alice).await;
    bob.uses("de");

    bob.says("remember that the wifi code is 4711").await;
    let line = tg.next_message(&bob).await;
    reads!(Shown::from(line.clone()), @"
    Merken: „the wifi code is 4711“
    Das muss noch vom Besitzer genehmigt werden.
    ");
    let prompt = tg.next_message(&alice).await;
    reads!(Shown::from(prompt.clone()), @"
    Merken: „the wifi code is 4711“
    Wer diesen Bot betreibt, will, dass du hierzu gefragt wirst.
    bob asks for this, in their chat with me (telegram).
    [Approve] [Deny]
    [More choices] [Details]
    ");
    alice.presses(&prompt, "Approve").await;
    tg.next_message(&bob).await;
    reads!(Shown::from(tg.when(&line, |now| *now != line).await), @"
    Merken: „the wifi code is 4711“
    ✅ Genehmigt von alice
    ");
    reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Merken: „the wifi code is 4711“
    Wer diesen Bot betreibt, will, dass du hierzu gefragt wirst.
    ✅ Approved by alice
    ");
    bot.end().await;
}
