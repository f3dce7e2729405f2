//! Files on the chat page: dropped and pasted, sent, and shown.

use adjutant_simulators::model::Turn;

use super::{Browser, CONNECTED, ENTER, shows};
use crate::harness::{Bot, OnWeb, Setup, reads};

/// A script with a picture, a second of sound, and functions that bring a file into the page.
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

    // After a reload, the gateway still delivers them.
    browser.reloads().await;
    browser.until(&format!("{picture}?.naturalWidth === 40 && Math.round({sound}?.duration) === 1")).await;
    bot.end().await;
}

/// A script that records a film of a red picture and drops it on the page.
const FILM: &str = "(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
        const carrier = new DataTransfer();
        carrier.items.add(new File(parts, 'door.webm', { type: 'video/webm' }));
        document.querySelector('#log').dispatchEvent(new DragEvent('drop',
            { dataTransfer: carrier, bubbles: true, cancelable: true }));
    };
    const begun = performance.now();
    const draw = () => {
        const pen = canvas.getContext('2d');
        [pen.fillStyle] = ['red'];
        pen.fillRect(0, 0, 64, 48);
        if (performance.now() - begun < 1500) requestAnimationFrame(draw);
        else recorder.stop();
    };
    recorder.start();
    draw();
})(), null";

pub(super) async fn films_have_stills(browser: &Browser) {
    let setup = Setup::new().with_model().await.with("MODEL__VISION", "auto");
    let bot: Bot<OnWeb> = setup.start().await;
    browser.goes_to(&bot.alice().address()).await;
    browser.until(CONNECTED).await;
    browser.sees(FILM).await;
    browser.until("document.querySelectorAll('#tray li:not([aria-busy])').length === 1").await;
    bot.model().script([Turn::text("A red door.")]);
    browser.types(ENTER).await;
    reads!(bot.next_message().await, @"A red door.");
    let request = bot.model().requests().pop().unwrap();
    let [still] = request.pictures()[..] else { panic!("{request:?}") };
    let still = image::load_from_memory(&still.bytes).unwrap().to_rgb8();
    let [red, green, blue] = still.get_pixel(32, 24).0;
    assert!(still.dimensions() == (64, 48) && red > 200 && green < 60 && blue < 60, "{red} {green} {blue}");
    bot.end().await;
}
