// Loads the messages before those on the screen, when the person scrolls up to them.

/** How far above the view, in pixels, the next stretch is loaded already. */
const AHEAD = 600;

/** Leads to the newest messages, and so past all that are shown. */
export const FROM_THE_END = { received: Number.MAX_SAFE_INTEGER, sent: Number.MAX_SAFE_INTEGER };

/** `button` stands above the first message while there is more; being near it loads more, as pressing it does. */
export class Earlier {
  #button;
  #load;
  #cursor = null;
  #near;

  /** `load(cursor)` shows what came before; it resolves to the next cursor, or to null at the beginning. */
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
