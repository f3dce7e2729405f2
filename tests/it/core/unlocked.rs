//! Documents and pictures on a machine whose kernel lacks a part of the jail.

use std::{fs, io::Cursor, path::Path};

use adjutant_simulators::model::Turn;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, kernel, reads};

over_every_channel!(
    nothing_is_read_where_the_kernel_lacks_landlock,
    nothing_is_read_where_the_kernel_lacks_seccomp,
    files_are_read_unprotected_where_the_settings_allow_it,
);

fn picture() -> Vec<u8> {
    let (mut bytes, orange) = (Vec::new(), RgbImage::from_pixel(8, 8, Rgb([200, 100, 0])));
    DynamicImage::from(orange).write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

fn tides() -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/documents/src/data/tides.pdf")).unwrap()
}

/// Sends a document, which the model reads. Returns the result for the model.
async fn reads_document<C: Chat>(bot: &Bot<C>) -> Value {
    bot.model().script([Turn::calls([("document_read", json!({}))]), Turn::text("So it is.")]);
    bot.alice().sends("tides.pdf", &tides(), "when is high tide?").await;
    reads!(bot.next_message().await, @"So it is.");
    let asked = bot.model().requests().pop().unwrap();
    serde_json::from_str(asked.tool_results().pop().unwrap()).unwrap()
}

/// Checks that neither documents nor pictures are read. Returns the reason.
async fn nothing_is_read<C: Chat>() -> String {
    let bot: Bot<C> = Setup::new().with_model().await.with("MODEL__VISION", "yes").start().await;
    let told = reads_document(&bot).await.to_string();
    assert!(told.contains("this machine cannot lock up what reads documents, so it reads none"), "{told}");

    bot.model().script([Turn::text("I see nothing.")]);
    bot.alice().sends("door.png", &picture(), "what is it?").await;
    reads!(bot.next_message().await, @"
    “door.png” was not looked at: this machine cannot lock up what reads pictures.

    I see nothing.
    ");
    assert!(bot.model().requests().pop().unwrap().pictures().is_empty());
    bot.end().await;
    told
}

async fn nothing_is_read_where_the_kernel_lacks_landlock<C: Chat>() {
    kernel::lacks_landlock();
    let why = nothing_is_read::<C>().await;
    assert!(why.contains("Landlock is not enforced"), "{why}");
}

async fn nothing_is_read_where_the_kernel_lacks_seccomp<C: Chat>() {
    kernel::lacks_seccomp();
    let why = nothing_is_read::<C>().await;
    assert!(why.contains("seccomp is not enforced"), "{why}");
}

async fn files_are_read_unprotected_where_the_settings_allow_it<C: Chat>() {
    kernel::lacks_landlock();
    kernel::lacks_seccomp();
    let setup = Setup::new().with_model().await.with("MODEL__VISION", "yes");
    let bot: Bot<C> = setup.with("MEDIA__REQUIRE_SANDBOX", "false").start().await;
    let told = reads_document(&bot).await;
    assert_eq!((&told["success"], &told["kind"]), (&json!(true), &json!("PDF")), "{told}");

    bot.model().script([Turn::text("An orange door.")]);
    bot.alice().sends("door.png", &picture(), "what is it?").await;
    reads!(bot.next_message().await, @"An orange door.");
    assert_eq!(bot.model().requests().pop().unwrap().pictures().len(), 1);

    // Calculations still require the whole jail.
    bot.model().script([Turn::calls([("run_code", json!({ "code": "1 + 1" }))]), Turn::text("I cannot.")]);
    bot.alice().says("calculate one and one").await;
    reads!(bot.next_message().await, @"I cannot.");
    let asked = bot.model().requests().pop().unwrap();
    let told = asked.tool_results().pop().unwrap();
    assert!(told.contains("this machine cannot run it safely: Landlock is not enforced"), "{told}");
    bot.end().await;
}
