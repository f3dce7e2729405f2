//! The model that answers in a conversation sees its pictures if it has vision; otherwise another model describes them.

use adjutant_simulators::model::{Model, Request, Turn};

use super::pictures::png;
use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

over_every_channel!(
    the_chosen_model_sees_or_does_not,
    where_only_the_chosen_model_sees_the_usual_one_turns_pictures_away,
    pictures_are_described_for_a_blind_model_in_place_of_one_that_sees,
);

const RED: [u8; 3] = [255, 0, 0];

/// Returns the settings of `[model]` and of further models, each with whether it has vision, and the server of all. A
/// model states how many pictures it was shown; `eyes` describes them.
async fn with_models(named: &[(&str, &str)]) -> (Setup, Model) {
    let server = Model::start().await;
    server.answer_with(|request| match (request.model.as_str(), request.pictures().len()) {
        ("eyes", _) => Turn::text("A red door."),
        (name, shown) => Turn::text(format!("By {name}, who was shown {shown}.")),
    });
    let mut setup = Setup::new();
    for (name, sees) in named {
        let section = match *name {
            "usual" => "MODEL".to_owned(),
            name => format!("MODELS__{}", name.to_uppercase()),
        };
        setup = setup
            .with(&format!("{section}__PROVIDER"), "openai")
            .with(&format!("{section}__NAME"), name)
            .with(&format!("{section}__BASE_URL"), server.url())
            .with(&format!("{section}__API_KEY"), "sk-simulated")
            .with(&format!("{section}__VISION"), sees);
    }
    (setup, server)
}

/// Returns which models were asked since the last call, and with how many pictures.
fn asked(server: &Model, seen: &mut usize) -> Vec<(String, usize)> {
    let new = server.requests().split_off(*seen);
    *seen += new.len();
    let of = |request: Request| (request.model.clone(), request.pictures().len());
    new.into_iter().map(of).collect()
}

fn assert_was_described(server: &Model) {
    let request = server.requests().pop().unwrap();
    let told = request.last_user();
    assert!(told.contains("Another model describes it:\nA red door."), "{told}");
}

fn by(model: &str, pictures: usize) -> (String, usize) {
    (model.to_owned(), pictures)
}

async fn the_chosen_model_sees_or_does_not<C: Chat>() {
    let (setup, server) = with_models(&[("usual", "no"), ("sighted", "yes"), ("eyes", "yes")]).await;
    let bot: Bot<C> = setup.with("MEDIA__VISION", "eyes").start().await;
    let (alice, mut seen) = (bot.alice(), 0);
    alice.says("/model sighted").await;
    bot.next_message().await;
    alice.sends("door.png", &png(RED, 8, 8), "").await;
    reads!(bot.next_message().await, @"By sighted, who was shown 1.");
    assert_eq!(asked(&server, &mut seen), [by("sighted", 1)]);

    alice.says("/model default").await;
    bot.next_message().await;
    alice.sends("gate.png", &png(RED, 9, 9), "").await;
    reads!(bot.next_message().await, @"By usual, who was shown 0.");
    assert_eq!(asked(&server, &mut seen), [by("eyes", 1), by("usual", 0)]);
    assert_was_described(&server);
    bot.end().await;
    server.finish();
}

async fn where_only_the_chosen_model_sees_the_usual_one_turns_pictures_away<C: Chat>() {
    let (setup, server) = with_models(&[("usual", "no"), ("sighted", "yes")]).await;
    let bot: Bot<C> = setup.start().await;
    let (alice, mut seen) = (bot.alice(), 0);
    alice.says("/model sighted").await;
    bot.next_message().await;
    alice.sends("door.png", &png(RED, 8, 8), "").await;
    reads!(bot.next_message().await, @"By sighted, who was shown 1.");
    alice.says("/model default").await;
    bot.next_message().await;
    alice.sends("gate.png", &png(RED, 9, 9), "").await;
    let told = bot.next_message().await;
    assert!(told.text.contains("tell me what to do with it"), "{told:?}");
    alice.says("/model sighted").await;
    bot.next_message().await;
    alice.sends("wall.png", &png(RED, 7, 7), "what is it?").await;
    reads!(bot.next_message().await, @"By sighted, who was shown 1.");
    assert_eq!(asked(&server, &mut seen), [by("sighted", 1), by("sighted", 1)]);
    bot.end().await;
    server.finish();
}

/// The chat page has a model of its own.
#[tokio::test]
async fn the_model_of_a_chat_sees_or_does_not() {
    for (usual, of_the_chat) in [("no", "yes"), ("yes", "no")] {
        let (setup, server) = with_models(&[("usual", usual), ("chats", of_the_chat)]).await;
        let bot: Bot<OnWeb> = setup.with("CHATS__WEB:MAIN__MODEL", "chats").start().await;
        let (alice, mut seen) = (bot.alice(), 0);
        alice.sends("door.png", &png(RED, 8, 8), "what is it?").await;
        let told = bot.next_message().await.text;
        let sees = of_the_chat == "yes";
        assert_eq!(told == "By chats, who was shown 1.", sees, "{told}");
        assert_eq!(asked(&server, &mut seen).contains(&by("chats", 1)), sees);
        bot.end().await;
        server.finish();
    }
}

async fn pictures_are_described_for_a_blind_model_in_place_of_one_that_sees<C: Chat>() {
    let (setup, server) = with_models(&[("usual", "yes"), ("blind", "no"), ("eyes", "yes")]).await;
    let setup = setup.with("MODEL__FALLBACKS", "['blind']").with("MEDIA__VISION", "eyes");
    let bot: Bot<C> = setup.start().await;
    let (alice, mut seen) = (bot.alice(), 0);
    server.script([Turn::error(503, None)]);
    alice.sends("door.png", &png(RED, 8, 8), "what is it?").await;
    reads!(bot.next_message().await, @"
    By blind, who was shown 0.

    Answered by openai blind, because the first choice does not answer.
    ");
    assert_eq!(asked(&server, &mut seen), [by("usual", 1), by("eyes", 1), by("blind", 0)]);

    // While the first model is not tried, a photo without text is not turned away.
    alice.sends("gate.png", &png(RED, 9, 9), "").await;
    reads!(bot.next_message().await, @"
    By blind, who was shown 0.

    Answered by openai blind, because the first choice does not answer.
    ");
    assert_eq!(asked(&server, &mut seen), [by("eyes", 1), by("blind", 0)]);
    assert_was_described(&server);

    // The first model is tried again, and sees the next picture itself.
    bot.advance(2);
    alice.sends("wall.png", &png(RED, 7, 7), "").await;
    reads!(bot.next_message().await, @"By usual, who was shown 1.");
    assert_eq!(asked(&server, &mut seen), [by("usual", 1)]);
    bot.end().await;
    server.finish();
}
