//! The language of the gateway's own texts, as each person chooses it.

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_language_is_chosen_by_a_button,
    a_language_is_named,
    what_comes_later_is_in_the_language,
);

async fn a_language_is_chosen_by_a_button<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/language").await;
    let list = bot.next_message().await;
    reads!(alice.taps(&list, "Deutsch").await, @"
    Ich spreche Deutsch mit dir, wie du es gewählt hast.

    Das betrifft, was ich selbst sage, etwa Schaltflächen, Listen und Hinweise. Ein Sprachmodell ist hier nicht eingerichtet: Der eingebaute Assistent, der dir antwortet, spricht nur Englisch.
    [English] [Español] [Français]
    [Wie in meiner App]
    ");
    alice.says("/quiet 22:00-07:00").await;
    reads!(bot.next_message().await, @"Von jetzt an ist deine Ruhezeit 22:00–07:00 (UTC). Erinnerungen und Ergebnisse, die dann anfallen, warten, bis sie vorbei ist. Wenn etwas nicht warten darf, sag mir, dass es dringend ist.");
    bot.restart().await;
    alice.says("/language").await;
    let list = bot.next_message().await;
    reads!(alice.taps(&list, "Français").await, @"
    Je parle français avec vous, comme vous l’avez choisi.

    Il s’agit de ce que je dis moi-même, comme les boutons, les listes et les avis. Aucun modèle de langage n’est configuré ici : l’assistant intégré, qui vous répond, ne parle qu’anglais.
    [English] [Deutsch] [Español]
    [Comme dans mon application]
    ");
    alice.says("/quiet off").await;
    reads!(bot.next_message().await, @"Vous n’avez plus d’heures calmes.");
    bot.end().await;
}

async fn a_language_is_named<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    for (name, said) in [
        ("Spanish", "Hablo español contigo, como elegiste."),
        ("deutsch", "Ich spreche Deutsch mit dir, wie du es gewählt hast."),
        ("fr", "Je parle français avec vous, comme vous l’avez choisi."),
    ] {
        alice.says(&format!("/language {name}")).await;
        assert_eq!(bot.next_message().await.text, said);
    }
    alice.says("/language klingon").await;
    reads!(bot.next_message().await, @"Je ne parle pas « klingon ». Mes langues : English, Deutsch, Español, Français. « platform » désigne la langue de votre application. Rien n’a changé.");
    alice.says("/language english").await;
    reads!(bot.next_message().await, @"I speak English with you, as you chose.");
    bot.end().await;
}

async fn what_comes_later_is_in_the_language<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/language de").await;
    bot.next_message().await;
    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("remind me in 20 minutes to stretch").await;
    bot.next_message().await;
    bot.restart_after(20).await;
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Erledigt] [Später …]
    [Verlauf]
    ");
    alice.says("forget the wifi code").await;
    bot.next_message().await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Die Notiz „the wifi code is 4711“ löschen
    Eine gelöschte Notiz lässt sich nicht zurückholen.
    [Genehmigen] [Ablehnen]
    [Mehr Auswahl] [Details]
    ");
    bot.rests().await;
    bot.advance(23 * 60);
    reads!(bot.next_message().await, @"⏳ Das wartet noch auf eine Entscheidung: Die Notiz „the wifi code is 4711“ löschen. Es läuft in 1 h ab, am 2. Mai 2026, 10:20 UTC.");
    bot.rests().await;
    bot.advance(60);
    reads!(bot.next_message().await, @"
    In 24 h hat niemand entschieden, deshalb wurde das nicht getan:

    • Die Notiz „the wifi code is 4711“ löschen
    [Noch einmal fragen]
    ");
    reads!(alice.changes(&prompt).await, @"
    Die Notiz „the wifi code is 4711“ löschen
    Eine gelöschte Notiz lässt sich nicht zurückholen.
    ⌛ Abgelaufen; nichts wurde getan
    ");
    bot.end().await;
}
