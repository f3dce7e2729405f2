//! Crashes while the bot handles a picture: the picture is answered once, and described once if at all.

use std::io::Cursor;

use adjutant_simulators::model::{Model, Request, Turn};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use super::harness::{Home, MODEL_KEY, echoing_model, telegram};

/// The model that describes pictures.
const EYES: &str = "eyes-1";

/// Starts a server with two models: one describes pictures, and the other answers from the descriptions.
async fn describing_model() -> Model {
    let model = echoing_model().await;
    model.answer_with(|request| match request.model.as_str() {
        EYES => Turn::text("A red door."),
        _ if request.last_user().contains("describes it:\nA red door.") => Turn::text("It is a door."),
        _ => Turn::text("I do not know."),
    });
    model
}

/// Returns how often pictures were described.
fn described(model: &Model) -> usize {
    let requests = model.requests();
    let shows: Vec<&Request> = requests.iter().filter(|request| !request.pictures().is_empty()).collect();
    assert!(shows.iter().all(|request| request.model == EYES), "{shows:?}");
    shows.len()
}

#[tokio::test]
async fn a_picture_is_answered_once_wherever_the_gateway_was_killed() {
    let (tg, model) = (telegram().await, describing_model().await);
    let home = Home::new(&tg)
        .with_model(&model)
        .with("MODEL__VISION", "no")
        .with("MEDIA__VISION", "eyes")
        .with("MODELS__EYES__PROVIDER", "openai")
        .with("MODELS__EYES__NAME", EYES)
        .with("MODELS__EYES__BASE_URL", model.url())
        .with("MODELS__EYES__API_KEY", MODEL_KEY);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    // While the picture is being described.
    let describing = model.hold_before();
    alice.sends_photo("", &door()).await;
    describing.wait().await;
    adjutant.kill().await;
    home.age_interrupted_turns().await;

    // While the picture is being answered: its description is stored.
    let describing = model.hold_before();
    let adjutant = home.start();
    describing.wait().await;
    let answering = model.hold_before();
    describing.release();
    answering.wait().await;
    let so_far = described(&model);
    adjutant.kill().await;
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    assert_eq!(tg.next_message(&alice).await.text, "It is a door.");
    adjutant.finish(&tg).await;
    assert_eq!(described(&model), so_far, "it was described again");
}

/// Returns a picture of one red pixel, as a PNG.
fn door() -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = DynamicImage::from(RgbImage::from_pixel(1, 1, Rgb([255, 0, 0])));
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}
