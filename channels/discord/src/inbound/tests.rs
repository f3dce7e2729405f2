use serde_json::{Value, json};

use super::*;

const ME: Id = Id(900);
const MESSAGE: &str = "1234567890123456789";

/// A text channel of a guild.
fn text_channel() -> ChannelInfo {
    ChannelInfo { guild: Some(1), takes_threads: true, ..ChannelInfo::default() }
}

fn thread_of(owner: &str) -> ChannelInfo {
    ChannelInfo {
        guild: Some(1),
        parent: Some("20".into()),
        owner: Some(owner.into()),
        is_thread: true,
        ..ChannelInfo::default()
    }
}

/// A direct message from alice to the bot, with `fields` added or replaced.
fn direct(fields: Value) -> Message {
    let mut message = json!({
        "id": MESSAGE,
        "channel_id": "10",
        "author": {"id": "42", "username": "alice", "global_name": "Alice Example", "discriminator": "0"},
        "content": "",
        "timestamp": "2025-10-09T08:53:20.000000+00:00",
        "edited_timestamp": null,
        "mentions": [],
        "attachments": [],
        "type": 0,
    });
    message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    serde_json::from_value(message).unwrap()
}

/// A message from alice in a guild, with `fields` added or replaced.
fn guild(fields: Value) -> Message {
    let mut all = json!({"guild_id": "1", "channel_id": "20", "member": {"roles": ["7", "8"]}});
    all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    direct(all)
}

/// A message from alice in a guild that mentions the bot.
fn mentioning(content: &str) -> Message {
    guild(json!({"content": content, "mentions": [{"id": "900", "bot": true}]}))
}

/// The channels and roles of guild 1.
fn channels() -> ChannelCache {
    let cache = ChannelCache::default();
    let guild = json!({
        "id": "1",
        "channels": [{"id": "20", "type": 0, "name": "general"}, {"id": "21", "type": 15, "name": "help"}],
        "threads": [{"id": "22", "type": 11, "parent_id": "20", "name": "plans"}],
        "roles": [
            {"id": "7", "name": "staff"},
            {"id": "9", "name": "Adjutant", "tags": {"bot_id": "900"}},
            {"id": "11", "name": "Other bot", "tags": {"bot_id": "901"}},
        ],
    });
    cache.insert_guild(&serde_json::from_value(guild).unwrap());
    cache
}

fn settings() -> Settings {
    Settings::new("token")
}

fn map(of: &Message) -> Option<Inbound> {
    map_in(of, &text_channel(), &settings())
}

fn map_in(of: &Message, info: &ChannelInfo, settings: &Settings) -> Option<Inbound> {
    inbound_from_message(
        of,
        &MessageContext {
            me: ME,
            settings,
            channels: &channels(),
            info: Some(info).filter(|_| of.guild_id.is_some()),
        },
    )
}

fn map_edit(of: &Message) -> Option<Inbound> {
    inbound_from_edit(
        of,
        &MessageContext { me: ME, settings: &settings(), channels: &channels(), info: Some(&text_channel()) },
    )
}

fn text(inbound: Option<Inbound>) -> Option<String> {
    match inbound?.event {
        Event::Message { text, .. } | Event::Edit { text, .. } => Some(text),
        other => panic!("not a text: {other:?}"),
    }
}

fn files(of: &Message) -> Vec<(AttachmentKind, String)> {
    match map(of).map(|inbound| inbound.event) {
        Some(Event::Message { attachments, .. }) => {
            attachments.into_iter().map(|file| (file.kind, file.file_id)).collect()
        }
        other => panic!("not a message: {other:?}"),
    }
}

#[test]
fn a_direct_message() {
    insta::assert_debug_snapshot!(map(&direct(json!({"content": "hello"}))).unwrap(), @r#"
    Inbound {
        external_id: "message:1234567890123456789",
        chat: ChatRef {
            channel: "discord",
            chat: "10",
            thread: None,
        },
        chat_kind: Direct,
        sender: Sender {
            id: "42",
            name: "Alice Example",
            username: Some(
                "alice",
            ),
            roles: [],
            bot: false,
            language: None,
        },
        sent_at: 2024-04-29T18:12:02.167Z,
        opened_at: None,
        heard: Addressed,
        event: Message {
            message_id: MessageId(
                "1234567890123456789",
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
fn a_mention_in_a_guild() {
    let inbound = map(&mentioning("<@900>, what is new?")).unwrap();
    assert_eq!((inbound.chat.to_string(), inbound.chat_kind), ("discord:20".into(), ChatKind::Group));
    assert_eq!(inbound.sender.roles, ["7", "8"]);
    assert_eq!(text(Some(inbound)).unwrap(), "what is new?");
}

#[test]
fn mentions_leave_no_gap() {
    for (said, expected) in [
        ("<@900> hello", "hello"),
        ("<@!900>: hello", "hello"),
        ("say <@900> hello", "say hello"),
        ("hey <@900>, hello", "hey, hello"),
        ("hello <@900>", "hello"),
        ("<@900> <@!900> hello <@9001>", "hello <@9001>"),
    ] {
        assert_eq!(text(map(&mentioning(said))).unwrap(), expected, "{said}");
    }
}

#[test]
fn talk_that_is_not_addressed_is_ignored() {
    for said in ["hello all", "<@43> hello", "/status"] {
        assert_eq!(map(&guild(json!({"content": said, "mentions": [{"id": "43"}]}))), None, "{said}");
    }
    // A mention in a code block does not count for Discord.
    assert_eq!(map(&guild(json!({"content": "`<@900>`"}))), None);
}

#[test]
fn whoever_only_calls_the_bot_is_heard() {
    assert_eq!(text(map(&mentioning("<@900>"))).as_deref(), Some(""));
    // The bot may not see the text of a reply that does not mention it.
    let reply = guild(json!({
        "type": 19,
        "message_reference": {"message_id": "5", "channel_id": "20"},
        "referenced_message": {"id": "5", "author": {"id": "900"}, "content": "-# Tell a tale.\nOnce upon a time"},
    }));
    assert_eq!(text(map(&reply)).as_deref(), Some(""));
    assert_eq!(map(&direct(json!({}))), None);
}

#[test]
fn people_are_mentioned_by_their_names() {
    let mentions = json!([
        {"id": "900", "bot": true},
        {"id": "43", "username": "bob", "global_name": "Bob Example"},
        {"id": "44", "username": "carol"},
    ]);
    let said = guild(json!({"content": "<@900> ask <@43> and <@!44>, not <@45>", "mentions": mentions}));
    assert_eq!(text(map(&said)).as_deref(), Some("ask @Bob Example and @carol, not <@45>"));
}

#[test]
fn a_mention_that_an_edit_adds_calls_the_bot() {
    let added = |now: &str| {
        let edited_timestamp = Some("2024-04-29T18:20:00Z".parse().unwrap());
        let edited = Message { edited_timestamp, ..mentioning("<@900> hello") };
        inbound_from_edited_message(
            &edited,
            &MessageContext { me: ME, settings: &settings(), channels: &channels(), info: None },
            now.parse().unwrap(),
        )
    };
    let inbound = added("2024-04-29T18:20:01Z").unwrap();
    assert_eq!(
        (inbound.external_id.as_str(), inbound.sent_at.to_rfc3339().as_str()),
        ("message:1234567890123456789", "2024-04-29T18:20:00+00:00")
    );
    // Discord also reports a pin, or a preview that was removed, with the time of the last edit.
    assert_eq!(added("2024-04-29T20:00:00Z"), None, "the gateway may have forgotten the message");
}

#[test]
fn a_reply_to_the_bot_is_addressed() {
    let replying_to = |author: &str| {
        guild(json!({
            "type": 19,
            "content": "and then?",
            "message_reference": {"message_id": "5", "channel_id": "20"},
            "referenced_message": {"id": "5", "author": {"id": author}, "content": "Once upon a time"},
        }))
    };
    let Some(Event::Message { reply_to, .. }) = map(&replying_to("900")).map(|inbound| inbound.event) else {
        panic!("not a message")
    };
    let expected =
        Quoted { message_id: MessageId("5".into()), text: "Once upon a time".into(), from_bot: true };
    assert_eq!(reply_to, Some(expected));
    assert_eq!(map(&replying_to("43")), None);
}

#[test]
fn some_channels_need_no_mention() {
    let settings = Settings { always_answer: vec!["20".into()], ..settings() };
    let said = guild(json!({"content": "hello"}));
    assert_eq!(text(map_in(&said, &text_channel(), &settings)).unwrap(), "hello");
    // Without the intent Discord hides the content.
    assert_eq!(map_in(&guild(json!({})), &text_channel(), &settings), None);
}

#[test]
fn the_posts_of_some_forums_need_no_mention() {
    let settings = Settings { always_answer: vec!["20".into(), "21".into()], ..settings() };
    let said = guild(json!({"content": "hello", "channel_id": "31"}));
    let post = ChannelInfo { parent: Some("21".into()), ..thread_of("42") };
    assert_eq!(text(map_in(&said, &post, &settings)).unwrap(), "hello");
    assert_eq!(map_in(&said, &thread_of("42"), &settings), None);
}

#[test]
fn a_thread_of_the_bots_own_needs_no_mention() {
    let said = guild(json!({"content": "go on", "channel_id": "30"}));
    let inbound = map_in(&said, &thread_of("900"), &settings()).unwrap();
    assert_eq!(inbound.chat.chat, "20/30");
    let opening = inbound.opened_at.unwrap();
    assert_eq!((opening.chat.chat.as_str(), opening.message_id.0.as_str()), ("20", "30"));

    assert_eq!(map_in(&said, &thread_of("42"), &settings()), None);
    let said = Message { channel_id: Id(30), ..mentioning("<@900> hello") };
    let inbound = map_in(&said, &thread_of("42"), &settings()).unwrap();
    assert_eq!((inbound.chat.chat.as_str(), inbound.opened_at), ("20/30", None));
}

#[test]
fn where_every_answer_has_a_thread_the_question_belongs_to_it() {
    let settings = Settings { threads: Threads::Always, ..settings() };
    let said = mentioning("<@900> hello");
    let thread = format!("20/{MESSAGE}");
    assert_eq!(map_in(&said, &text_channel(), &settings).unwrap().chat.chat, thread);

    let context =
        MessageContext { me: ME, settings: &settings, channels: &channels(), info: Some(&text_channel()) };
    let changed = guild(json!({"content": "hello!", "edited_timestamp": "2025-10-09T08:54:00+00:00"}));
    assert_eq!(inbound_from_edit(&changed, &context).unwrap().chat.chat, thread);
    assert_eq!(
        inbound_from_deletion(said.id, said.channel_id, said.guild_id, &context, said.id.time()).chat.chat,
        thread
    );

    let voice = ChannelInfo { guild: Some(1), ..ChannelInfo::default() };
    assert_eq!(map_in(&said, &voice, &settings).unwrap().chat.chat, "20");
    assert_eq!(map_in(&said, &thread_of("42"), &settings).unwrap().chat.chat, "20/20");
    assert_eq!(map_in(&direct(json!({"content": "hi"})), &voice, &settings).unwrap().chat.chat, "10");
}

#[test]
fn commands_can_be_written_out() {
    let command = |said: &str| match map(&mentioning(said))?.event {
        Event::Command { name, args, handle: None, .. } => Some((name, args)),
        _ => None,
    };
    let is = |name: &str, args: &str| Some((name.to_owned(), args.to_owned()));
    assert_eq!(command("<@900> /New"), is("new", ""));
    assert_eq!(command("<@900> /remind  at nine\nplease"), is("remind", "at nine\nplease"));
    for text in ["<@900> /etc/hosts", "<@900> /", "<@900> / new", "<@900> see /new"] {
        assert_eq!(command(text), None, "{text}");
    }
}

#[test]
fn programs_are_heard_only_if_they_are_named() {
    let bot = json!({"content": "hello", "author": {"id": "77", "username": "beeper", "bot": true}});
    let webhook = json!({"content": "hello", "author": {"id": "78", "bot": true}, "webhook_id": "78"});
    let own = json!({"content": "hello", "author": {"id": "900", "bot": true}});
    let settings = Settings { heard_bots: vec!["77".into(), "78".into(), "900".into()], ..settings() };
    for (said, id) in [(&bot, "77"), (&webhook, "78")] {
        assert_eq!(map(&direct(said.clone())), None);
        let sender = map_in(&direct(said.clone()), &text_channel(), &settings).unwrap().sender;
        assert_eq!((sender.id.as_str(), sender.bot), (id, true));
    }
    assert_eq!(map_in(&direct(own), &text_channel(), &settings), None);
}

#[test]
fn service_messages_are_ignored() {
    // Service messages: a pin, a join, a new thread; and the first message of a thread.
    for kind in [6, 7, 18, 21] {
        assert_eq!(map(&direct(json!({"content": "hello", "type": kind}))), None);
    }
}

#[test]
fn files_are_told_apart() {
    let sent = direct(json!({
        "content": "look",
        "attachments": [
            {"id": "1", "url": "u1", "filename": "a.png", "size": 5, "content_type": "image/png"},
            {"id": "2", "url": "u2", "filename": "a.mp4", "content_type": "video/mp4"},
            {"id": "3", "url": "u3", "filename": "a.ogg", "content_type": "audio/ogg"},
            {"id": "4", "url": "u4", "filename": "a.txt", "content_type": "text/plain; charset=utf-8"},
            {"id": "5", "url": "u5"},
        ],
        "sticker_items": [{"id": "6", "name": "wave", "format_type": 1}, {"id": "7", "format_type": 3}],
    }));
    let kinds = [
        (AttachmentKind::Photo, "u1"),
        (AttachmentKind::Video, "u2"),
        (AttachmentKind::Audio, "u3"),
        (AttachmentKind::File, "u4"),
        (AttachmentKind::File, "u5"),
        (AttachmentKind::Sticker, "https://cdn.discordapp.com/stickers/6.png"),
        (AttachmentKind::Sticker, ""),
    ];
    assert_eq!(files(&sent), kinds.map(|(kind, id)| (kind, id.to_owned())));

    let voice = json!({"flags": 8192, "attachments": [{"url": "u", "content_type": "audio/ogg"}]});
    assert_eq!(files(&direct(voice)), [(AttachmentKind::Voice, "u".into())]);
}

#[test]
fn a_film_has_a_still_at_the_media_proxy_whose_address_stays_signed() {
    let still = |content_type: &str, proxy: serde_json::Value| {
        let file = json!({"url": "u", "content_type": content_type, "proxy_url": proxy});
        let read = map(&direct(json!({"attachments": [file]}))).unwrap().event;
        let Event::Message { attachments, .. } = read else { panic!("no message") };
        attachments[0].still.clone()
    };
    let signed = "https://media.discordapp.net/attachments/1/2/a.mp4?ex=6a0f&is=6a0d&hm=00ff&";
    insta::assert_snapshot!(still("video/mp4", json!(signed)).unwrap(), @"https://media.discordapp.net/attachments/1/2/a.mp4?ex=6a0f&is=6a0d&hm=00ff&format=jpeg");
    assert_eq!(still("image/png", json!(signed)), None);
    assert_eq!(still("video/mp4", json!(null)), None);
    assert_eq!(still("video/mp4", json!("no address")), None);
}

#[test]
fn a_poll_is_read_and_a_malformed_one_still_named() {
    let poll = json!({
        "question": {"text": "Where do we eat?"},
        "answers": [
            {"answer_id": 1, "poll_media": {"text": "Pizza", "emoji": {"id": null, "name": "🍕"}}},
            {"answer_id": 2, "poll_media": {"text": null, "emoji": {"id": "8", "name": "sushi"}}},
            {"answer_id": 3, "poll_media": {"text": "Home"}},
        ],
        "expiry": "2026-12-02T09:00:00+00:00", "allow_multiselect": false, "layout_type": 1,
        "results": {"is_finalized": false, "answer_counts": []},
    });
    let malformed = json!({"question": {}});
    for (poll, card) in [(poll, Card::poll("Where do we eat?", ["Pizza", "Home"])), (malformed, None)] {
        let Some(Event::Message { attachments, .. }) =
            map(&direct(json!({ "poll": poll }))).map(|it| it.event)
        else {
            panic!()
        };
        let [read] = attachments.try_into().unwrap();
        assert_eq!((read.kind, read.name.as_deref(), read.card), (AttachmentKind::Other, Some("poll"), card));
    }
}

#[test]
fn a_forward_says_what_it_forwards() {
    let forward = direct(json!({
        "message_reference": {"type": 1, "message_id": "5", "channel_id": "6"},
        "message_snapshots": [{"message": {
            "type": 0,
            "content": "/new things",
            "attachments": [{"url": "u", "filename": "a.txt"}],
        }}],
    }));
    let Some(Event::Message { text, attachments, forwarded, reply_to, .. }) =
        map(&forward).map(|inbound| inbound.event)
    else {
        panic!("not a message")
    };
    assert_eq!((text.as_str(), attachments.len(), forwarded, reply_to), ("/new things", 1, true, None));
}

#[test]
fn an_edit_has_the_time_of_the_edit() {
    let edited = guild(json!({
        "content": "<@900> hello again",
        "edited_timestamp": "2025-10-09T08:54:00.123000+00:00",
    }));
    let inbound = map_edit(&edited).unwrap();
    assert_eq!(inbound.external_id, "edit:1234567890123456789:1760000040123");
    assert_eq!(inbound.sent_at.to_rfc3339(), "2025-10-09T08:54:00.123+00:00");
    assert_eq!(text(Some(inbound)).unwrap(), "hello again");
}

#[test]
fn a_picture_that_loses_its_caption_is_an_edit() {
    let lost = |attachments| {
        let edited_timestamp = "2025-10-09T08:54:00.123000+00:00";
        map_edit(&guild(
            json!({"content": "", "attachments": attachments, "edited_timestamp": edited_timestamp}),
        ))
    };
    let file = json!({"id": "5", "filename": "a.png", "size": 3, "url": "https://files.example/a.png"});
    assert_eq!(text(lost(json!([file]))).unwrap(), "");
    assert_eq!(lost(json!([])), None);
}

#[test]
fn updates_that_nobody_wrote_are_no_edits() {
    assert_eq!(map_edit(&guild(json!({"content": "https://example.org/"}))), None);
    let edited = "2025-10-09T08:54:00+00:00";
    assert_eq!(map_edit(&guild(json!({"edited_timestamp": edited}))), None);
    let own = json!({"content": "…", "edited_timestamp": edited, "author": {"id": "900", "bot": true}});
    assert_eq!(map_edit(&guild(own)), None);
}

#[test]
fn a_deletion_names_the_message() {
    let gone = json!({"ids": ["5", "6"], "channel_id": "30", "guild_id": "1"});
    let gone: crate::wire::Deletion = serde_json::from_value(gone).unwrap();
    let context =
        MessageContext { me: ME, settings: &settings(), channels: &channels(), info: Some(&thread_of("42")) };
    let now = Id(0).time();
    let events: Vec<_> = gone
        .messages()
        .map(|id| inbound_from_deletion(id, gone.channel_id, gone.guild_id, &context, now))
        .map(|inbound| (inbound.external_id, inbound.chat.chat))
        .collect();
    assert_eq!(events, ["delete:5", "delete:6"].map(|id| (id.to_owned(), "20/30".to_owned())));
}

#[test]
fn what_a_text_mentions_goes_by_its_name() {
    let bob = json!({"id": "43", "username": "bob1", "global_name": "Bob"});
    let said = |content: &str| {
        let mentions = json!([{"id": "900", "bot": true}, bob]);
        text(map(&guild(json!({"content": format!("<@900> {content}"), "mentions": mentions})))).unwrap()
    };
    for (content, expected) in [
        ("ask <@43> and <@!43>", "ask @Bob and @Bob"),
        ("see <#20>, <#22>", "see #general, #plans"),
        ("<@&7>: <#20>", "@staff: #general"),
        ("<#999> and <@&999>", "#unknown and @unknown-role"),
        ("try </remind me:5> <:wave:6> <a:wave:6>", "try /remind me :wave: :wave:"),
        (
            "1 < 2 > 1, <b>, <#x>, <t:5:R>, <https://a.example/:8>",
            "1 < 2 > 1, <b>, <#x>, <t:5:R>, <https://a.example/:8>",
        ),
        ("<<#20>", "<#general"),
    ] {
        assert_eq!(said(content), expected);
    }
    let quoting = json!({
        "content": "<@900> is that so?",
        "mentions": [{"id": "900", "bot": true}],
        "referenced_message": {"id": "3", "author": {"id": "42"}, "content": "<@43> is in <#20>", "mentions": [bob]},
    });
    let Event::Message { reply_to, .. } = map(&guild(quoting)).unwrap().event else { panic!("a message") };
    assert_eq!(reply_to.unwrap().text, "@Bob is in #general");
}

#[test]
fn where_every_message_is_answered_the_bot_knows_which_ones_are_for_it() {
    let always = Settings { always_answer: vec!["20".into()], ..Settings::new("token") };
    let in_channel = |fields| map_in(&guild(fields), &text_channel(), &always).map(|inbound| inbound.heard);
    let mine = json!({"id": "5", "author": {"id": "900"}});
    assert_eq!(in_channel(json!({"content": "lunch?"})), Some(Heard::Overheard));
    assert_eq!(
        in_channel(json!({"content": "<@900> lunch?", "mentions": [{"id": "900"}]})),
        Some(Heard::Addressed)
    );
    assert_eq!(in_channel(json!({"content": "yes", "referenced_message": mine})), Some(Heard::Addressed));
    // Discord hides the text of a reply whose ping is off.
    assert_eq!(in_channel(json!({"referenced_message": mine})), Some(Heard::WithoutText));
    let pinged = json!({"content": "<@900>", "mentions": [{"id": "900"}], "referenced_message": mine});
    assert_eq!(in_channel(pinged), Some(Heard::Addressed));
    assert_eq!(map(&direct(json!({"content": "hello"}))).unwrap().heard, Heard::Addressed);
}

#[test]
fn the_role_of_the_bot_calls_the_bot() {
    let of_role = |role: &str, text: &str| {
        map(&guild(json!({"content": format!("<@&{role}> {text}"), "mention_roles": [role]})))
    };
    let called = of_role("9", "hello");
    assert_eq!(called.as_ref().map(|inbound| inbound.heard), Some(Heard::Addressed));
    assert_eq!(text(called).as_deref(), Some("hello"));
    assert_eq!(of_role("9", "").map(|inbound| inbound.heard), Some(Heard::Addressed));
    assert!(of_role("7", "hello").is_none());
    assert!(of_role("11", "hello").is_none());
    // Without the intent for message content, Discord hides what a mention of a role says.
    let hidden = map(&guild(json!({"mention_roles": ["9"]})));
    assert_eq!(hidden.map(|inbound| inbound.heard), Some(Heard::WithoutText));
}
