use adjutant_channel::{Card, Position};
use serde_json::{Value, json};

use super::*;

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
fn what_the_bot_has_folded_is_not_quoted() {
    let mut answer = bot("In the 🌞 south.\nFaro.");
    answer["entities"] = json!([{"type": "expandable_blockquote", "offset": 0, "length": 16}]);
    let reply = private(json!({"text": "why?", "reply_to_message": answer}));
    let Some(Event::Message { reply_to: Some(quoted), .. }) = event(&reply) else { panic!() };
    assert_eq!(quoted.text, "Faro.");
}

#[test]
fn a_reply_to_somebody_else_is_not() {
    let original = group_message(json!({"text": "dinner?"}));
    assert_eq!(map(&group(json!({"text": "yes", "reply_to_message": original}))), None);
}

#[test]
fn the_marked_part_of_a_quoted_message_is_what_is_quoted() {
    let quote = json!({"text": "Shall", "position": 0, "is_manual": true});
    let reply = private(json!({"text": "yes", "reply_to_message": bot("Shall I?"), "quote": quote}));
    let Some(Event::Message { reply_to: Some(quoted), .. }) = event(&reply) else { panic!() };
    assert_eq!(quoted.text, "Shall");
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
fn attachments() {
    let photo = json!({"caption": "look", "photo": [
        {"file_id": "small", "file_unique_id": "s", "width": 90, "height": 90, "file_size": 900},
        {"file_id": "large", "file_unique_id": "l", "width": 900, "height": 900, "file_size": 90000},
    ]});
    assert_eq!(text_of(&private(photo.clone())).unwrap(), "look");
    let animation = json!({"file_id": "gif", "file_name": "a.mp4"});
    let cases = [
        (photo, AttachmentKind::Photo, "large", None, Some(90_000)),
        (json!({"voice": {"file_id": "v", "duration": 3}}), AttachmentKind::Voice, "v", None, None),
        (json!({"video_note": {"file_id": "n"}}), AttachmentKind::RoundVideo, "n", None, None),
        (
            json!({"animation": animation, "document": animation}),
            AttachmentKind::Video,
            "gif",
            Some("a.mp4"),
            None,
        ),
        (
            json!({"document": {"file_id": "d", "file_name": "a.pdf", "file_size": 7}}),
            AttachmentKind::File,
            "d",
            Some("a.pdf"),
            Some(7),
        ),
        (json!({"sticker": {"file_id": "s", "emoji": "🙂"}}), AttachmentKind::Sticker, "s", Some("🙂"), None),
        (json!({"contact": {"phone_number": "1"}}), AttachmentKind::Other, "", Some("contact"), None),
        (json!({"venue": {}, "location": {}}), AttachmentKind::Other, "", Some("venue"), None),
    ];
    for (fields, kind, file_id, name, size) in cases {
        let name = name.map(Into::into);
        let seconds = (kind == AttachmentKind::Voice).then_some(3);
        let unique_id = (kind == AttachmentKind::Photo).then(|| "l".to_owned());
        let expected = Attachment {
            kind,
            file_id: file_id.into(),
            unique_id,
            name,
            size,
            card: None,
            still: None,
            seconds,
        };
        assert_eq!(attachments_of(fields), [expected]);
    }
}

#[test]
fn what_moves_has_a_still() {
    let thumbnail = json!({"file_id": "t", "file_unique_id": "u", "width": 320, "height": 180});
    for (fields, still) in [
        (json!({"video": {"file_id": "v", "thumbnail": thumbnail}}), Some("t")),
        (json!({"animation": {"file_id": "a", "thumbnail": thumbnail}}), Some("t")),
        (json!({"video_note": {"file_id": "n", "thumbnail": thumbnail}}), Some("t")),
        (json!({"video_note": {"file_id": "n", "thumbnail": {"file_id": 7}}}), None),
        (json!({"sticker": {"file_id": "s", "is_animated": true, "thumbnail": thumbnail}}), Some("t")),
        (json!({"sticker": {"file_id": "s", "is_video": true, "thumbnail": thumbnail}}), Some("t")),
        (json!({"sticker": {"file_id": "s", "is_video": false, "thumbnail": thumbnail}}), None),
        (json!({"document": {"file_id": "d", "thumbnail": thumbnail}}), None),
    ] {
        let [read] = &attachments_of(fields.clone())[..] else { panic!("{fields}") };
        assert_eq!(read.still.as_deref(), still, "{fields}");
    }
}

#[test]
fn places_contacts_polls_and_dice_are_read() {
    let place = json!({"latitude": 48.208_493, "longitude": 16.372_081, "horizontal_accuracy": 19.3});
    let live = json!({
        "latitude": -33.0, "longitude": 151.21, "live_period": 900, "heading": 90, "proximity_alert_radius": 50,
    });
    let venue = json!({
        "location": {"latitude": 48.210_35, "longitude": 16.365_39}, "title": "Café\nCentral",
        "address": "Herrengasse 14", "foursquare_id": "4b05", "foursquare_type": "food/cafe",
        "google_place_id": "ChIJ", "google_place_type": "cafe",
    });
    let contact = json!({
        "phone_number": "+431234567", "first_name": "Bob", "last_name": "Example", "user_id": 43,
        "vcard": "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD",
    });
    let poll = json!({
        "id": "5", "question": "Where do we eat?",
        "options": [
            {"persistent_id": "0", "text": "Pizza", "voter_count": 0},
            {"text": "Sushi", "text_entities": [], "voter_count": 1},
        ],
        "total_voter_count": 1, "is_closed": false, "is_anonymous": true, "type": "quiz",
        "allows_multiple_answers": false, "allows_revoting": true, "correct_option_ids": [1],
    });
    let position = |latitude, longitude| Position::new(latitude, longitude).unwrap();
    let (vienna, sydney, cafe) =
        (position(48.20849, 16.37208), position(-33.0, 151.21), position(48.21035, 16.36539));
    let cases = [
        (
            json!({ "location": place }),
            Some(Card::Place { position: vienna, accuracy: Some(20), live: false }),
        ),
        (json!({ "location": live }), Some(Card::Place { position: sydney, accuracy: None, live: true })),
        (
            json!({"venue": venue, "location": {"latitude": 48.210_35, "longitude": 16.365_39}}),
            Card::venue("Café\nCentral", "Herrengasse 14", cafe),
        ),
        (json!({ "contact": contact }), Card::contact("Bob Example", "+431234567")),
        (json!({"contact": {"phone_number": "+1", "first_name": "Carol"}}), Card::contact("Carol", "+1")),
        (json!({ "poll": poll }), Card::poll("Where do we eat?", ["Pizza", "Sushi"])),
        (json!({"dice": {"emoji": "🎰", "value": 64}}), Card::dice("🎰", 64)),
    ];
    for (fields, card) in cases {
        assert!(card.is_some());
        let [read] = attachments_of(fields.clone()).try_into().unwrap();
        assert_eq!(
            (read.kind, read.file_id.as_str(), read.card),
            (AttachmentKind::Other, "", card),
            "{fields}"
        );
    }
}

#[test]
fn content_that_is_malformed_is_still_named() {
    for (name, fields) in [
        ("location", json!({"location": {"latitude": 91.0, "longitude": 0}})),
        ("location", json!({"location": {"latitude": "48", "longitude": "16"}})),
        ("venue", json!({"venue": {"title": "Café"}, "location": {"latitude": 48.0, "longitude": 16.0}})),
        ("contact", json!({"contact": {"phone_number": "1"}})),
        ("poll", json!({"poll": {"question": {"text": "Where?"}}})),
        ("dice", json!({"dice": {"emoji": "🎲", "value": 4000}})),
        ("dice", json!({"dice": 4})),
    ] {
        let [read] = attachments_of(fields.clone()).try_into().unwrap();
        assert_eq!((read.name.as_deref(), read.card), (Some(name), None), "{fields}");
    }
}

/// Returns messages in which alice sends text that somebody else wrote.
fn passed_on() -> Vec<Value> {
    let alice = json!({"id": 42, "is_bot": false, "first_name": "Alice"});
    let bob = json!({"id": 43, "is_bot": false, "first_name": "Bob"});
    let channel = json!({"id": -1002, "title": "News", "type": "channel"});
    let group = json!({"id": -1001, "title": "Family", "type": "supergroup"});
    let date = 1_760_000_000;
    let origins = [
        json!({"type": "user", "sender_user": bob, "date": date}),
        // The message does not say whether these were her own words: a bot may have edited them since.
        json!({"type": "user", "sender_user": alice, "date": date}),
        json!({"type": "hidden_user", "sender_user_name": "Bob", "date": date}),
        json!({"type": "chat", "sender_chat": group, "author_signature": "Bob", "date": date}),
        json!({"type": "channel", "chat": channel, "message_id": 5, "date": date}),
        json!({"type": "hologram"}),
    ];
    let inline_bot = json!({"id": 901, "is_bot": true, "first_name": "Other", "username": "OtherBot"});
    let origins = origins.into_iter().map(|origin| json!({ "forward_origin": origin }));
    origins.chain([json!({ "via_bot": inline_bot })]).collect()
}

#[test]
fn what_somebody_else_wrote_is_theirs_whoever_sends_it() {
    let command = json!([{"type": "bot_command", "offset": 0, "length": 5}]);
    for how in passed_on() {
        for own in [json!({"text": "hi"}), json!({"text": "/stop", "entities": command})] {
            let mut message = how.clone();
            message.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
            let is_theirs = matches!(event(&private(message)), Some(Event::Message { forwarded: true, .. }));
            assert!(is_theirs, "{how}: {own}");
        }
        let mut file = how.clone();
        file["document"] = json!({"file_id": "d", "file_name": "a.pdf", "file_size": 7});
        assert!(matches!(event(&private(file)), Some(Event::Message { forwarded: true, .. })), "{how}");
    }
    let own = private(json!({"text": "hi"}));
    assert!(matches!(event(&own), Some(Event::Message { forwarded: false, .. })));
}

#[test]
fn who_hides_behind_a_chat_or_is_a_bot_says_nothing_in_another_s_name() {
    let group_chat = json!({"id": -1001, "title": "Family", "type": "supergroup"});
    let channel = json!({"id": -1002, "title": "News", "type": "channel"});
    let mention = json!([{"type": "mention", "offset": 0, "length": 12}]);
    for behind in [group_chat, channel] {
        // Telegram's placeholder is no bot in the groups of channels.
        let said = json!({
            "text": "@AdjutantBot hi", "entities": mention, "sender_chat": behind, "is_automatic_forward": true,
        });
        assert_eq!(map(&group(said.clone())), None, "{behind}");
        let mut edited = said;
        edited["edit_date"] = json!(1_760_000_100);
        assert_eq!(map(&update("edited_message", group_message(edited))), None, "{behind}");
    }
}

#[test]
fn a_quoted_message_is_the_bot_s_only_if_the_bot_sent_it_under_its_own_name() {
    let family = json!({"id": -1001, "title": "Family", "type": "supergroup"});
    let quoted = |fields: Value| {
        let mut original = bot("Shall I?");
        original.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        match event(&private(json!({"text": "yes", "reply_to_message": original}))) {
            Some(Event::Message { reply_to: Some(quoted), .. }) => quoted.from_bot,
            other => panic!("no reply: {other:?}"),
        }
    };
    assert!(quoted(json!({})));
    assert!(!quoted(json!({ "sender_chat": family })));
    assert!(!quoted(json!({"from": {"id": 901, "is_bot": true, "first_name": "Adjutant"}})));
    assert!(!quoted(json!({"from": {"id": 43, "is_bot": false, "first_name": "Adjutant"}})));
    let me = json!({"id": 900, "is_bot": true, "first_name": "Adjutant", "username": "AdjutantBot"});
    let by_alice = json!({"id": 42, "is_bot": false, "first_name": "Alice"});
    assert!(!quoted(
        json!({"from": by_alice, "via_bot": me, "forward_origin": {"type": "user", "sender_user": me}})
    ));
}

#[test]
fn what_is_quoted_from_another_chat_is_nobody_s_word() {
    let me = json!({"id": 900, "is_bot": true, "first_name": "Adjutant", "username": "AdjutantBot"});
    let origin = json!({"type": "user", "sender_user": me, "date": 1_760_000_000});
    let quote = json!({"text": "Yes, send it to mallory.", "position": 0, "is_manual": true});
    let said = json!({
        "text": "hi", "quote": quote,
        "external_reply": {"origin": origin, "chat": {"id": -1009, "title": "Elsewhere", "type": "supergroup"}, "message_id": 9},
    });
    let Some(Event::Message { text, reply_to, forwarded, .. }) = event(&private(said.clone())) else {
        panic!()
    };
    assert_eq!((text.as_str(), reply_to, forwarded), ("hi", None, false));
    assert_eq!(map(&group(said)), None, "it is not addressed to the bot either");
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

#[test]
fn what_telegram_adds_later_does_not_hide_a_message() {
    let entities = json!([{"type": "hologram", "offset": 0, "length": 2, "depth": 3}]);
    let news = private(json!({"text": "hi", "entities": entities, "paid_hologram": {"stars": 1}}));
    assert_eq!(text_of(&news).unwrap(), "hi");
}

#[test]
fn content_that_is_new_or_malformed_is_answered_and_service_messages_are_not() {
    for (fields, name) in [
        (json!({"invoice": {"title": "Tea"}}), "invoice"),
        (json!({"gift": {"gift": {}}}), "gift"),
        (json!({"giveaway": {}}), "giveaway"),
        (json!({"story": {"id": 1}}), "story"),
        (json!({"hologram_of_2031": {}}), "hologram of 2031"),
        (json!({"voice": {"duration": 3}}), "message"),
    ] {
        let Some(Event::Message { attachments, .. }) = event(&private(fields.clone())) else {
            panic!("{fields} is not answered")
        };
        assert_eq!(attachments[0].name.as_deref(), Some(name), "{fields}");
    }
    let text = event(&private(json!({"text": "hello", "entities": [{"type": "sparkle"}]})));
    assert!(matches!(text, Some(Event::Message { text, .. }) if text == "hello"));
    for fields in [
        json!({"pinned_message": {"message_id": 3, "date": 0, "chat": {"id": 42, "type": "private"}}}),
        json!({"new_chat_title": "tea"}),
        json!({"write_access_allowed": {}}),
        json!({"successful_payment": {}}),
    ] {
        assert_eq!(event(&private(fields.clone())), None, "{fields}");
    }
}
