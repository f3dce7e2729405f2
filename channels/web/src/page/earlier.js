// Loads earlier messages when the person scrolls up.

/** The distance from the top of the view, in pixels, at which the next page of messages is loaded. */
const AHEAD = 600;

/** The cursor of the newest messages. */
export const FROM_THE_END = { received: Number.MAX_SAFE_INTEGER, sent: Number.MAX_SAFE_INTEGER };

/** Loads more when `button`, which stands above the first message, comes near the view or is pressed. */
export class Earlier {
  #button;
  #load;
  #cursor = null;
  #near;

  /** `load(cursor)` shows the messages before a cursor; it resolves to the next cursor, or null at the beginning. */
  constructor({ button, scroller }, load) {
    this.#button = button;
    this.#load = load;
    this.#near = new IntersectionObserver((seen) => seen.at(-1).isIntersecting && this.#more(), {
      root: scroller,
      rootMargin: `${AHEAD}px 0px 0px`,
    });
    button.addEventListener("click", () => this.#more());
  }

  set cursor(cursor) {
    this.#cursor = cursor;
    this.#button.hidden = cursor === null;
    // Observing again also reports a button that stays in view.
    this.#near.disconnect();
    if (cursor !== null) this.#near.observe(this.#button);
  }

  async #more() {
    if (this.#cursor === null || this.#button.ariaBusy) return;
    this.#button.ariaBusy = "true";
    const cursor = await this.#load(this.#cursor).catch(() => undefined);
    this.#button.ariaBusy = null;
    // After a failure, the person can press the button.
    if (cursor !== undefined) this.cursor = cursor;
  }
}
