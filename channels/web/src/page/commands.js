// The commands: the menu that is shown while a message begins with a slash, and the list behind the button.

import { text } from "./l10n.js";

/** The text field's attributes while the menu is open; a field of several lines may not be a combobox. */
const WITH_MENU = { "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": "slash-list" };

/**
 * Offers commands, and then values for the arguments of the typed command. The text field keeps the focus; Enter takes
 * the menu's active option.
 */
export class CommandMenu {
  #input;
  #menu;
  #hint;
  #list;
  #handlers;
  #commands = [];
  #options = [];
  #active = -1;
  /** The number of the newest request for values; responses to older ones are ignored. */
  #question = 0;

  /** `complete({command, argument, typed})` gets `{choices}`; `fill(text)` replaces the text; `run()` sends it. */
  constructor({ input, menu }, handlers) {
    this.#input = input;
    this.#menu = menu;
    [this.#hint, this.#list] = menu.children;
    this.#handlers = handlers;
    input.addEventListener("input", () => this.update());
    input.addEventListener("blur", () => this.close());
    // So the text field keeps the focus, and a phone keeps showing its keyboard.
    menu.addEventListener("pointerdown", (event) => event.preventDefault());
    menu.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", ({ target }) => {
      const index = [...this.#list.children].indexOf(target.closest("[role=option]"));
      if (index >= 0) this.#take(index, true);
    });
  }

  set commands(commands) {
    this.#commands = commands;
  }

  knows(name) {
    return this.#commands.some((command) => command.name === name);
  }

  /** Shows the options that match the text, if any. */
  update() {
    const text = this.#input.value;
    const question = ++this.#question;
    const [, name, rest] = /^\/(\w*)(?:[ \t]+(.*))?$/.exec(text) ?? [];
    if (name === undefined || this.#input.selectionEnd !== text.length) return this.close();
    if (rest === undefined) return this.#show("", named(this.#commands, name.toLowerCase()), 0);
    const command = this.#commands.find((command) => command.name === name.toLowerCase());
    if (!command?.arguments.length) return this.close();
    this.#offer(question, command, rest);
  }

  /** Handles a key that is meant for the menu; returns whether it was. */
  handles(event) {
    const { key, shiftKey } = event;
    if (this.#menu.hidden || shiftKey || isComposing(event)) return false;
    if (key === "Escape") return this.close(), true;
    const count = this.#options.length;
    if (count === 0) return false;
    if (key === "ArrowDown") return this.#activate((this.#active + 1) % count), true;
    if (key === "ArrowUp") return this.#activate(this.#active <= 0 ? count - 1 : this.#active - 1), true;
    if (key === "Tab") return this.#take(Math.max(this.#active, 0), false), true;
    if (key !== "Enter" || this.#active < 0) return false;
    // A complete command is sent as it is; further arguments are optional.
    if (this.#options[this.#active].text.trim() === this.#input.value.trim()) return false;
    this.#take(this.#active, true);
    return true;
  }

  close() {
    this.#question++;
    this.#menu.hidden = true;
    this.#hint.textContent = "";
    this.#options = [];
    for (const name of ["aria-activedescendant", ...Object.keys(WITH_MENU)]) this.#input.removeAttribute(name);
  }

  /** Offers values for the argument that is being typed. All arguments but the last are single words. */
  async #offer(question, command, rest) {
    const words = rest.split(/[ \t]+/);
    const last = command.arguments.length - 1;
    const index = Math.min(words.length - 1, last);
    const argument = command.arguments[index];
    const hint = `${argument.name}: ${argument.description}`;
    // The old options stay until the answer arrives, so that nothing flickers.
    this.#show(hint, hint === this.#hint.textContent ? this.#options : [], -1);
    if (!argument.completes) return;
    const before = ["/" + command.name, ...words.slice(0, index)].join(" ");
    const typed = words.slice(index).join(" ");
    const asked = { command: command.name, argument: argument.name, typed };
    const { choices } = await this.#handlers.complete(asked).catch(() => ({ choices: [] }));
    if (question !== this.#question) return;
    const option = ({ label, value }) => {
      const text = `${before} ${value}`;
      return index === last ? { label, note: "", text, done: true } : { label, note: "", text: text + " ", done: false };
    };
    this.#show(hint, choices.map(option), -1);
  }

  #show(hint, options, active) {
    if (!hint && options.length === 0) return this.close();
    this.#options = options;
    this.#hint.textContent = hint;
    this.#hint.hidden = !hint;
    this.#list.replaceChildren(...options.map(item));
    this.#list.hidden = options.length === 0;
    this.#menu.hidden = false;
    for (const [name, value] of Object.entries(WITH_MENU)) this.#input.setAttribute(name, value);
    this.#activate(active);
  }

  #activate(index) {
    this.#active = index;
    [...this.#list.children].forEach((item, i) => (item.ariaSelected = String(i === index)));
    const item = this.#list.children[index];
    if (!item) return this.#input.removeAttribute("aria-activedescendant");
    this.#input.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  /** Puts an option into the text field. With `mayRun`, sends it if it is a complete command. */
  #take(index, mayRun) {
    const { text, done } = this.#options[index];
    this.#handlers.fill(text);
    if (done && mayRun) this.#handlers.run();
    else this.update();
  }
}

/**
 * Returns whether a key belongs to an input method, as for Japanese. In Safari, the Enter that ends a conversion comes
 * after the composition (WebKit bug 165004), and has this code.
 */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** Fills the list behind the button. */
export function list(container, commands) {
  container.replaceChildren(
    ...commands.map(({ name, description }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.command = `/${name}`;
      button.append(key(`/${name}`), " ", description);
      if (name === "stop") button.append(escapeKey());
      return button;
    }),
  );
}

/** Returns the commands whose names begin with the typed text, as options. */
function named(commands, typed) {
  const option = ({ name, description, arguments: { length } }) => ({
    label: `/${name}`,
    note: description,
    text: length > 0 ? `/${name} ` : `/${name}`,
    done: length === 0,
  });
  return commands.filter(({ name }) => name.startsWith(typed)).map(option);
}

function item({ label, note }, index) {
  const item = document.createElement("li");
  item.role = "option";
  item.id = `option-${index}`;
  item.append(...(note ? [key(label), " ", note] : [label]));
  return item;
}

function key(text) {
  const key = document.createElement("kbd");
  key.textContent = text;
  return key;
}

function escapeKey() {
  const small = document.createElement("small");
  small.className = "keyboard";
  small.textContent = text("web-escape");
  return small;
}
