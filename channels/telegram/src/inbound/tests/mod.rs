use adjutant_channel::{Card, Position};
use serde_json::{Value, json};

use super::*;

mod content;
mod others;

const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

fn map(update: &Value) -> Option<Inbound> {
    let me = BotIdentity { id: 900, username: "AdjutantBot".into() };
    inbound_from_update(&Update::parse(&update.to_string()).unwrap(), "update:7", &me, NOW)
}

fn event(update: &Value) -> Option<Event> {
    map(update).map(|inbound| inbound.event)
}

/// A message from alice in her private chat, with `fields` added or replaced.
fn private(fields: Value) -> Value {
    let chat = json!({"id": 42, "first_name": "Alice", "type": "private"});
    update("message", message(&chat, fields))
}

/// A message from alice in a supergroup, with `fields` added or replaced.
fn group(fields: Value) -> Value {
    update("message", group_message(fields))
}

fn group_message(fields: Value) -> Value {
    message(&json!({"id": -1001, "title": "Family", "type": "supergroup"}), fields)
}

fn message(chat: &Value, fields: Value) -> Value {
    let mut message = json!({
        "message_id": 10,
        "from": {"id": 42, "is_bot": false, "first_name": "Alice", "last_name": "Example", "language_code": "en"},
        "chat": chat,
        "date": 1_760_000_000,
    });
    message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    message
}

fn update(kind: &str, content: Value) -> Value {
    json!({"update_id": 7, kind: content})
}

fn bot(text: &str) -> Value {
    json!({
        "message_id": 9, "date": 1_760_000_000, "text": text,
        "from": {"id": 900, "is_bot": true, "first_name": "Adjutant", "username": "AdjutantBot"},
        "chat": {"id": -1001, "title": "Family", "type": "supergroup"},
    })
}

fn text_of(update: &Value) -> Option<String> {
    match event(update)? {
        Event::Message { text, .. } | Event::Edit { text, .. } => Some(text),
        other => panic!("not a text: {other:?}"),
    }
}

fn attachments_of(fields: Value) -> Vec<Attachment> {
    match event(&private(fields)) {
        Some(Event::Message { attachments, .. }) => attachments,
        other => panic!("not a message: {other:?}"),
    }
}

#[test]
fn a_private_message() {
    insta::assert_debug_snapshot!(map(&private(json!({"text": "hello"}))).unwrap(), @r#"
    Inbound {
        external_id: "update:7",
        chat: ChatRef {
            channel: "telegram",
            chat: "42",
            thread: None,
        },
        chat_kind: Direct,
        sender: Sender {
            id: "42",
            name: "Alice Example",
            username: None,
            roles: [],
            bot: false,
            language: Some(
                "en",
            ),
        },
        sent_at: 2025-10-09T08:53:20Z,
        opened_at: None,
        heard: Addressed,
        event: Message {
            message_id: MessageId(
                "10",
            ),
            text: "hello",
            attachments: [],
            reply_to: None,
            forwarded: false,
            album: None,
        },
    }
    "#);
}

#[test]
fn a_press() {
    let press = update(
        "callback_query",
        json!({
            "id": "4382bfdwdsb323b2d9",
            "from": {"id": 43, "is_bot": false, "first_name": "Bob"},
            "message": bot("Fetch it?"),
            "chat_instance": "1",
            "data": "approve:1",
        }),
    );
    insta::assert_debug_snapshot!(map(&press).unwrap(), @r#"
    Inbound {
        external_id: "update:7",
        chat: ChatRef {
            channel: "telegram",
            chat: "-1001",
            thread: None,
        },
        chat_kind: Group,
        sender: Sender {
            id: "43",
            name: "Bob",
            username: None,
            roles: [],
            bot: false,
            language: None,
        },
        sent_at: 1970-01-01T00:00:00Z,
        opened_at: None,
        heard: Addressed,
        event: Press {
            message_id: Some(
                MessageId(
                    "9",
                ),
            ),
            data: "approve:1",
            handle: None,
        },
    }
    "#);
}

#[test]
fn a_press_on_a_message_too_old_to_be_shown_still_counts() {
    let press = update(
        "callback_query",
        json!({
            "id": "1", "from": {"id": 42, "is_bot": false, "first_name": "Alice"}, "chat_instance": "1",
            "message": {"chat": {"id": 42, "type": "private", "first_name": "Alice"}, "message_id": 5, "date": 0},
            "data": "approve:1",
        }),
    );
    let message_id = Some(MessageId("5".into()));
    assert_eq!(event(&press), Some(Event::Press { message_id, data: "approve:1".into(), handle: None }));
}

#[test]
fn a_press_on_a_probe_is_ignored() {
    let press = update(
        "callback_query",
        json!({"id": "1", "from": {"id": 42, "first_name": "Alice"}, "message": bot("x"), "data": "probe"}),
    );
    assert_eq!(map(&press), None);
}

#[test]
fn commands() {
    let command = |text: &str, length: usize| json!({"text": text, "entities": [{"type": "bot_command", "offset": 0, "length": length}]});
    let cases = [
        (private(command("/start 8F3K", 6)), Some(("start", "8F3K", true))),
        (private(command("/New", 4)), Some(("new", "", true))),
        (private(command("/start@adjutantbot  x y ", 18)), Some(("start", "x y", true))),
        // It may be for another bot of the group.
        (group(command("/status", 7)), Some(("status", "", false))),
        (group(command("/stop@AdjutantBot now", 17)), Some(("stop", "now", true))),
        (group(command("/stop@OtherBot now", 14)), None),
    ];
    for (update, expected) in cases {
        let expected = expected.map(|(name, args, named)| Event::Command {
            message_id: MessageId("10".into()),
            name: name.into(),
            args: args.into(),
            handle: None,
            named,
        });
        assert_eq!(event(&update), expected);
    }
}

#[test]
fn a_path_is_no_command() {
    assert_eq!(text_of(&private(json!({"text": "/etc/hosts is broken"}))).unwrap(), "/etc/hosts is broken");
}

#[test]
fn a_command_that_is_passed_on_is_not_carried_out() {
    let origin = json!({"type": "hidden_user", "sender_user_name": "Bob", "date": 1_760_000_000});
    let entities = json!([{"type": "bot_command", "offset": 0, "length": 5}]);
    let forwarded = private(json!({"text": "/stop", "entities": entities, "forward_origin": origin}));
    assert_eq!(text_of(&forwarded).unwrap(), "/stop");
}

#[test]
fn talk_in_a_group_that_is_not_addressed_to_the_bot_is_ignored() {
    assert_eq!(map(&group(json!({"text": "hello all"}))), None);
    let other = json!({"text": "@bob hello", "entities": [{"type": "mention", "offset": 0, "length": 4}]});
    assert_eq!(map(&group(other)), None);
    // A name without its entity is not a mention, for example inside code.
    assert_eq!(map(&group(json!({"text": "@AdjutantBot hello"}))), None);
}

#[test]
fn a_mention_is_taken_out_of_the_text() {
    for (text, offset, expected) in [
        ("@AdjutantBot hello", 0, "hello"),
        ("@adjutantbot, hello", 0, "hello"),
        ("🦀 say @AdjutantBot hello", 7, "🦀 say hello"),
        ("hello @AdjutantBot", 6, "hello"),
        ("@AdjutantBot", 0, ""),
        ("hey @AdjutantBot, remind us", 4, "hey, remind us"),
        ("hey, @AdjutantBot, remind us", 5, "hey, remind us"),
        ("hey @AdjutantBot!", 4, "hey!"),
    ] {
        let entities = json!([{"type": "mention", "offset": offset, "length": 12}]);
        assert_eq!(text_of(&group(json!({"text": text, "entities": entities}))).unwrap(), expected);
    }
}

#[test]
fn a_mention_by_id_and_one_in_a_caption_count_too() {
    let me = json!({"id": 900, "is_bot": true, "first_name": "Adjutant"});
    let entities = json!([{"type": "text_mention", "offset": 0, "length": 8, "user": me}]);
    assert_eq!(text_of(&group(json!({"text": "Adjutant: hi", "entities": entities}))).unwrap(), "hi");

    let photo = json!([{"file_id": "a", "file_unique_id": "u", "width": 1, "height": 1}]);
    let entities = json!([{"type": "mention", "offset": 6, "length": 12}]);
    let caption = json!({"photo": photo, "caption": "what, @AdjutantBot?", "caption_entities": entities});
    assert_eq!(text_of(&group(caption)).unwrap(), "what?");
}

#[test]
fn a_reply_to_the_bot_is_addressed_to_it() {
    let reply = group(json!({"text": "yes", "reply_to_message": bot("Shall I?")}));
    let Some(Event::Message { reply_to: Some(quoted), text, .. }) = event(&reply) else { panic!() };
    assert_eq!(text, "yes");
    let expected = Quoted { message_id: MessageId("9".into()), text: "Shall I?".into(), from_bot: true };
    assert_eq!(quoted, expected);
}

#[test]
fn topics() {
    let mut opened = bot("");
    opened["forum_topic_created"] = json!({"name": "Plans", "icon_color": 1});
    let topic = json!({"message_thread_id": 5, "is_topic_message": true, "reply_to_message": opened});

    let mut talk = topic.clone();
    talk["text"] = json!("hello all");
    assert_eq!(map(&group(talk)), None, "the formal reply to the topic's beginning addresses nobody");

    let mut command = topic;
    command["text"] = json!("/new");
    command["entities"] = json!([{"type": "bot_command", "offset": 0, "length": 4}]);
    assert_eq!(map(&group(command)).unwrap().chat.thread.as_deref(), Some("5"));
}

#[test]
fn a_chain_of_replies_is_no_topic() {
    let reply = group(json!({"text": "yes", "message_thread_id": 9, "reply_to_message": bot("Shall I?")}));
    assert_eq!(map(&reply).unwrap().chat.thread, None);
}

#[test]
fn edits_are_passed_on_without_the_mention_and_whether_addressed_or_not() {
    let edit = |fields| update("edited_message", group_message(fields));
    assert_eq!(
        text_of(&edit(json!({"text": "hello all", "edit_date": 1_760_000_100}))).unwrap(),
        "hello all"
    );

    let entities = json!([{"type": "mention", "offset": 0, "length": 12}]);
    let mentioned =
        edit(json!({"text": "@AdjutantBot hi", "entities": entities, "edit_date": 1_760_000_100}));
    assert_eq!(text_of(&mentioned).unwrap(), "hi");
    assert_eq!(map(&mentioned).unwrap().sent_at.timestamp(), 1_760_000_100);
}

#[test]
fn a_moving_live_location_is_no_edit() {
    let place = json!({"latitude": 1.0, "longitude": 2.0, "live_period": 900});
    // The last edit, when the person stops sharing.
    let stopped = json!({"latitude": 1.0, "longitude": 2.0});
    for location in [place, stopped] {
        let fields = json!({"location": location, "edit_date": 1_760_000_100});
        assert_eq!(map(&update("edited_message", group_message(fields))), None);
    }
}

#[test]
fn being_added_blocked_or_removed() {
    let change = |chat: Value, [before, after]: [&str; 2]| {
        let bot = json!({"id": 900, "is_bot": true, "first_name": "Adjutant"});
        update(
            "my_chat_member",
            json!({
                "chat": chat, "from": {"id": 42, "is_bot": false, "first_name": "Alice"}, "date": 1_760_000_000,
                "old_chat_member": {"user": bot, "status": before},
                "new_chat_member": {"user": bot, "status": after, "until_date": 0},
            }),
        )
    };
    let private = json!({"id": 42, "first_name": "Alice", "type": "private"});
    let group = json!({"id": -1001, "title": "Family", "type": "supergroup"});
    assert_eq!(event(&change(private.clone(), ["member", "kicked"])), Some(Event::Removed));
    assert_eq!(event(&change(private, ["kicked", "member"])), None);
    assert_eq!(event(&change(group.clone(), ["member", "left"])), Some(Event::Removed));
    assert_eq!(event(&change(group.clone(), ["left", "member"])), Some(Event::Added));
    assert_eq!(event(&change(group.clone(), ["kicked", "administrator"])), Some(Event::Added));
    assert_eq!(event(&change(group, ["member", "administrator"])), None);
    let channel = json!({"id": -1002, "title": "News", "type": "channel"});
    assert_eq!(event(&change(channel, ["left", "administrator"])), None);
}

#[test]
fn a_group_that_becomes_a_supergroup() {
    let chat = json!({"id": -5, "title": "Family", "type": "group"});
    let moved = update("message", message(&chat, json!({"migrate_to_chat_id": -1001})));
    let inbound = map(&moved).unwrap();
    assert_eq!(inbound.chat.chat, "-5");
    assert_eq!(inbound.event, Event::Migrated { to: "-1001".into() });
}

#[test]
fn bots_channels_hidden_administrators_and_service_messages_are_ignored() {
    let from_bot = json!({"text": "hi", "from": {"id": 1, "is_bot": true, "first_name": "Other"}});
    assert_eq!(map(&private(from_bot)), None);
    let hidden = json!({"text": "hi", "sender_chat": {"id": -1001, "type": "supergroup", "title": "Family"}});
    assert_eq!(map(&group(hidden)), None);
    assert_eq!(map(&private(json!({"pinned_message": bot("x")}))), None);
    let channel = json!({"id": -1002, "title": "News", "type": "channel"});
    assert_eq!(map(&update("message", message(&channel, json!({"text": "hi"})))), None);
}
