// Follows a view of the gateway.

// The gateway sends an event every two seconds; after this long without one, the connection is dead, whatever the
// browser reports.
const SILENCE = 10_000;
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

/**
 * Follows a view. Calls `shown(view)` with each new state, `more(part)` with the additions to the last state, `heard()`
 * on each event of the gateway, `refused(why)` when the gateway refuses the view, and `lost()` when the connection
 * breaks. Reconnects by itself until it is closed; the gateway then sends only what is new. In a hidden tab it has no
 * connection, because a browser allows only six to one address.
 */
export class Live {
  #path;
  #handlers;
  #source = null;
  #timer = null;
  #retry = FIRST_RETRY;
  /** The id of the state that is shown. */
  #last = null;
  #ended = new AbortController();

  constructor(path, handlers) {
    this.#path = path;
    this.#handlers = handlers;
    const turn = () => (document.hidden ? this.#disconnect() : this.#connect());
    document.addEventListener("visibilitychange", turn, { signal: this.#ended.signal });
    this.#connect();
  }

  close() {
    this.#ended.abort();
    this.#disconnect();
  }

  /** Forgets the state, because it is no longer shown: reconnects later, and then gets the whole view. */
  forget() {
    this.#last = null;
    if (this.#source === null) return;
    this.#disconnect();
    this.#timer = setTimeout(() => this.#connect(), this.#retry);
  }

  #connect() {
    this.#disconnect();
    if (document.hidden) return;
    const last = this.#last === null ? "" : `${this.#path.includes("?") ? "&" : "?"}last=${encodeURIComponent(this.#last)}`;
    const source = (this.#source = new EventSource(`/api/console/live/${this.#path}${last}`));
    for (const [name, handler] of [["view", "shown"], ["more", "more"]]) {
      source.addEventListener(name, (event) => {
        this.#last = event.lastEventId;
        this.#heard();
        this.#handlers[handler](JSON.parse(event.data));
      });
    }
    source.addEventListener("checked", () => this.#heard());
    source.addEventListener("refused", (event) => {
      // The view is no longer shown. If the gateway ends the feed after this, retries become less and less frequent.
      this.#last = null;
      this.#expect();
      this.#handlers.heard();
      this.#handlers.refused(event.data);
    });
    source.onerror = () => this.#lose();
    this.#expect();
  }

  #heard() {
    this.#retry = FIRST_RETRY;
    this.#expect();
    this.#handlers.heard();
  }

  #expect() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(), SILENCE);
  }

  #disconnect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #lose() {
    this.#disconnect();
    this.#timer = setTimeout(() => this.#connect(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
    this.#handlers.lost();
  }
}
