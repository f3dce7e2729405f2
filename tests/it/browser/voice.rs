//! Voice messages on the chat page: recorded, cancelled and sent.

use adjutant_simulators::model::Turn;

use super::{Browser, CONNECTED, ENTER, ESCAPE, IN_THE_BOX, shows};
use crate::{
    core::speech::listening,
    harness::{Bot, OnWeb, reads},
};

const RECORDING: &str = "document.querySelector('#recorded').textContent.startsWith('0:0')
    && document.activeElement.ariaLabel === 'Send the voice message'";
const NOT_RECORDING: &str = "document.querySelector('#recording').hidden";

pub(super) async fn messages_are_recorded(browser: &Browser) {
    let bot: Bot<OnWeb> = listening().await.start().await;
    browser.goes_to(&bot.alice().address()).await;
    browser.until(CONNECTED).await;

    // A cancelled recording is not sent, and the typed text stays.
    browser.types("half a thought").await;
    browser.clicks("#record").await;
    browser.until(RECORDING).await;
    browser.is_accessible("a recording").await;
    browser.clicks("#discard").await;
    browser.until(NOT_RECORDING).await;
    browser.until(IN_THE_BOX).await;
    browser.clicks("#record").await;
    browser.until(RECORDING).await;
    browser.types(ESCAPE).await;
    browser.until(NOT_RECORDING).await;
    assert_eq!(browser.sees("document.activeElement.value").await, "half a thought");

    bot.model().hears(["Where are the oats?"]);
    bot.model().script([Turn::text("In the pantry.")]);
    browser.clicks("#record").await;
    browser.until("document.querySelector('#recorded').textContent === '0:01'").await;
    browser.types(ENTER).await;
    reads!(bot.next_message().await, @"
    I heard:

    Where are the oats?
    ");
    reads!(bot.next_message().await, @"In the pantry.");
    let heard = bot.model().heard().pop().unwrap();
    assert_eq!(heard.name, "recording.webm");
    assert!(heard.bytes.len() > 1_000, "a second has {} bytes", heard.bytes.len());
    browser.until(&shows("In the pantry.")).await;
    browser.until("document.querySelector('#log audio')?.readyState > 0").await;
    browser.is_accessible("a voice message").await;
    assert_eq!(browser.sees("document.activeElement.value").await, "half a thought");

    is_refused(browser).await;
    bot.end().await;
}

/// Shows a notice if the person does not let the page use the microphone.
async fn is_refused(browser: &Browser) {
    browser
        .sees("navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); }, null")
        .await;
    browser.clicks("#record").await;
    browser
        .until("document.querySelector('.toast.alert')?.innerText.includes('does not let this page use')")
        .await;
    browser.until(IN_THE_BOX).await;
    browser.is_accessible("no microphone").await;
}
