// Requests to the gateway, and the live feed.

import { text as said } from "./l10n.js";

const REQUEST_TIMEOUT = 20_000;
const UPLOAD_TIMEOUT = 300_000;
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

// The server pings every 15 s; after two missing pings the connection is dead, whatever the browser reports.
const SILENCE = 35_000;
const QUIET = 16_000;

// After this time, a hidden tab leaves the feed to another hidden tab. A browser allows only six connections to one
// address.
const HIDDEN = 60_000;

/** The name of the lock of the hidden tab that keeps its feed, and of the channel to the others. */
const HIDDEN_FEED = "adjutant:hidden-feed";

/** The keys of the texts for the gateway's error codes. */
const REFUSALS = {
  "token-needed": "web-refused-token-needed",
  "not-found": "web-refused-not-found",
  "not-understood": "web-refused-not-understood",
  "too-long": "web-refused-too-long",
  "empty": "web-refused-empty",
  "file-too-big": "web-refused-file-too-big",
  "file-empty": "web-refused-file-empty",
  "file-not-stored": "web-refused-file-not-stored",
  "file-unreadable": "web-refused-file-unreadable",
  "file-gone": "web-refused-file-gone",
  "upload-gone": "web-refused-upload-gone",
  "upload-taken": "web-refused-upload-taken",
  "too-many-files": "web-refused-too-many-files",
  "not-stored": "web-refused-not-stored",
  "no-history": "web-refused-no-history",
  "no-choices": "web-refused-no-choices",
  "too-many-pages": "web-refused-too-many-pages",
};

/** A request that did not succeed. `status` is 0 if there was no response. */
export class Failed extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }

  /** Whether repeating the same request cannot help. */
  get final() {
    return this.status >= 400 && this.status < 500 && !this.locked;
  }

  /** Whether the token is missing or was changed. */
  get locked() {
    return this.status === 401;
  }
}

/** Resolves to `{title, commands, messages, earlier, language}`; `earlier` is a cursor, or null at the beginning. */
export const history = () => request("/api/history");

/** Resolves to `{messages, earlier}`, the messages before a cursor. */
export const before = (cursor) => request(`/api/messages?${new URLSearchParams(cursor)}`);

/** Uploads a file of the browser; a repeat with the same id is the same file. Resolves to `{kind, url}`. */
export const upload = (id, file, signal) =>
  request(`/api/uploads/${id}`, { method: "PUT", body: file, signal }, UPLOAD_TIMEOUT);

/** Sends `{client_id, text, files}`; the `client_id` identifies repeats. Resolves to `{at, waits, language}`. */
export const say = (message) => post("/api/messages", message);

/** Presses a button. Resolves to `{text, alert, language}`. */
export const press = (press) => post("/api/press", press);

/** Requests values for `{command, argument, typed}`. Resolves to `{choices}`, each a `{label, value}`. */
export const complete = (asked) => post("/api/complete", asked);

/** Exchanges the token for a cookie that scripts cannot read. */
export const login = (token) =>
  request("/api/login", { method: "POST", headers: { Authorization: `Bearer ${token}` } });

/** Returns a random UUID. `crypto.randomUUID` is missing if the page came over plain HTTP from another machine. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * The live feed. Calls `opened()` on each connection, when it is time to read the history; `received(name, data)` for
 * each event; and `lost(refused)` when the connection breaks or the server refuses it. Reconnects by itself until it is
 * closed, and at once when the page comes back into view. Of the hidden tabs of a browser, one has a connection, and
 * passes its events on to the others, which count what is unread.
 */
export class Feed {
  #handlers;
  #source = null;
  #retry = FIRST_RETRY;
  #timer = null;
  #lastHeard = 0;
  #hidden = new AbortController();
  #others = new BroadcastChannel(HIDDEN_FEED);
  /** Whether this hidden tab passes its events on to others. */
  #passesOn = false;
  /** Whether this hidden tab has no connection, and gets its events from another one. */
  #isLent = false;

  constructor(handlers) {
    this.#handlers = handlers;
    addEventListener("online", () => this.#isLent || this.#wake());
    document.addEventListener("visibilitychange", () => this.#turn());
    this.#others.onmessage = ({ data: [name, data] }) => this.#isLent && handlers.received(name, data);
    this.#turn();
  }

  connect() {
    this.close();
    const source = (this.#source = new EventSource("/api/events"));
    source.onopen = () => {
      this.#heard();
      this.#handlers.opened();
      this.#passOn("resync", null);
    };
    source.onerror = () => this.lose(source.readyState === EventSource.CLOSED);
    for (const name of ["message", "edit", "removed", "typing", "waits", "resync", "ping"]) {
      source.addEventListener(name, (event) => {
        const data = JSON.parse(event.data);
        this.#heard();
        this.#handlers.received(name, data);
        this.#passOn(name, data);
      });
    }
    this.#heard();
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = this.#timer = null;
    this.#isLent = false;
  }

  /** Drops the connection, and reconnects after a delay. */
  lose(refused = false) {
    // The tab reads the history again when it is shown.
    if (this.#isLent) return;
    this.close();
    this.#timer = setTimeout(() => this.connect(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
    this.#handlers.lost(refused);
  }

  /** Resets the retry delay, once the connection has proved good. */
  settle() {
    this.#retry = FIRST_RETRY;
  }

  #turn() {
    this.#hidden.abort();
    if (document.hidden) this.#hide();
    else if (this.#isLent) this.connect();
    else this.#wake();
  }

  /** Lends the feed after a while, unless no other hidden tab has one. */
  #hide() {
    // Without locks, as over plain HTTP from another machine, each tab keeps its feed.
    if (!navigator.locks) return;
    const { signal } = (this.#hidden = new AbortController());
    const timer = setTimeout(() => this.#lend(), HIDDEN);
    const shown = new Promise((resolve) => signal.addEventListener("abort", resolve));
    shown.then(() => {
      clearTimeout(timer);
      this.#passesOn = false;
    });
    const hold = () => {
      clearTimeout(timer);
      this.#passesOn = true;
      if (this.#isLent) this.connect();
      else this.#passOn("resync", null);
      return shown;
    };
    // The request is given up when the tab is shown.
    navigator.locks.request(HIDDEN_FEED, { signal }, hold).catch(() => {});
  }

  #lend() {
    // A feed that was closed stays closed.
    if (this.#timer === null) return;
    this.close();
    this.#isLent = true;
  }

  #passOn(name, data) {
    if (this.#passesOn && name !== "ping") this.#others.postMessage([name, data]);
  }

  // A phone that slept may have lost the connection unnoticed, so a feed that has been quiet is reopened.
  #wake() {
    const closed = this.#timer === null;
    const waiting = this.#source === null;
    if (!closed && (waiting || Date.now() - this.#lastHeard > QUIET)) this.connect();
  }

  #heard() {
    this.#lastHeard = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.lose(), SILENCE);
  }
}

/** Posts JSON; resolves as `request` does. */
export function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Makes a request; resolves to the JSON of the response, or to null if it has none. Rejects with `Failed`. */
export async function request(path, options = {}, timeout = REQUEST_TIMEOUT) {
  let response;
  const signals = [AbortSignal.timeout(timeout), options.signal].filter(Boolean);
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.any(signals) });
    if (response.status === 204) return null;
    if (response.ok) return await response.json();
  } catch {
    throw new Failed(0, said("web-unreachable"));
  }
  const problem = await response.json().catch(() => null);
  const known = Object.hasOwn(REFUSALS, problem?.code ?? "") ? said(REFUSALS[problem.code]) : problem?.error;
  throw new Failed(response.status, known ?? said("web-unreachable"));
}
