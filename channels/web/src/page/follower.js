// Keeps the end of the conversation in view, unless the person has scrolled away from it.

import { tell } from "./l10n.js";

/** The distance from the end, in pixels, that still counts as the end. */
const NEAR_END = 64;

/** Follows the end of `scroller` while the end is in view; `button` leads back to the end. */
export class Follower {
  #scroller;
  #button;
  #following = true;
  #top = 0;

  constructor(scroller, content, button) {
    this.#scroller = scroller;
    this.#button = button;
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    button.addEventListener("click", () => {
      // The focus must not be lost when the button disappears.
      if (document.activeElement === button) scroller.focus({ preventScroll: true });
      this.follow();
    });
    const sizes = new ResizeObserver(() => this.#following && this.#toEnd());
    for (const element of [scroller, ...content]) sizes.observe(element);
    this.#label("web-latest");
  }

  follow() {
    this.#following = true;
    this.#toEnd();
  }

  get isFollowing() {
    return this.#following;
  }

  /** Runs `change`, which adds elements above `anchor`, and keeps `anchor` at its place in the view. */
  hold(anchor, change) {
    const before = anchor?.getBoundingClientRect().top;
    change();
    // The browser may have kept the position already.
    if (anchor) this.#scroller.scrollTop += anchor.getBoundingClientRect().top - before;
  }

  /** Announces new content at the end. */
  announce() {
    if (!this.#following) this.#label("web-new-messages");
  }

  #toEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  // Resizing a page can move the end out of view without any scrolling. Only scrolling up means that the person
  // wants to stay at a place.
  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    const wentUp = scrollTop < this.#top;
    this.#top = scrollTop;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) this.#following = true;
    else if (wentUp) this.#following = false;
    this.#button.hidden = this.#following;
    if (this.#following) this.#label("web-latest");
  }

  #label(key) {
    tell(this.#button.lastElementChild, key);
  }
}
