// Keeps the end of the conversation in view, unless the person has scrolled away from it.

import * as texts from "./texts.js";

/** How near to the end, in pixels, still counts as being there. */
const NEAR_END = 64;

/** Follows the end of `scroller` while it is in view; `button` leads back to it. */
export class Follower {
  #scroller;
  #button;
  #following = true;

  constructor(scroller, content, button) {
    this.#scroller = scroller;
    this.#button = button;
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    button.addEventListener("click", () => this.follow());
    const sizes = new ResizeObserver(() => this.#following && this.#toEnd());
    for (const element of [scroller, ...content]) sizes.observe(element);
    this.#label(texts.latest);
  }

  follow() {
    this.#following = true;
    this.#toEnd();
  }

  /** Something new is at the end. */
  announce() {
    if (!this.#following) this.#label(texts.newMessages);
  }

  #toEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    this.#following = scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.#button.hidden = this.#following;
    if (this.#following) this.#label(texts.latest);
  }

  #label(text) {
    this.#button.lastElementChild.textContent = text;
  }
}
