// The frame of the pages: which one is shown, what is live, and what is changed.

import { Failed, login, post, request } from "/server.js";
import * as activity from "./activity.js";
import * as approvals from "./approvals.js";
import * as audit from "./audit.js";
import * as deliveries from "./deliveries.js";
import { el } from "./dom.js";
import { ago, useClock } from "./format.js";
import { Live } from "./live.js";
import * as overview from "./overview.js";
import * as people from "./people.js";
import * as schedules from "./schedules.js";
import * as system from "./system.js";
import * as texts from "./texts.js";
import * as turn from "./turn.js";
import * as usage from "./usage.js";

const pages = { overview, approvals, schedules, activity, turn, deliveries, people, usage, audit, system };
const TOAST = 6_000;
/** How old “3 min ago” may become, on a page of which nothing else changes. */
const REDRAW = 30_000;

/** The pages of which others than the owner see nothing. */
const OWNERS = ["deliveries", "people", "log", "system"];
/** What the address of a link that the bot has sent ends with, before its code. */
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
/** The path of what is shown, below the API. */
let path = null;
let view;
let heardAt = null;
let drawnAt = 0;

const actions = { change, confirm, read, redraw, run };

/** Signs in with the link in the address, if it is one, and shows the page that the address names. */
async function start() {
  if (location.hash.startsWith(LINK)) {
    const code = location.hash.slice(LINK.length);
    // The code is of no use to whoever looks at the address later.
    history.replaceState(null, "", location.pathname);
    try {
      await post("/api/console/sign_in", { code });
      lockError.textContent = "";
      lock.close();
    } catch (failure) {
      lockError.textContent = failure.message;
      toast(failure.message);
    }
  }
  open();
}

/** Shows whose console it is, and the pages that are for them. */
async function meet() {
  const { name, is_owner, is_signed_in } = await request("/api/console/viewer");
  whose.hidden = false;
  whose.querySelector("span").textContent = texts.whose(name);
  leave.hidden = !is_signed_in;
  for (const link of document.querySelectorAll("nav a")) link.hidden = !is_owner && OWNERS.includes(link.hash.slice(1));
}

/** Shows the page that the address names. */
function open() {
  if (location.hash.startsWith(LINK)) return start();
  const [asked, of] = location.hash.slice(1).split("=");
  if (asked === "main" && name !== null) return main.focus();
  name = asked in pages ? asked : "overview";
  path = of === undefined ? name : `${name}?of=${encodeURIComponent(of)}`;
  view = undefined;
  document.title = `${pages[name].title} · Console`;
  for (const link of document.querySelectorAll("nav a")) {
    const isShown = link.hash === `#${pages[name].under ?? name}`;
    link.ariaCurrent = isShown ? "page" : null;
    // On a phone, the links are wider than the window.
    if (isShown) link.scrollIntoView({ block: "nearest", inline: "center" });
  }
  main.replaceChildren(el("p", { class: "nothing" }, texts.loading));
  follow();
}

function follow() {
  live?.close();
  meet().catch(() => {});
  const handlers = {
    shown: (shown) => {
      view = shown;
      redraw();
    },
    heard: () => {
      heardAt = Date.now();
      tell("live");
    },
    refused: (why) => {
      view = undefined;
      main.replaceChildren(el("p", { class: "faults", role: "alert" }, why));
    },
    lost,
  };
  live = new Live(path, handlers);
}

/** The browser does not say why a feed was refused: a request does. */
async function lost() {
  heardAt = null;
  tell("lost");
  try {
    await request(`/api/console/views/${path}`);
  } catch (failure) {
    if (failure instanceof Failed && failure.locked) ask();
  }
}

function ask() {
  live?.close();
  // Whoever is at the browser now need not be who saw it.
  view = undefined;
  whose.hidden = true;
  main.replaceChildren();
  if (!lock.open) lock.showModal();
}

/** Draws the page anew; what is open, focused or being typed stays so. */
function redraw() {
  if (view === undefined) return;
  drawnAt = Date.now();
  const opened = new Set([...main.querySelectorAll("details[open]")].map((details) => details.dataset.key));
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const { key } = focused?.dataset ?? {};
  const at = focused?.selectionStart;
  main.replaceChildren(el("h2", { class: "hidden" }, pages[name].title), ...pages[name].draw(view, actions).flat().filter(Boolean));
  for (const details of main.querySelectorAll("details")) details.open = opened.has(details.dataset.key);
  const again = key && [...main.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
  again?.focus({ preventScroll: true });
  if (again && typeof at === "number") again.setSelectionRange(at, at);
}

/** Makes a change; the feed shows what came of it. */
async function change(what) {
  try {
    const { text } = await post("/api/console/changes", what);
    toast(text);
  } catch (failure) {
    if (failure instanceof Failed && failure.locked) return ask();
    toast(failure.message);
  }
  view = await request(`/api/console/views/${path}`).catch(() => view);
  redraw();
}

/** Asks the gateway for work that may take a while. Resolves to its answer, or to null if it refuses. */
async function run(what, timeout) {
  const asked = path;
  const answer = await request(what, { method: "POST" }, timeout).catch(refused);
  toast(answer?.text);
  if (path === asked) view = await request(`/api/console/views/${path}`).catch(() => view);
  return answer;
}

/** Reads a view that is not followed; resolves to null if there is none. */
async function read(what) {
  return request(`/api/console/views/${what}`).catch(refused);
}

function refused(failure) {
  if (failure instanceof Failed && failure.locked) ask();
  else toast(failure.message);
  return null;
}

/** Asks before what cannot be taken back. Resolves to whether it was agreed to. */
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
  freshness.textContent = heardAt === null ? texts.reconnecting : texts.updated(ago(heardAt));
}

document.querySelector("#unlock").addEventListener("submit", async (event) => {
  event.preventDefault();
  const token = document.querySelector("#token");
  try {
    await login(token.value.trim());
    token.value = lockError.textContent = "";
    lock.close();
    follow();
  } catch (failure) {
    lockError.textContent = failure.locked ? texts.tokenWrong : failure.message;
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
clock.addEventListener("change", () => {
  useClock(clock.value);
  redraw();
});
addEventListener("hashchange", open);
setInterval(() => {
  if (heardAt !== null) tell();
  // An open list of choices would close.
  const isChoosing = document.activeElement instanceof HTMLSelectElement && main.contains(document.activeElement);
  if (Date.now() - drawnAt > REDRAW && !isChoosing) redraw();
}, 1000);
start();
