//! Pictures that people send: a model with vision receives them, and another describes them for a model without.

use std::io::Cursor;

use adjutant_simulators::model::{Model, Picture, Request, Turn};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use super::speech::with_ears;
use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, OnWeb, Setup, in_order, reads};

over_every_channel!(
    a_photo_alone_is_looked_at,
    what_a_picture_shows_is_others_words,
    a_picture_that_cannot_be_looked_at_is_said_so,
    another_model_describes_pictures_for_one_that_does_not_see,
    a_model_that_turns_out_not_to_see_is_spared_from_then_on,
    a_picture_is_looked_at_again,
    a_scan_is_looked_at_page_by_page,
);

/// Returns a setup whose model has vision until it refuses a picture.
async fn seeing() -> Setup {
    Setup::new().with_model().await.with("MODEL__VISION", "auto")
}

/// Returns a setup whose model has no vision, and another model that has.
async fn described(model: &Model) -> Setup {
    let url = model.url();
    Setup::new()
        .with_model()
        .await
        .with("MEDIA__VISION", "eyes")
        .with("MODELS__EYES__PROVIDER", "openai")
        .with("MODELS__EYES__NAME", "eyes-1")
        .with("MODELS__EYES__BASE_URL", &url)
}

pub(super) fn png(colour: [u8; 3], width: u32, height: u32) -> Vec<u8> {
    encoded(colour, width, height, ImageFormat::Png)
}

fn encoded(colour: [u8; 3], width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = DynamicImage::from(RgbImage::from_pixel(width, height, Rgb(colour)));
    picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

/// Returns a photo with metadata that states where it was taken.
fn photo_with_place() -> Vec<u8> {
    let plain = encoded([200, 100, 0], 40, 20, ImageFormat::Jpeg);
    let block =
        b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x0e\0\x02\0\0\0\x10\0\0\0\x1a\0\0\0\x0048.20849, 16.37\0";
    let length = (block.len() + 2) as u16;
    [&plain[..2], b"\xff\xe1", &length.to_be_bytes(), block, &plain[2..]].concat()
}

/// Returns the properties of a sent picture: its type, its sides and the colour in its middle.
fn seen(picture: &Picture) -> (String, u32, u32, [u8; 3]) {
    let decoded = image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
    let (width, height) = decoded.dimensions();
    (picture.media_type.clone(), width, height, decoded.get_pixel(width / 2, height / 2).0)
}

fn last(model: &Model) -> Request {
    model.requests().pop().unwrap()
}

async fn a_photo_alone_is_looked_at<C: Chat>() {
    let bot: Bot<C> = seeing().await.start().await;
    bot.model().script([Turn::text("An orange field.")]);
    bot.alice().sends("photo.jpg", &photo_with_place(), "").await;
    reads!(bot.next_message().await, @"An orange field.");
    let request = last(bot.model());
    let pictures = request.pictures();
    assert_eq!(pictures.len(), 1);
    let (media_type, width, height, [red, ..]) = seen(pictures[0]);
    assert_eq!((media_type.as_str(), width, height), ("image/jpeg", 40, 20));
    assert!(red > 180, "{red}");
    assert!(!pictures[0].bytes.windows(8).any(|window| window == b"48.20849"));
    assert!(request.last_user().contains("came without a word"), "{}", request.last_user());

    // Large pictures are scaled down. The next turn does not show the first one again.
    bot.model().script([Turn::text("Blue.")]);
    bot.alice().sends("large.png", &png([0, 0, 255], 3136, 30), "which colour?").await;
    reads!(bot.next_message().await, @"Blue.");
    let request = last(bot.model());
    let shown: Vec<_> = request.pictures().into_iter().map(seen).collect();
    assert_eq!(shown, [("image/png".to_owned(), 1568, 15, [0, 0, 255])]);
    bot.end().await;
}

async fn what_a_picture_shows_is_others_words<C: Chat>() {
    let bot: Bot<C> = seeing().await.start().await;
    bot.model().script([
        Turn::calls([("memory_save", json!({ "content": "The code is 4711." }))]),
        Turn::text("As you wish."),
    ]);
    bot.alice().sends("sign.png", &png([0, 99, 0], 8, 8), "note the code").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Remember: “The code is 4711.”
    Usually I do this without asking.
    I have read text from a picture, which may try to steer me.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let _ = bot.alice().presses(&prompt, "Deny").await;
    reads!(bot.next_message().await, @"As you wish.");
    // After the decision, the picture is shown again.
    assert_eq!(last(bot.model()).pictures().len(), 1);
    bot.end().await;
}

async fn a_picture_that_cannot_be_looked_at_is_said_so<C: Chat>() {
    let bot: Bot<C> = seeing().await.with("MEDIA__MAX_PIXELS", "100").start().await;
    for (name, bytes) in [
        ("wide.png", png([0, 0, 0], 20, 20)),
        ("torn.png", png([0, 0, 0], 9, 9)[..50].to_vec()),
        ("phone.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
    ] {
        bot.model().script([Turn::text("I have to guess.")]);
        bot.alice().sends(name, &bytes, "what is it?").await;
        let told = bot.next_message().await;
        match name {
            "wide.png" => reads!(told, @"
            “wide.png” has more than 100 pixels, the most that I look at.

            I have to guess.
            "),
            "torn.png" => reads!(told, @"
            “torn.png” is damaged.

            I have to guess.
            "),
            _ => reads!(told, @"
            “phone.heic” is of a kind that I cannot look at; JPEG, PNG, WebP, GIF, BMP and PDF are the kinds that I know.

            I have to guess.
            "),
        }
        let request = last(bot.model());
        assert_eq!(request.pictures(), Vec::<&Picture>::new());
        assert!(request.last_user().contains("is not shown: it"), "{}", request.last_user());
    }
    bot.end().await;
}

async fn another_model_describes_pictures_for_one_that_does_not_see<C: Chat>() {
    let eyes = Model::start().await;
    let bot: Bot<C> = described(&eyes).await.start().await;
    eyes.script([Turn::text("A red door with the number 7.")]);
    bot.model().script([Turn::text("It is number 7.")]);
    bot.alice().sends("door.png", &png([255, 0, 0], 8, 8), "which number?").await;
    reads!(bot.next_message().await, @"It is number 7.");
    let asked = last(&eyes);
    assert_eq!((asked.model.as_str(), asked.pictures().len()), ("eyes-1", 1));
    let request = last(bot.model());
    assert_eq!(request.pictures(), Vec::<&Picture>::new());
    let told = &request.last_user();
    assert!(told.contains("Another model describes it:\nA red door with the number 7."), "{told}");

    // The description stays in the conversation; the picture is not examined again.
    bot.model().script([Turn::text("Red.")]);
    bot.alice().says("and its colour?").await;
    reads!(bot.next_message().await, @"Red.");
    let all: Vec<_> = last(bot.model()).messages.into_iter().map(|message| message.text).collect();
    assert!(all.concat().contains("A red door"), "{all:?}");
    bot.end().await;
    eyes.finish();
}

async fn a_model_that_turns_out_not_to_see_is_spared_from_then_on<C: Chat>() {
    let bot: Bot<C> = seeing().await.start().await;
    bot.model().script([
        Turn::error_with(400, None, "invalid_value", "image_url is only supported by certain models."),
        Turn::text("I cannot see it."),
    ]);
    bot.alice().sends("door.png", &png([255, 0, 0], 8, 8), "which colour?").await;
    reads!(bot.next_message().await, @"I cannot see it.");
    let request = last(bot.model());
    assert_eq!(request.pictures(), Vec::<&Picture>::new());
    assert!(request.last_user().contains("You cannot see the picture"), "{}", request.last_user());
    bot.alice().sends("door.png", &png([255, 0, 0], 8, 8), "").await;
    assert!(bot.next_message().await.text.contains("tell me what to do with it"));
    bot.end().await;
}

fn id_in(request: &Request) -> String {
    let told = request.last_user();
    let at = told.find("attachment-").expect("the note names the file");
    told[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
}

async fn a_picture_is_looked_at_again<C: Chat>() {
    let bot: Bot<C> = seeing().await.start().await;
    bot.model().script([Turn::text("A door.")]);
    bot.alice().sends("door.png", &png([255, 0, 0], 8, 8), "what is it?").await;
    reads!(bot.next_message().await, @"A door.");
    let id = id_in(&last(bot.model()));
    bot.model().script([Turn::calls([("look", json!({ "attachment_id": id }))]), Turn::text("Red.")]);
    bot.alice().says("look again at the picture: which colour?").await;
    reads!(bot.next_message().await, @"Red.");
    let request = last(bot.model());
    let shown: Vec<_> = request.pictures().into_iter().map(seen).collect();
    assert_eq!(shown, [("image/png".to_owned(), 8, 8, [255, 0, 0])]);
    assert!(!request.messages.last().unwrap().pictures.is_empty());
    bot.end().await;
}

async fn told(bot: &Bot<OnWeb>, arguments: Value) -> String {
    bot.model().script([Turn::calls([("look", arguments)]), Turn::text("So it is.")]);
    bot.alice().says("and my picture?").await;
    bot.next_message().await;
    let results: Vec<_> =
        last(bot.model()).messages.into_iter().filter(|message| message.role == "tool").collect();
    in_order(&results.last().unwrap().text)
}

async fn a_scan_is_looked_at_page_by_page<C: Chat>() {
    let bot: Bot<C> = seeing().await.start().await;
    bot.model().script([
        Turn::calls([("document_read", json!({}))]),
        Turn::calls([("look", json!({ "page": 2 })), ("look", json!({ "page": 3 }))]),
        Turn::text("All green."),
    ]);
    let scan = include_bytes!("../../../crates/documents/src/data/scan.pdf");
    bot.alice().sends("scan.pdf", scan, "what is on page 2?").await;
    reads!(bot.next_message().await, @"All green.");
    let requests = bot.model().requests();
    let [.., read, looked] = requests.as_slice() else { unreachable!("three requests") };
    reads!(in_order(read.tool_results()[0]), @r#"{"content":"[page 1]\n\n[page 2]\n\n","file":"scan.pdf","kind":"PDF","message":"From page 1 to page 2, the last. There is no text on 2 pages: it may be scanned, and look shows a page.","parts":2,"success":true}"#);
    let shown: Vec<_> = looked.pictures().into_iter().map(seen).collect();
    assert_eq!(shown.len(), 1);
    let (_, width, height, [red, green, blue]) = shown[0];
    assert_eq!((width, height), (1568, 784));
    assert!(red < 40 && green > 200 && blue < 40, "{red} {green} {blue}");
    let refused = looked.messages.iter().find(|message| message.text.contains("no such page"));
    reads!(in_order(&refused.unwrap().text), @r#"{"error":"the file has no such page, but 2 pages","error_code":"rejected","success":false}"#);
    bot.end().await;
}

#[tokio::test]
async fn a_kept_picture_is_looked_at_by_the_model_that_sees() {
    let eyes = Model::start().await;
    let bot: Bot<OnWeb> = described(&eyes).await.start().await;
    eyes.script([Turn::text("A door."), Turn::text("It is red.")]);
    bot.model().script([Turn::calls([("attachment_save", json!({}))]), Turn::text("Kept.")]);
    bot.alice().sends("door.png", &png([255, 0, 0], 8, 8), "keep this file").await;
    // The picture was described before, and its content may steer the model.
    let prompt = bot.next_message().await;
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"Kept.");
    reads!(told(&bot, json!({ "path": "/shared/door.png", "question": "Which colour?" })).await, @r#"{"answer":"It is red.","file":"/shared/door.png","height":8,"message":"Another model has looked at it for you.","success":true,"width":8}"#);
    assert!(last(&eyes).last_user().contains("Which colour?"));
    reads!(told(&bot, json!({ "path": "/shared/none.png" })).await, @r#"{"error":"there is no file '/shared/none.png'","error_code":"not_found","success":false}"#);
    bot.end().await;
    eyes.finish();
}

#[tokio::test]
async fn an_album_is_shown_in_order_and_too_many_are_not() {
    let bot: Bot<OnTelegram> = seeing().await.with("MEDIA__MAX_PICTURES", "2").start().await;
    bot.model().script([Turn::text("Three, and I looked at two.")]);
    let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255]];
    let pictures = colours.map(|colour| png(colour, 8, 8));
    bot.alice().alice.sends_album("", &[&pictures[0], &pictures[1], &pictures[2]]).await;
    bot.alice().tg.all_acknowledged().await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"
    Your picture came with more than 2 others, the most that I look at in one go.

    Three, and I looked at two.
    ");
    let request = last(bot.model());
    let shown: Vec<_> = request.pictures().into_iter().map(|picture| seen(picture).3).collect();
    assert_eq!(shown, colours[..2]);
    bot.end().await;
}

#[tokio::test]
async fn an_album_in_a_group_is_whole_wherever_its_caption_is() {
    let bot: Bot<OnTelegram> = seeing().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (group, bob) = (tg.group(-100_200, "family"), tg.user(43, "bob"));
    let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255]];
    for caption_at in 0..3 {
        bot.model().script([Turn::text("Three.")]);
        let others = bob.begins_album();
        bob.sends_part(&group, &others, "", &png([9, 9, 9], 8, 8)).await;
        let album = alice.begins_album();
        for (at, colour) in colours.into_iter().enumerate() {
            bob.sends_part(&group, &others, "", &png([9, 9, 9], 8, 8)).await;
            let caption = if at == caption_at { "@adjutant_bot look" } else { "" };
            alice.sends_part(&group, &album, caption, &png(colour, 8, 8)).await;
        }
        tg.all_acknowledged().await;
        reads!(bot.while_time_passes(tg.next_message(&group)).await.text, @"Three.");
        let request = last(bot.model());
        let shown: Vec<_> = request.pictures().into_iter().map(|picture| seen(picture).3).collect();
        assert_eq!(shown, colours, "caption at {caption_at}");
    }

    // Bob's picture is not taken into somebody else's album, whatever its id says.
    bot.model().script([Turn::text("One.")]);
    let album = alice.begins_album();
    bob.sends_part(&group, &album, "", &png([9, 9, 9], 8, 8)).await;
    alice.sends_part(&group, &album, "@adjutant_bot look", &png(colours[0], 8, 8)).await;
    tg.all_acknowledged().await;
    reads!(bot.while_time_passes(tg.next_message(&group)).await.text, @"One.");
    let request = last(bot.model());
    let shown: Vec<_> = request.pictures().into_iter().map(|picture| seen(picture).3).collect();
    assert_eq!(shown, colours[..1]);
    bot.end().await;
}

/// The beginning of an MP4 file.
const FILM: &[u8] = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2";

#[tokio::test]
async fn a_round_video_is_heard_and_one_moment_of_it_seen() {
    let bot: Bot<OnTelegram> = with_ears(seeing().await).start().await;
    bot.model().hears(["Look at my door."]);
    bot.model().script([Turn::text("It is red.")]);
    bot.alice().alice.sends_round_video(FILM, &png([255, 0, 0], 8, 8)).await;
    reads!(bot.next_message().await, @"
    I heard:

    Look at my door.
    ");
    reads!(bot.next_message().await, @"It is red.");
    assert_eq!(bot.model().heard().pop().unwrap().name, "recording.mp4");
    let request = last(bot.model());
    let shown: Vec<_> = request.pictures().into_iter().map(|picture| seen(picture).3).collect();
    assert_eq!(shown, [[255, 0, 0]]);
    let told = words_of(&request);
    assert!(told.contains("shows a moment of attachment-") && told.contains("Look at my door."), "{told}");
    bot.end().await;
}

#[tokio::test]
async fn a_moment_of_a_film_on_discord_is_seen_if_its_proxy_draws_it() {
    let bot: Bot<OnDiscord> = seeing().await.start().await;
    let alice = &bot.alice().alice;
    let still = encoded([255, 0, 0], 8, 8, ImageFormat::Jpeg);
    bot.model().script([Turn::text("A red door."), Turn::text("I cannot see it.")]);
    alice.sends_film("door.mp4", FILM, Some(&still)).await;
    reads!(bot.next_message().await, @"A red door.");
    let request = last(bot.model());
    let [shown] = request.pictures()[..] else { panic!("{request:?}") };
    let [red, green, blue] = seen(shown).3;
    assert!(red > 240 && green < 10 && blue < 10, "{red} {green} {blue}");
    assert!(words_of(&request).contains("shows a moment of attachment-"), "{}", words_of(&request));

    // Without a still, the film is kept, and nothing is said about it.
    alice.sends_film("dark.mp4", FILM, None).await;
    reads!(bot.next_message().await, @"I cannot see it.");
    let request = last(bot.model());
    assert!(
        words_of(&request).contains("dark.mp4") && !words_of(&request).contains("not shown"),
        "{}",
        words_of(&request)
    );
    bot.end().await;
}

#[tokio::test]
async fn a_moment_of_a_film_that_the_page_has_drawn_is_seen() {
    let bot: Bot<OnWeb> = seeing().await.start().await;
    bot.model().script([Turn::text("A red door.")]);
    bot.alice().sends_film("door.mp4", FILM, &png([255, 0, 0], 8, 8)).await;
    reads!(bot.next_message().await, @"A red door.");
    let request = last(bot.model());
    let shown: Vec<_> = request.pictures().into_iter().map(|picture| seen(picture).3).collect();
    assert_eq!(shown, [[255, 0, 0]]);

    // A still that is not a picture is ignored.
    bot.alice().sends_film("dark.mp4", FILM, b"no picture").await;
    reads!(bot.next_message().await, @"I got your video, but I cannot watch videos here. I can keep it for you, or send it on: tell me what to do with it.");
    bot.end().await;
}

/// Returns the text of a request.
fn words_of(request: &Request) -> String {
    request.messages.iter().map(|message| message.text.as_str()).collect()
}

#[tokio::test]
async fn a_picture_that_is_replied_to_is_looked_at() {
    let bot: Bot<OnDiscord> = seeing().await.start().await;
    bot.model().script([Turn::text("A door."), Turn::text("Red.")]);
    let sent = bot.alice().alice.sends_file("door.png", "", &png([255, 0, 0], 8, 8)).await;
    reads!(bot.next_message().await, @"A door.");
    bot.alice().alice.replies(&sent, "which colour?").await;
    reads!(bot.next_message().await, @"Red.");
    assert_eq!(last(bot.model()).pictures().len(), 1);
    bot.end().await;
}
