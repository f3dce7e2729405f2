// The files for the next message: chosen, dropped or pasted, and uploaded at once.

import { size } from "./amounts.js";
import { text } from "./l10n.js";
import * as server from "./server.js";
import * as still from "./still.js";

/** The largest file, in bytes. The server has the same limit; this check spares uploads that it would refuse. */
const MAX_FILE = 20 * 1024 * 1024;

const MAX_FILES = 10;

export class Tray {
  #items = [];
  #list;
  #handlers;

  /**
   * `list` shows the files. Calls `changed()` when they change, `failed(text, error)` when a file could not be added,
   * with the error of its upload if that had begun, and `emptied()` when the person removed the last file.
   */
  constructor(list, handlers) {
    this.#list = list;
    this.#handlers = handlers;
  }

  get isEmpty() {
    return this.#items.length === 0;
  }

  /** Whether an upload is in progress. */
  get isBusy() {
    return this.#items.some(({ url }) => !url);
  }

  /** Adds files, and begins to upload them. */
  add(files) {
    for (const file of files) {
      if (this.#items.length >= MAX_FILES) return this.#handlers.failed(text("web-too-many-files", { count: MAX_FILES }));
      const problem = file.size > MAX_FILE ? text("web-file-too-big") : file.size === 0 ? text("web-file-empty") : null;
      if (problem) this.#handlers.failed(text("web-about-file", { name: file.name, problem }));
      else this.#upload(file);
    }
  }

  /** Returns the files, each `{id, kind, name, url, still}`, and empties the tray. */
  take() {
    const files = this.#items.map(({ id, kind, name, url, still }) => ({ id, kind, name, url, still }));
    this.#items.forEach(({ element }) => element.remove());
    this.#items = [];
    this.#handlers.changed();
    return files;
  }

  async #upload(file) {
    const item = { id: server.newId(), name: file.name, abort: new AbortController() };
    item.element = this.#chip(item, file.size);
    this.#items.push(item);
    this.#list.append(item.element);
    this.#handlers.changed();
    try {
      const uploaded = await server.upload(item.id, file, item.abort.signal);
      if (uploaded.kind === "video") item.still = await uploadStill(uploaded.url, item.abort.signal);
      Object.assign(item, uploaded);
      if (item.kind === "photo") item.element.prepend(thumbnail(item.url));
      item.element.ariaBusy = null;
      this.#handlers.changed();
    } catch (error) {
      if (!this.#drop(item)) return;
      this.#handlers.failed(text("web-about-file", { name: file.name, problem: error.message }), error);
    }
  }

  #chip(item, bytes) {
    const chip = document.createElement("li");
    chip.ariaBusy = "true";
    const name = document.createElement("span");
    name.textContent = name.title = item.name;
    const small = document.createElement("small");
    small.textContent = size(bytes);
    const remove = document.createElement("button");
    remove.type = "button";
    remove.ariaLabel = text("web-remove-file", { name: item.name });
    remove.textContent = "×";
    remove.addEventListener("click", () => this.#remove(item));
    chip.append(name, small, remove);
    return chip;
  }

  #remove(item) {
    const next = item.element.nextElementSibling ?? item.element.previousElementSibling;
    this.#drop(item);
    item.abort.abort();
    // The focus must not be lost with the removed button.
    if (next) next.querySelector("button").focus();
    else this.#handlers.emptied();
  }

  /** Removes the file; returns false if it had been removed before. */
  #drop(item) {
    const index = this.#items.indexOf(item);
    if (index < 0) return false;
    this.#items.splice(index, 1);
    item.element.remove();
    this.#handlers.changed();
    return true;
  }
}

/** Uploads a frame of a video. Resolves to its id, or to undefined on failure; the video is then sent without one. */
async function uploadStill(url, signal) {
  try {
    const id = server.newId();
    await server.upload(id, await still.draw(url, signal), signal);
    return id;
  } catch {
    // The browser may not know the film's format.
  }
}

function thumbnail(url) {
  const image = document.createElement("img");
  image.src = url;
  image.alt = "";
  return image;
}
