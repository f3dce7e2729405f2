use adjutant_channel::{Event, MessageId};
use adjutant_config::Config;
use adjutant_store::{outbox as rows, sessions};
use serde_json::json;

use super::*;
use crate::testing::{Place, Room, direct, group, id_of, lock, message};

/// A message from a person's view.
struct Posted {
    id: MessageId,
    content: Content,
}

impl Room {
    async fn asks_for_tools(&self, whose: &str, place: &Place) -> Posted {
        let id = MessageId(format!("tools of {whose}"));
        let event = Event::Command {
            message_id: id,
            name: "tools".to_owned(),
            args: String::new(),
            handle: None,
            named: true,
        };
        self.happens(whose, place, 0, event).await;
        self.rests().await;
        let posted = lock(&self.channel.sent).pop().unwrap();
        Posted { id: id_of(&posted), content: posted.content }
    }

    /// Presses a button of a message, and returns the answer and the message after the press.
    async fn presses_tool(
        &self,
        whose: &str,
        place: &Place,
        posted: &Posted,
        label: &str,
    ) -> (String, String) {
        let buttons = posted.content.buttons.concat();
        let found = buttons.iter().find(|button| button.label == label);
        let data = found.unwrap_or_else(|| panic!("no {label} in {}", shown(&posted.content))).data.clone();
        let event = Event::Press { message_id: Some(posted.id.clone()), data, handle: None };
        let answer = self.happens(whose, place, 0, event).await.answer.unwrap().text;
        let (chat, id) = (place.chat.clone(), posted.id.clone());
        let row = self.store.read(async move |tx| rows::by_message(tx, &chat, &id).await).await;
        (answer, shown(&row.unwrap().content().unwrap()))
    }

    async fn open_in(&self, whose: &str, place: &Place) -> Vec<String> {
        let (user, chat) = (self.user_of(whose).await.user_id, place.chat.clone());
        self.store
            .read(async move |tx| match sessions::find(tx, &chat, &user).await? {
                Some(session) => open_toolsets::of(tx, &session.session_id).await,
                None => Ok(Vec::new()),
            })
            .await
    }

    /// Returns the names of the tools in the last request to the model.
    fn shown_tools(&self) -> Vec<String> {
        let requests = lock(&self.model.requests);
        requests.last().unwrap().tools.iter().map(|tool| tool.name.clone()).collect()
    }
}

fn shown(content: &Content) -> String {
    let rows = content.buttons.iter().map(|row| {
        let labels: Vec<_> = row.iter().map(|button| format!("[{}]", button.label)).collect();
        format!("\n{}", labels.join(" "))
    });
    content.body.text.clone() + &rows.collect::<String>()
}

#[tokio::test]
async fn a_person_opens_and_closes_toolsets_by_buttons() {
    let (room, own) = (Room::new().await, direct("alice"));
    let list = room.asks_for_tools("alice", &own).await;
    insta::assert_snapshot!(shown(&list.content), @"
    Tools

    I always have your notes and reminders at hand. These I open when our conversation needs them, until you close them or start a new one:

    - memory: change and delete saved notes
    - scratchpad: the open steps of a longer task
    - schedules: change, pause and delete reminders and tasks; what their runs said
    - web: read pages, search, call services
    - vault: log in to services with saved secrets
    - files: read, write, send
    - site: make and change a website
    - code: calculations, charts
    - questions: ask with buttons
    - skills: instructions for certain tasks
    - agents: helpers, side by side
    [Open memory] [Open scratchpad] [Open schedules] [Open web]
    [Open vault] [Open files] [Open site] [Open code]
    [Open questions] [Open skills] [Open agents]
    ");
    let (answer, now) = room.presses_tool("alice", &own, &list, "Open web").await;
    assert_eq!(answer, "");
    insta::assert_snapshot!(now, @"
    Tools

    I always have your notes and reminders at hand. These I open when our conversation needs them, until you close them or start a new one:

    - memory: change and delete saved notes
    - scratchpad: the open steps of a longer task
    - schedules: change, pause and delete reminders and tasks; what their runs said
    - web (open): read pages, search, call services
    - vault: log in to services with saved secrets
    - files: read, write, send
    - site: make and change a website
    - code: calculations, charts
    - questions: ask with buttons
    - skills: instructions for certain tasks
    - agents: helpers, side by side
    [Open memory] [Open scratchpad] [Open schedules] [Close web]
    [Open vault] [Open files] [Open site] [Open code]
    [Open questions] [Open skills] [Open agents]
    ");
    assert_eq!(room.open_in("alice", &own).await, ["web"]);

    room.happens("alice", &own, 0, message("1", "hello")).await;
    room.rests().await;
    assert!(room.shown_tools().contains(&"web_fetch".to_owned()), "{:?}", room.shown_tools());

    let list = room.asks_for_tools("alice", &own).await;
    room.presses_tool("alice", &own, &list, "Close web").await;
    assert!(room.open_in("alice", &own).await.is_empty());
}

#[tokio::test]
async fn a_page_that_the_list_no_longer_has_is_the_last_one() {
    let (room, own) = (Room::new().await, direct("alice"));
    let list = room.asks_for_tools("alice", &own).await;
    let event = Event::Press { message_id: Some(list.id.clone()), data: "tp:1".to_owned(), handle: None };
    assert_eq!(room.happens("alice", &own, 0, event).await.answer.unwrap().text, "");
    let (chat, id) = (own.chat.clone(), list.id.clone());
    let row = room.store.read(async move |tx| rows::by_message(tx, &chat, &id).await).await;
    assert_eq!(shown(&row.unwrap().content().unwrap()), shown(&list.content));
}

#[tokio::test]
async fn in_a_group_everybody_has_toolsets_of_their_own() {
    let (room, family) = (Room::new().await, group("family"));
    let list = room.asks_for_tools("alice", &family).await;
    room.asks_for_tools("bob", &family).await;
    let (answer, now) = room.presses_tool("bob", &family, &list, "Open web").await;
    assert_eq!(answer, all_texts::not_yours());
    assert_eq!(now, shown(&list.content));
    room.presses_tool("alice", &family, &list, "Open web").await;
    assert_eq!(room.open_in("alice", &family).await, ["web"]);
    assert!(room.open_in("bob", &family).await.is_empty());
}

#[tokio::test]
async fn what_is_switched_off_is_neither_listed_nor_opened() {
    let mut config = Config::default();
    config.tools.rules = serde_json::from_value(json!([{ "tool": "web", "then": "off" }])).unwrap();
    let (room, own) = (Room::with(config).await, direct("alice"));
    let list = room.asks_for_tools("alice", &own).await;
    assert!(!shown(&list.content).contains("web:"), "{}", shown(&list.content));
    let event = Event::Press { message_id: Some(list.id.clone()), data: "t:y:web".to_owned(), handle: None };
    let answer = room.happens("alice", &own, 0, event).await.answer.unwrap();
    assert_eq!(answer.text, all_texts::unknown_button());
    assert!(room.open_in("alice", &own).await.is_empty());
}
