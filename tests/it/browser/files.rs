//! Files on the chat page: dropped and pasted, sent, and shown.

use super::{Browser, CONNECTED, ENTER, shows};
use crate::harness::{Bot, OnWeb, Setup, reads};

/// Makes a picture and a second of sound, and what carries a file into the page.
const FILES: &str = "(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
    canvas.getContext('2d').fillRect(0, 0, 20, 30);
    const bytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const drawn = bytes(atob(canvas.toDataURL('image/png').split(',')[1]));
    window.picture = new File([drawn], 'half.png', { type: 'image/png' });
    const [rate, head] = [8000, new DataView(new ArrayBuffer(44))];
    [[0, 'RIFF'], [8, 'WAVEfmt '], [36, 'data']].forEach(([at, word]) => new Uint8Array(head.buffer).set(bytes(word), at));
    [[4, 36 + rate], [16, 16], [24, rate], [28, rate], [40, rate]].forEach(([at, size]) => head.setUint32(at, size, true));
    [[20, 1], [22, 1], [32, 1], [34, 8]].forEach(([at, size]) => head.setUint16(at, size, true));
    const wave = new Uint8Array(rate).map((_, at) => 128 + 60 * Math.sin(at / 4));
    window.sound = new File([head.buffer, wave], 'tone.wav', { type: 'audio/wav' });
    window.carrying = (file) => {
        const carrier = new DataTransfer();
        carrier.items.add(file);
        return carrier;
    };
})()";

const PASTED: &str = "document.activeElement.dispatchEvent(new ClipboardEvent('paste',
    { clipboardData: carrying(picture), bubbles: true, cancelable: true }))";
const DROPPED: &str = "document.querySelector('#log').dispatchEvent(new DragEvent('drop',
    { dataTransfer: carrying(sound), bubbles: true, cancelable: true }))";

pub(super) async fn are_taken_and_shown(browser: &Browser) {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    browser.goes_to(&bot.alice().address()).await;
    browser.until(CONNECTED).await;

    browser.sees(FILES).await;
    browser.sees(PASTED).await;
    browser.sees(DROPPED).await;
    browser.until("document.querySelectorAll('#tray li:not([aria-busy])').length === 2").await;
    browser.is_accessible("files that wait").await;
    browser.types(&format!("look and listen{ENTER}")).await;
    reads!(bot.next_message().await, @"I got your files, but I cannot read files here. I will answer the text that came with them.");
    bot.next_message().await;

    browser.until(&shows("look and listen")).await;
    let picture = "document.querySelector('#log .picture img')";
    browser.until(&format!("{picture}?.naturalWidth === 40 && {picture}.naturalHeight === 30")).await;
    let sound = "document.querySelector('#log audio')";
    browser.until(&format!("Math.round({sound}?.duration) === 1")).await;
    browser.sees(&format!("({sound}.muted = true, {sound}.play(), null)")).await;
    browser.until(&format!("{sound}.currentTime > 0.1")).await;
    browser.is_accessible("files in a message").await;

    // They are still there after a reload, from the gateway.
    browser.reloads().await;
    browser.until(&format!("{picture}?.naturalWidth === 40 && Math.round({sound}?.duration) === 1")).await;
    bot.end().await;
}
