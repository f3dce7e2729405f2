//! Files, places and the rest of what messages carry.

use super::*;

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
