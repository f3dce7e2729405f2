// The frame of the pages: navigation, live updates, and changes.

import { speak, tell as say, text as said } from "../l10n.js";
import { Failed, login, post, request } from "../server.js";
import * as activity from "./activity.js";
import * as approvals from "./approvals.js";
import * as audit from "./audit.js";
import * as deliveries from "./deliveries.js";
import { el } from "./dom.js";
import { ago, useClock } from "./format.js";
import { Live } from "./live.js";
import * as log from "./log.js";
import * as memory from "./memory.js";
import * as overview from "./overview.js";
import * as people from "./people.js";
import * as person from "./person.js";
import * as schedules from "./schedules.js";
import * as system from "./system.js";
import * as turn from "./turn.js";
import * as usage from "./usage.js";

const pages = { overview, approvals, schedules, activity, turn, deliveries, memory, people, person, usage, audit, log, system };
const TOAST = 6_000;
/** How often an unchanged page is redrawn, so that “3 min ago” stays true, in milliseconds. */
const REDRAW = 30_000;
/** How long selected text delays redrawing, in milliseconds. */
const SELECTED = 60_000;

/** The pages that only the owner sees. */
const OWNERS = ["deliveries", "people", "log", "system"];
/** The beginning of the fragment of a sign-in link from the bot; the code follows. */
const LINK = "#link=";

const main = document.querySelector("#main");
const freshness = document.querySelector("#freshness");
const clock = document.querySelector("#clock");
const lock = document.querySelector("#lock");
const lockError = document.querySelector("#lock-error");
const whose = document.querySelector("#whose");
const leave = document.querySelector("#leave");

let live = null;
let name = null;
/** The path of the view, below `/api/console/views/`. */
let path = null;
let view;
let heardAt = null;
let drawnAt = 0;
/** Whether the page shows an older view, because a list of choices was open, or text was selected. */
let isLate = false;
/** The name of the button of the page that was pressed last. */
let lastPressed = null;
let selectedAt = 0;

const actions = { change, make, preview, confirm, read, redraw, run, go };

/** Signs in if the address is a sign-in link, and shows the page that the address names. */
async function start() {
  if (location.hash.startsWith(LINK)) {
    const code = location.hash.slice(LINK.length);
    // The code in the address is useless to anybody who sees it later.
    history.replaceState(null, "", location.pathname);
    try {
      await post("/api/console/sign_in", { code });
      // This removes everything of an earlier viewer.
      return location.reload();
    } catch (failure) {
      lockError.textContent = failure.message;
      toast(failure.message);
    }
  }
  open();
}

/** Shows the viewer's name, and the links to the pages that the viewer may see. */
async function meet() {
  const viewer = await request("/api/console/viewer");
  const { is_owner, is_signed_in } = viewer;
  if (await speak(viewer.language)) saidAnew();
  whose.hidden = false;
  whose.querySelector("span").textContent = said("web-whose", { name: viewer.name });
  leave.hidden = !is_signed_in;
  // The chat page is for the holder of its key.
  document.querySelector("#chat").hidden = is_signed_in;
  for (const link of document.querySelectorAll("nav a")) link.hidden = !is_owner && OWNERS.includes(link.hash.slice(1));
}

/** Writes the frame and the page anew after a change of the language. */
function saidAnew() {
  entitle();
  tell();
  redraw();
}

function entitle() {
  document.title = `${said(pages[name].title)} · ${said("web-console")}`;
}

/** Shows the page that the address names: `#PAGE` or `#PAGE=WHAT`, optionally followed by `&from=NUMBER`. */
function open() {
  if (location.hash.startsWith(LINK)) return start();
  const [head, ...rest] = location.hash.slice(1).split("&");
  const [asked, of] = head.split("=");
  if (asked === "main" && name !== null) return main.focus();
  name = asked in pages ? asked : "overview";
  const parameters = new URLSearchParams(rest.join("&"));
  if (of) parameters.set("of", decoded(of));
  path = parameters.size > 0 ? `${name}?${parameters}` : name;
  view = undefined;
  entitle();
  for (const link of document.querySelectorAll("nav a")) {
    const isShown = link.hash === `#${pages[name].under ?? name}`;
    link.ariaCurrent = isShown ? "page" : null;
    // On a phone, the links are wider than the window.
    if (isShown) link.scrollIntoView({ block: "nearest", inline: "center" });
  }
  main.replaceChildren(el("p", { class: "nothing" }, said("web-reading")));
  follow();
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Goes to a page, or to the page of one thing, such as a search. */
function go(page, of) {
  location.hash = of ? `${page}=${encodeURIComponent(of)}` : page;
}

function follow() {
  live?.close();
  meet().catch(() => {});
  const handlers = {
    shown: (shown) => {
      view = shown;
      drawLater();
    },
    more: (lines) => {
      view = pages[name].add(view, lines);
      drawLater();
    },
    heard: () => {
      heardAt = Date.now();
      tell("live");
      if (isLate) drawLater();
    },
    refused: showWhy,
    lost,
  };
  live = new Live(path, handlers);
}

/** Shows that the feed is lost. The browser does not tell why a feed was refused, so an ordinary request asks. */
async function lost() {
  heardAt = null;
  tell("lost");
  try {
    await request(`/api/console/views/${path}`);
  } catch (failure) {
    if (failure.locked) ask();
    else if (failure.status > 0 && heardAt === null) {
      live.forget();
      showWhy(failure.message);
    }
  }
}

/** Shows a reason instead of the view. */
function showWhy(why) {
  view = undefined;
  main.replaceChildren(el("p", { class: "faults", role: "alert" }, why));
}

/** Removes the view, and asks for a link or the token. The next viewer at this browser may be somebody else. */
function ask() {
  live?.close();
  view = undefined;
  whose.hidden = true;
  main.replaceChildren();
  document.querySelector("#toasts").replaceChildren();
  // The fragment may contain a search.
  history.replaceState(null, "", location.pathname);
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    if (dialog === lock) continue;
    dialog.close();
    if (dialog.id === "confirm") dialog.querySelector("p").textContent = "";
    else dialog.remove();
  }
  if (!lock.open) lock.showModal();
}

const canTell = CSS.supports("selector(:open)");

/** Returns whether a list of choices is open. Redrawing the page would close it. */
const isChoosing = () =>
  canTell ? main.querySelector("select:open") !== null : document.activeElement instanceof HTMLSelectElement && main.contains(document.activeElement);

/** Returns whether text of the page was selected a moment ago, perhaps to copy it. Redrawing would deselect it. */
function isSelecting() {
  const selected = getSelection();
  return !selected.isCollapsed && main.contains(selected.anchorNode) && Date.now() - selectedAt < SELECTED;
}

/** Redraws the page; if a list of choices is open, after it has closed, and if text is selected, a moment later. */
function drawLater() {
  isLate = (canTell && isChoosing()) || isSelecting();
  if (!isLate) redraw();
}

/** Returns a name by which an element that can have the focus is found after a redraw, or null. */
const nameOf = (element) => element.dataset.key ?? element.parentElement.dataset.key ?? element.ariaLabel ?? element.getAttribute("href");

const named = (wanted) =>
  wanted === null ? [] : [...main.querySelectorAll("a, button, input, select, summary, .wide")].filter((element) => nameOf(element) === wanted);

/** Returns the parts of the page that scroll by themselves, with their names. */
const scrolling = () => [...main.querySelectorAll(".wide, pre")].map((part) => [part, part.ariaLabel ?? part.textContent]);

/** Redraws the page; open details, scrolled parts, the focus and the selection in a field stay. */
function redraw() {
  // Responses to requests from before a sign-out may still arrive after it.
  if (view === undefined || lock.open) return;
  drawnAt = Date.now();
  isLate = false;
  const opened = new Set([...main.querySelectorAll("details[open]")].map((details) => details.dataset.key));
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const lost = focused && focused !== main ? nameOf(focused) : null;
  const place = named(lost).indexOf(focused);
  const { selectionStart, selectionEnd } = focused ?? {};
  const scrolled = scrolling().map(([{ scrollLeft, scrollTop }, name]) => [name, scrollLeft, scrollTop]).filter(([, left, top]) => left !== 0 || top !== 0);
  main.replaceChildren(el("h2", { class: "hidden" }, said(pages[name].title)), ...pages[name].draw(view, actions).flat().filter(Boolean));
  for (const details of main.querySelectorAll("details")) details.open = opened.has(details.dataset.key);
  for (const [name, left, top] of scrolled) scrolling().find(([, same]) => same === name)?.[0].scrollTo(left, top);
  if (!focused) return;
  const again = named(lost)[place] ?? named(lost)[0];
  // A keyboard must not begin at the top of the page again when its button goes away.
  (again ?? main).focus({ preventScroll: true });
  if (again && typeof selectionStart === "number") again.setSelectionRange(selectionStart, selectionEnd);
}

/** Makes a change, and shows its outcome. */
async function change(what) {
  const refused = await make(what);
  if (refused !== null) toast(refused);
}

/** Makes a change. Resolves to null, or to the reason why it was not made. */
async function make(what) {
  let refused = null;
  try {
    const { text, alert } = await post("/api/console/changes", what);
    if (alert) refused = text;
    else toast(text);
  } catch (failure) {
    if (failure instanceof Failed && failure.locked) ask();
    return failure.message;
  }
  view = await request(`/api/console/views/${path}`).catch(() => view);
  redraw();
  return refused;
}

/** Resolves to the schedule as an edit would make it; rejects with the reason if the edit is impossible. */
async function preview(edit) {
  return post("/api/console/preview", edit);
}

/** Requests work that may take a while. Resolves to the gateway's answer, or to null if the request failed. */
async function run(what, timeout) {
  const asked = path;
  const answer = await request(what, { method: "POST" }, timeout).catch(refused);
  toast(answer?.text);
  if (path === asked) view = await request(`/api/console/views/${path}`).catch(() => view);
  return answer;
}

/** Reads a view once, without following it; resolves to null if the request failed. */
async function read(what) {
  return request(`/api/console/views/${what}`).catch(refused);
}

function refused(failure) {
  if (failure instanceof Failed && failure.locked) ask();
  else toast(failure.message);
  return null;
}

/** Asks for confirmation before an irreversible action. Resolves to whether the person confirmed. */
function confirm(question, label) {
  const dialog = document.querySelector("#confirm");
  dialog.querySelector("p").textContent = question;
  dialog.querySelector(".danger").textContent = label;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

function toast(text) {
  if (!text) return;
  const shown = el("p", {}, text);
  document.querySelector("#toasts").append(shown);
  setTimeout(() => shown.remove(), TOAST);
}

function tell(state) {
  if (state) freshness.dataset.state = state;
  if (heardAt === null) return say(freshness, freshness.dataset.state === "connecting" ? "web-connecting" : "web-reconnecting");
  delete freshness.dataset.l10n;
  freshness.textContent = said("web-updated", { ago: ago(heardAt) });
}

document.querySelector("#unlock").addEventListener("submit", async (event) => {
  event.preventDefault();
  const token = document.querySelector("#token");
  try {
    await login(token.value.trim());
    location.reload();
  } catch (failure) {
    lockError.textContent = failure.locked ? said("web-token-wrong") : failure.message;
  }
});
leave.addEventListener("click", async () => {
  try {
    await post("/api/console/sign_out", {});
  } catch (failure) {
    if (!failure.locked) return toast(failure.message);
  }
  ask();
});
lock.addEventListener("cancel", (event) => event.preventDefault());
// Browsers close a dialog at the second Escape, whatever the page says. Only the token opens the console.
lock.addEventListener("close", () => lock.showModal());
main.addEventListener("click", ({ target }) => {
  const pressed = target.closest("button");
  lastPressed = pressed && nameOf(pressed);
}, true);
// A dialog gives the focus back to the button that opened it, unless that was redrawn meanwhile.
document.addEventListener("close", ({ target }) => {
  const { activeElement } = document;
  // Browsers leave the focus in a closed dialog for a moment.
  if (activeElement === document.body || target.contains(activeElement)) (named(lastPressed)[0] ?? main).focus({ preventScroll: true });
}, true);
document.addEventListener("selectionchange", () => { selectedAt = Date.now(); });
clock.addEventListener("change", () => {
  useClock(clock.value);
  redraw();
});
addEventListener("hashchange", open);
setInterval(() => {
  if (heardAt !== null) tell();
  if (Date.now() - drawnAt > REDRAW && !isChoosing() && !isSelecting()) redraw();
}, 1000);
start();
