use adjutant_channel::{Event, MessageId};
use adjutant_config::Config;
use adjutant_store::sessions;

use super::*;
use crate::testing::{Place, Room, direct, group, id_of, lock};

/// Returns a room with a model that everybody may choose, and one only for the owner.
async fn room() -> Room {
    let env = [
        ("MODEL__PROVIDER", "openai"),
        ("MODEL__NAME", "usual-model"),
        ("MODEL__API_KEY", "key-of-the-usual"),
        ("MODELS__QUICK__PROVIDER", "ollama"),
        ("MODELS__QUICK__NAME", "quick-model"),
        ("MODELS__DEAR__PROVIDER", "ollama"),
        ("MODELS__DEAR__NAME", "dear-model"),
        ("MODELS__DEAR__ROLES", "owner"),
    ];
    let env = env.map(|(key, value)| (format!("ADJUTANT__{key}"), value.to_owned()));
    Room::with(Config::load(None, env).unwrap()).await
}

async fn asks(room: &Room, whose: &str, place: &Place, args: &str) -> (MessageId, Content) {
    let id = MessageId(format!("model {args} of {whose}"));
    let event = Event::Command {
        message_id: id,
        name: "model".to_owned(),
        args: args.to_owned(),
        handle: None,
        named: true,
    };
    room.happens(whose, place, 0, event).await;
    room.rests().await;
    let posted = lock(&room.channel.sent).pop().unwrap();
    (id_of(&posted), posted.content)
}

async fn presses(room: &Room, whose: &str, place: &Place, id: &MessageId, name: &str) -> String {
    let data = Button::Model { name }.to_string();
    let event = Event::Press { message_id: Some(id.clone()), data, handle: None };
    room.happens(whose, place, 0, event).await.answer.unwrap().text
}

async fn chosen(room: &Room, whose: &str, place: &Place) -> Option<String> {
    let (user, chat) = (room.user_of(whose).await, place.chat.clone());
    room.store
        .read(async move |tx| match sessions::find(tx, &chat, &user.user_id).await? {
            Some(session) => chosen_model::of(tx, &session.session_id).await,
            None => Ok(None),
        })
        .await
}

#[tokio::test]
async fn who_may_not_choose_a_model_is_not_offered_it() {
    let (room, own) = (room().await, direct("alice"));
    let (list, content) = asks(&room, "alice", &own, "").await;
    insta::assert_snapshot!(content.body.text, @"
    The model that answers you in this conversation, until you choose another:

    - default (chosen): scripted
    - quick: scripted
    ");
    assert_eq!(presses(&room, "alice", &own, &list, "dear").await, all_texts::unknown_button());
    let (_, answer) = asks(&room, "alice", &own, "dear").await;
    insta::assert_snapshot!(answer.body.text, @"You cannot choose a model “dear”. /model lists those that you can choose.");
    assert_eq!(chosen(&room, "alice", &own).await, None);
}

#[tokio::test]
async fn in_a_group_everybody_chooses_for_themselves() {
    let (room, place) = (room().await, group("family"));
    let (list, _) = asks(&room, "alice", &place, "").await;
    asks(&room, "bob", &place, "").await;
    assert_eq!(presses(&room, "bob", &place, &list, "quick").await, all_texts::not_yours());
    assert_eq!(presses(&room, "alice", &place, &list, "quick").await, "");
    assert_eq!(chosen(&room, "alice", &place).await.as_deref(), Some("quick"));
    assert_eq!(chosen(&room, "bob", &place).await, None);
}
