// The conversation on the screen: one entry per message, in order of time.

import { makePressable } from "./examples.js";
import { locale, text as said } from "./l10n.js";
import { show } from "./media.js";
import { render } from "./rich.js";

/** Messages of one side within this many milliseconds of each other form a group. */
const GROUP_SPAN = 5 * 60_000;

/** For a screen reader, a message is complete after this many milliseconds without an edit. */
const STREAM_PAUSE = 1200;

/** The most messages that stay on the screen when newer ones arrive. */
const MAX_ENTRIES = 1000;

const CLOCK = { hour: "numeric", minute: "2-digit" };
const CALENDAR = { weekday: "long", day: "numeric", month: "long" };

export class Log {
  #entries = [];
  #byId = new Map();
  #log;
  #clock;
  #calendar;
  #onPress;
  #examples;
  #title = () => document.getElementById("title").textContent;

  /**
   * `onPress(id, data)` is called for a button and returns a promise that settles when the press is answered;
   * `examples` are the handlers of `makePressable`.
   */
  constructor(log, onPress, examples) {
    this.#log = log;
    this.#examples = examples;
    this.#onPress = onPress;
    this.speak();
  }

  /** Rewrites all entries in the page's current language. */
  speak() {
    [this.#clock, this.#calendar] = [CLOCK, CALENDAR].map((options) => new Intl.DateTimeFormat(locale(), options));
    for (const entry of this.#entries) this.#fill(entry, entry.content);
    this.#entries.forEach((_, index) => this.#arrange(index));
  }

  get isEmpty() {
    return this.#entries.length === 0;
  }

  /** Whether the last message is the person's. */
  get awaitsAnswer() {
    return this.#entries.at(-1)?.fromBot === false;
  }

  /** The oldest message's element, if there is one. */
  get oldest() {
    return this.#entries[0]?.article;
  }

  has(id) {
    return this.#byId.has(id);
  }

  /** Shows a message from the server; if it is shown already, replaces its content. */
  put({ id, from_bot, at, content }) {
    const time = Date.parse(at);
    const known = this.#byId.get(id);
    if (known) {
      known.at = time;
      this.#fill(known, content);
      this.#arrangeAround(known);
    } else {
      let index = this.#entries.length;
      while (index > 0 && this.#entries[index - 1].at > time) index--;
      this.#insert(index, { id, fromBot: from_bot, at: time, state: null, reason: "" }, content);
    }
  }

  /** Shows earlier messages, given oldest first; returns whether any of them was new. */
  putEarlier(messages) {
    const missing = messages.filter(({ id }) => !this.has(id));
    for (const { id, from_bot, at, content } of missing.toReversed()) {
      const time = Date.parse(at);
      const index = this.#entries.findIndex((entry) => entry.at >= time);
      const entry = { id, fromBot: from_bot, at: time, state: null, reason: "" };
      this.#insert(index < 0 ? this.#entries.length : index, entry, content);
    }
    return missing.length > 0;
  }

  /** Removes the oldest messages if there are too many; returns whether it removed any. */
  trim() {
    const excess = Math.max(0, this.#entries.length - MAX_ENTRIES);
    for (const { id, element } of this.#entries.splice(0, excess)) {
      element.remove();
      this.#byId.delete(id);
    }
    this.#arrange(0);
    return excess > 0;
  }

  /** Shows a message of the person that the server has not stored yet. */
  putUnsent(id, text, files) {
    if (this.has(id)) return;
    const entry = { id, fromBot: false, at: Infinity, state: "unsent", reason: "" };
    this.#insert(this.#entries.length, entry, plain(text, files));
  }

  /** Replaces the content of a message. */
  edit(id, content) {
    const entry = this.#byId.get(id);
    if (!entry) return;
    entry.article.ariaBusy = "true";
    clearTimeout(entry.pause);
    entry.pause = setTimeout(() => (entry.article.ariaBusy = null), STREAM_PAUSE);
    this.#fill(entry, content);
  }

  /** Shows that a message of the person was removed. */
  removed(id) {
    this.edit(id, plain(said("web-removed")));
  }

  /** Marks a message of the person as stored by the server. */
  accepted(id, at, waits) {
    const entry = this.#byId.get(id);
    if (!entry) return;
    entry.at = Date.parse(at);
    this.mark(id, waits ? "waits" : null);
    this.#arrangeAround(entry);
  }

  /** Sets the state of a message of the person: a variant of the text `web-state`, or null for none. */
  mark(id, state, reason = "") {
    const entry = this.#byId.get(id);
    if (!entry) return;
    Object.assign(entry, { state, reason });
    this.#arrange(this.#entries.indexOf(entry));
  }

  /** Clears the waiting state of all messages, because the bot has started on them. */
  nothingWaits() {
    for (const { id, state } of this.#entries) if (state === "waits") this.mark(id, null);
  }

  #insert(index, entry, content) {
    build(entry);
    this.#fill(entry, content);
    this.#log.insertBefore(entry.element, this.#entries[index]?.element ?? null);
    this.#entries.splice(index, 0, entry);
    this.#byId.set(entry.id, entry);
    this.#arrangeAround(entry);
  }

  #fill(entry, content) {
    const files = entry.content?.files;
    // A content without files, such as that of an edit, leaves the files as they are.
    entry.content = { ...content, files: content.files ?? files };
    if (JSON.stringify(entry.content.files) !== JSON.stringify(files)) {
      entry.files.replaceChildren(...entry.content.files.map(show));
    }
    const starts = !entry.fromBot && !entry.content.files && /^\/new(\s|$)/i.test(content.body.text);
    entry.element.classList.toggle("divider", starts);
    const text = starts ? said("web-new-conversation") : render(content.body);
    if (entry.fromBot) makePressable(text, this.#examples);
    entry.text.replaceChildren(text);
    entry.text.hidden = !content.body.text;
    this.#fillButtons(entry);
  }

  #fillButtons(entry) {
    const hadFocus = entry.buttons.contains(document.activeElement);
    const rows = (entry.content.buttons ?? []).map((row) => {
      const element = document.createElement("div");
      element.append(...row.map((button) => this.#button(entry, button)));
      return element;
    });
    entry.buttons.replaceChildren(...rows);
    entry.buttons.hidden = rows.length === 0;
    // The focus must not fall back to the top of the page when the pressed button disappears.
    if (hadFocus) (entry.buttons.querySelector("[aria-busy]") ?? entry.article).focus({ preventScroll: true });
  }

  #button(entry, { label, data, style }) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.className = style ?? "plain";
    if (entry.pressed !== undefined) button.ariaDisabled = "true";
    if (entry.pressed === data) button.ariaBusy = "true";
    button.addEventListener("click", () => this.#press(entry, data));
    return button;
  }

  async #press(entry, data) {
    if (entry.pressed !== undefined) return;
    entry.pressed = data;
    this.#fillButtons(entry);
    try {
      await this.#onPress(entry.id, data);
    } finally {
      entry.pressed = undefined;
      this.#fillButtons(entry);
    }
  }

  #arrangeAround(entry) {
    const index = this.#entries.indexOf(entry);
    for (const near of [index - 1, index, index + 1]) this.#arrange(near);
  }

  /** Sets the parts that depend on the neighbours, a message's group and day heading, and its small print. */
  #arrange(index) {
    const entry = this.#entries[index];
    if (!entry) return;
    const before = this.#entries[index - 1];
    const after = this.#entries[index + 1];
    entry.article.classList.toggle("first", !together(before, entry));
    entry.article.classList.toggle("last", !together(entry, after));

    const day = dayOf(entry);
    entry.day.hidden = before !== undefined && dayOf(before) === day;
    entry.day.textContent = nameOfDay(entry) ?? this.#calendar.format(timeOf(entry));

    const time = Number.isFinite(entry.at) ? this.#clock.format(entry.at) : "";
    entry.time.textContent = time;
    const state = entry.state ? said("web-state", { state: entry.state }) : "";
    entry.note.textContent = entry.reason ? said("web-state-why", { state, why: entry.reason }) : state;
    entry.article.dataset.state = entry.state ?? "";
    entry.article.ariaLabel = [entry.fromBot ? this.#title() : said("web-you"), time].join(" ").trim();
  }
}

/** Creates the elements of an entry. */
function build(entry) {
  const make = (tag, name, parent) => {
    const element = document.createElement(tag);
    element.className = name;
    parent?.append(element);
    return element;
  };
  entry.element = make("div", "entry");
  entry.day = make("h2", "day", entry.element);
  entry.article = make("article", entry.fromBot ? "bot" : "person", entry.element);
  entry.article.tabIndex = -1;
  entry.files = make("div", "files", entry.article);
  entry.text = make("div", "text", entry.article);
  entry.text.dir = "auto";
  entry.buttons = make("div", "buttons", entry.article);
  const small = make("p", "small", entry.article);
  entry.note = make("span", "note", small);
  entry.time = make("time", "time", small);
}

function together(a, b) {
  const divided = [a, b].some((entry) => !entry || entry.element.classList.contains("divider"));
  if (divided || a.fromBot !== b.fromBot || dayOf(a) !== dayOf(b)) return false;
  return timeOf(b) - timeOf(a) < GROUP_SPAN;
}

/** A message that is not sent yet counts as written now. */
const timeOf = ({ at }) => (Number.isFinite(at) ? at : Date.now());
const dayOf = (entry) => new Date(timeOf(entry)).toDateString();

/** Returns the name of today or yesterday; null for other days. */
function nameOfDay(entry) {
  const day = dayOf(entry);
  const now = new Date();
  if (day === now.toDateString()) return said("web-today");
  now.setDate(now.getDate() - 1);
  return day === now.toDateString() ? said("web-yesterday") : null;
}

const plain = (text, files) => ({ body: { text, entities: [] }, buttons: [], files });
