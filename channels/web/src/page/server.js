// Requests to the gateway, and the live feed.

import { text as said } from "./l10n.js";

const REQUEST_TIMEOUT = 20_000;
const UPLOAD_TIMEOUT = 300_000;
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

// The server pings every 15 s; after two missing pings the connection is dead, whatever the browser reports.
const SILENCE = 35_000;
const QUIET = 16_000;

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
 * closed, and at once when the page comes back into view.
 */
export class Feed {
  #handlers;
  #source = null;
  #retry = FIRST_RETRY;
  #timer = null;
  #lastHeard = 0;

  constructor(handlers) {
    this.#handlers = handlers;
    addEventListener("online", () => this.#wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.#wake());
  }

  connect() {
    this.close();
    const source = (this.#source = new EventSource("/api/events"));
    source.onopen = () => {
      this.#heard();
      this.#handlers.opened();
    };
    source.onerror = () => this.lose(source.readyState === EventSource.CLOSED);
    for (const name of ["message", "edit", "removed", "typing", "waits", "resync", "ping"]) {
      source.addEventListener(name, (event) => {
        this.#heard();
        this.#handlers.received(name, JSON.parse(event.data));
      });
    }
    this.#heard();
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = this.#timer = null;
  }

  /** Drops the connection, and reconnects after a delay. */
  lose(refused = false) {
    this.close();
    this.#timer = setTimeout(() => this.connect(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
    this.#handlers.lost(refused);
  }

  /** Resets the retry delay, once the connection has proved good. */
  settle() {
    this.#retry = FIRST_RETRY;
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
