// The page: the person's actions, and the incoming events.

import * as commands from "./commands.js";
import * as draft from "./draft.js";
import { Earlier, FROM_THE_END } from "./earlier.js";
import { Follower } from "./follower.js";
import * as l10n from "./l10n.js";
import { Log } from "./log.js";
import * as server from "./server.js";
import { makeOneStop } from "./tab_stop.js";
import * as toasts from "./toasts.js";
import { Tray } from "./tray.js";
import * as unsent from "./unsent.js";
import { Voice } from "./voice.js";

/** How long "working" is shown after a `typing` event, in milliseconds. The gateway repeats it every few seconds. */
const TYPING_SPAN = 7000;

/** An answer that changed within this many milliseconds is still being written. */
const STREAM_SPAN = 3000;

const FIRST_RESEND = 1000;
const LAST_RESEND = 30_000;
const PRESS_TRIES = 3;
const PRESS_PAUSE = 700;
const INPUT_LINES = 10;

const $ = (id) => document.getElementById(id);
const input = $("input");
const log = new Log($("log"), press, { isCommand: (name) => menu.knows(name), fill: add });
const follower = new Follower($("scroller"), [$("log"), $("typing")], $("latest"));
const earlier = new Earlier({ button: $("earlier"), scroller: $("scroller") }, loadEarlier);
const feed = new server.Feed({ opened: readHistory, received, lost });
const menu = new commands.CommandMenu(
  { input, menu: $("slash") },
  { complete: server.complete, fill: setInput, run: submit },
);
const voice = new Voice($("recorded"), { changed: showVoice, made: (file) => say("", [file]), failed: refuseFile });
const tray = new Tray($("tray"), { changed: allowSend, failed: refuseFile, emptied: () => $("attach").focus() });

// ---- Incoming events

/** The events that have arrived while the history is being read. They are newer than the history, so they wait. */
let held = null;

async function readHistory() {
  const mine = (held = []);
  $("log").ariaBusy = "true";
  try {
    const { title, commands: known, messages, earlier: cursor, language } = await server.history();
    await speak(language);
    if (held !== mine) return;
    $("title").textContent = title;
    menu.commands = known;
    commands.list($("command-list"), known);
    countUnread(unread);
    messages.forEach((message) => log.put(message));
    earlier.cursor = cursor;
    held = null;
    mine.forEach(([name, data]) => apply(name, data));
    connected();
  } catch (error) {
    if (held !== mine) return;
    held = null;
    if (error.locked) lock();
    else feed.lose();
  } finally {
    $("log").ariaBusy = null;
  }
}

/** Changes to the person's language, if the gateway knows it. Resolves to whether the page's language has changed. */
async function speak(language) {
  const isAnother = Boolean(language) && (await l10n.speak(language));
  if (isAnother) log.speak();
  return isAnother;
}

async function loadEarlier(cursor) {
  try {
    while (cursor) {
      const past = await server.before(cursor);
      cursor = past.earlier;
      let isNew;
      follower.hold(log.oldest, () => (isNew = log.putEarlier(past.messages)));
      if (isNew) break;
    }
    return cursor;
  } catch (error) {
    if (error.locked) lock();
    else toast(error.message, true);
    throw error;
  }
}

function received(name, data) {
  if (name === "resync") readHistory();
  else if (held) held.push([name, data]);
  else apply(name, data);
}

function apply(name, data) {
  if (name === "message") {
    const isNew = !log.has(data.id);
    log.put(data);
    if (data.from_bot && isNew) answered();
    // While the person reads further up, the old messages stay.
    if (follower.isFollowing && log.trim()) earlier.cursor = FROM_THE_END;
  } else if (name === "edit") {
    streamedAt = Date.now();
    log.edit(data.id, data.content);
  } else if (name === "removed") {
    log.removed(data.id);
  } else if (name === "typing") {
    showTyping();
  } else if (name === "waits") {
    log.mark(data.id, "waits");
  }
  $("empty").hidden = !log.isEmpty;
}

function answered() {
  hideTyping();
  log.nothingWaits();
  follower.announce();
  if (document.hidden) countUnread(unread + 1);
}

function connected() {
  feed.settle();
  showConnection("connected", "web-connected");
  $("empty").hidden = !log.isEmpty;
  resend = FIRST_RESEND;
  flush();
}

function lost(refused) {
  held = null;
  showConnection("lost", "web-reconnecting");
  // The feed cannot tell why it was refused; an ordinary request can.
  if (refused) server.history().catch((error) => error.locked && lock());
}

function showConnection(state, key) {
  $("connection").dataset.state = state;
  l10n.tell($("connection"), key);
}

let typingTimer;
let streamedAt = 0;

function showTyping() {
  $("typing").hidden = false;
  clearTimeout(typingTimer);
  typingTimer = setTimeout(hideTyping, TYPING_SPAN);
}

function hideTyping() {
  clearTimeout(typingTimer);
  $("typing").hidden = true;
}

let unread = 0;

function countUnread(count) {
  unread = count;
  const title = $("title").textContent;
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

// ---- Outgoing messages

/** Messages that the gateway has not stored yet, oldest first. They are sent one at a time, to keep their order. */
const queue = [];
let sending = false;
let resend = FIRST_RESEND;
let resendTimer;

function say(text, files = []) {
  const message = { client_id: server.newId(), text: text.trim(), files, written: Date.now() };
  unsent.keep(message);
  enqueue(message);
  follower.follow();
  flush();
}

function enqueue(message) {
  queue.push(message);
  log.putUnsent(message.client_id, message.text, message.files?.length ? message.files : undefined);
  $("empty").hidden = true;
}

async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(resendTimer);
  while (queue.length > 0 && (await deliver(queue[0]))) queue.shift();
  sending = false;
}

/** Sends one message; resolves to whether it is finished, sent or refused, and needs no further attempt. */
async function deliver({ client_id, text, files = [] }) {
  log.mark(client_id, "sending");
  try {
    const named = files.map(({ id, kind, name, seconds, still }) => ({ id, name, voice: kind === "voice", seconds, still }));
    const { at, waits, language } = await server.say({ client_id, text, files: named });
    log.accepted(client_id, at, waits);
    resend = FIRST_RESEND;
    if (await speak(language)) readHistory();
  } catch (error) {
    if (!error.final) {
      queue.forEach((message) => log.mark(message.client_id, "unsent"));
      if (error.locked) lock();
      else resendTimer = setTimeout(flush, resend);
      resend = Math.min(resend * 2, LAST_RESEND);
      return false;
    }
    // So later messages stand below it.
    log.accepted(client_id, new Date().toISOString(), false);
    log.mark(client_id, "refused", error.message);
    if (!input.value) setInput(text);
  }
  unsent.drop(client_id);
  return true;
}

async function press(message_id, data) {
  const body = { client_id: server.newId(), message_id, data };
  for (let tries = 1; ; tries++) {
    try {
      const { text, alert, language } = await server.press(body);
      if (text) toast(text, alert);
      if (await speak(language)) readHistory();
      return;
    } catch (error) {
      if (error.locked) return lock();
      if (error.final) return toast(error.message, true);
      if (tries === PRESS_TRIES) return toast(l10n.text("web-press-failed"), true);
      await new Promise((resolve) => setTimeout(resolve, PRESS_PAUSE * tries));
    }
  }
}

const toast = (text, alert) => toasts.toast($("toasts"), text, alert);

// ---- The composer and the menu

function setInput(text) {
  input.value = text;
  draft.keep(text);
  menu.close();
  fitInput();
  input.focus();
}

/** Appends an example to the text in the input. */
function add(text) {
  setInput(input.value.trim() ? `${input.value.trimEnd()} ${text}` : text);
}

/** Makes the input as high as its text, up to `INPUT_LINES`. */
function fitInput() {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(input);
  const highest = parseFloat(lineHeight) * INPUT_LINES + parseFloat(paddingTop) + parseFloat(paddingBottom);
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, highest)}px`;
  allowSend();
}

function allowSend() {
  const isReady = voice.isOn ? voice.isRecording : !tray.isBusy && (input.value.trim() || !tray.isEmpty);
  $("send").disabled = !isReady;
}

function submit() {
  if (voice.isOn) return voice.finish();
  if (tray.isBusy) return toast(l10n.text("web-uploading"), false);
  if ($("send").disabled) return;
  say(input.value, tray.take());
  setInput("");
}

/** Returns whether the bot seems to be working, so that /stop could end it. */
const isBusy = () => !$("typing").hidden || log.awaitsAnswer || Date.now() - streamedAt < STREAM_SPAN;

input.addEventListener("input", () => {
  draft.keep(input.value);
  fitInput();
});
input.addEventListener("keydown", (event) => {
  if (menu.handles(event)) return event.preventDefault();
  if (event.key !== "Enter" || event.shiftKey || commands.isComposing(event)) return;
  event.preventDefault();
  submit();
});
$("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || $("lock").open) return;
  if (voice.isOn) return voice.cancel();
  // In the menu, Escape closes the menu; the browser handles that.
  if (!$("commands").matches(":popover-open") && isBusy()) say("/stop");
});
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  input.focus();
});
$("stop").addEventListener("click", () => say("/stop"));
$("empty").addEventListener("click", ({ target }) => {
  if (target.matches("button")) setInput(target.textContent);
});
$("commands").addEventListener("click", ({ target }) => {
  const button = target.closest("[data-command]");
  if (!button) return;
  $("commands").hidePopover();
  say(button.dataset.command);
});
document.addEventListener("visibilitychange", () => document.hidden || countUnread(0));

// ---- Files

function refuseFile(text, error) {
  if (error?.locked) lock();
  else toast(text, true);
}

$("attach").addEventListener("click", () => $("chooser").click());
$("chooser").addEventListener("change", ({ target }) => {
  tray.add(target.files);
  // So that the person can choose the same file again.
  target.value = "";
  input.focus();
});
document.addEventListener("paste", (event) => {
  const { files } = event.clipboardData;
  // Spreadsheets and word processors add a picture of the text to the clipboard.
  if (files.length === 0 || event.clipboardData.types.includes("text/plain") || $("lock").open) return;
  event.preventDefault();
  tray.add(files);
});
document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.toggle("dropping", !$("lock").open);
});
document.addEventListener("dragleave", ({ relatedTarget }) => {
  if (!relatedTarget) document.body.classList.remove("dropping");
});
document.addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  if ($("lock").open) return;
  tray.add(event.dataTransfer.files);
  input.focus();
});

// ---- Voice messages

/** Shows the recording instead of the text field, which keeps its text. */
function showVoice() {
  const isOn = voice.isOn;
  const [wasOn, focused] = [!$("recording").hidden, document.activeElement];
  $("recording").hidden = !isOn;
  ["tray", "input", "attach", "record"].forEach((id) => ($(id).hidden = isOn || (id === "record" && !Voice.isPossible)));
  $("send").dataset.l10nLabel = isOn ? "web-send-voice" : "web-send";
  $("send").ariaLabel = l10n.text($("send").dataset.l10nLabel);
  allowSend();
  // The focus must not be lost when its element is hidden or disabled.
  if (voice.isRecording) $("send").focus();
  else if (isOn && focused !== $("discard")) $("discard").focus();
  else if (!isOn && wasOn) input.focus();
}

$("record").hidden = !Voice.isPossible;
$("record").addEventListener("click", () => voice.make());
$("discard").addEventListener("click", () => voice.cancel());

// Some phones lay the keyboard over the page instead of shrinking the page. A zoomed page stays as it is.
visualViewport?.addEventListener("resize", () => {
  if (visualViewport.scale !== 1) return;
  document.documentElement.style.setProperty("--height", `${visualViewport.height}px`);
  scrollTo(0, 0);
});

// ---- The access token

let isLocked = false;

function lock() {
  isLocked = true;
  feed.close();
  if (!$("lock").open) $("lock").showModal();
}

async function unlock(token) {
  try {
    await server.login(token);
    isLocked = false;
    $("lock").close();
    feed.connect();
    input.focus();
  } catch (error) {
    lock();
    $("lock-error").textContent = error.locked ? l10n.text("web-token-wrong") : error.message;
  }
}

$("lock").addEventListener("cancel", (event) => event.preventDefault());
// Browsers close a dialog at the second Escape, whatever the page says. Only the token opens the page.
$("lock").addEventListener("close", () => isLocked && $("lock").showModal());
$("unlock").addEventListener("submit", (event) => {
  event.preventDefault();
  unlock($("token").value.trim());
  $("token").value = "";
});

/** Takes the token from the fragment, which no server sees, and removes it from the address bar and the history. */
function arrive() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return feed.connect();
  history.replaceState(null, "", location.pathname);
  unlock(token);
}

addEventListener("hashchange", arrive);
makeOneStop($("log"));
unsent.kept().forEach(enqueue);
setInput(draft.kept());
arrive();
