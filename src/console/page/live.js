// Follows a view of the gateway.

// The gateway sends something every two seconds; after this long, the connection is dead, whatever the browser reports.
const SILENCE = 10_000;
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

/**
 * Follows a view. Calls `shown(view)` when there is another state of it, `more(part)` with what a state has more than the one
 * before, `heard()` whenever the gateway says that the page is up to date, `refused(why)` when it says why it shows nothing, and
 * `lost()` when the connection breaks. It reconnects by itself until it is closed, and gets only what is new then.
 */
export class Live {
  #path;
  #handlers;
  #source = null;
  #timer = null;
  #retry = FIRST_RETRY;
  /** The state that is shown. */
  #last = null;

  constructor(path, handlers) {
    this.#path = path;
    this.#handlers = handlers;
    this.#connect();
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  /** Gets the view whole next time, because it is not shown any more. */
  forget() {
    this.#last = null;
    if (this.#source === null) return;
    this.close();
    this.#timer = setTimeout(() => this.#connect(), this.#retry);
  }

  #connect() {
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

  #lose() {
    this.close();
    this.#timer = setTimeout(() => this.#connect(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
    this.#handlers.lost();
  }
}
