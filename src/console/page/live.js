// Follows a view of the gateway.

// The gateway says something every two seconds; after this long, the connection is dead, whatever the browser says.
const SILENCE = 10_000;
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

/**
 * Follows a view. Calls `shown(view)` when there is another state of it, `heard()` whenever the gateway says that the
 * page is up to date, `refused(why)` when it says why it shows nothing, and `lost()` when the connection breaks. It
 * reconnects by itself until it is closed.
 */
export class Live {
  #path;
  #handlers;
  #source = null;
  #timer = null;
  #retry = FIRST_RETRY;

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

  #connect() {
    const source = (this.#source = new EventSource(`/api/console/live/${this.#path}`));
    source.addEventListener("view", (event) => {
      this.#heard();
      this.#handlers.shown(JSON.parse(event.data));
    });
    source.addEventListener("checked", () => this.#heard());
    source.addEventListener("refused", (event) => {
      this.#heard();
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
