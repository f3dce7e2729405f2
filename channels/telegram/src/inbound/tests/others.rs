//! Words of somebody else, forwarded or quoted.

use super::*;

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
