// Builds elements. Strings only ever become text nodes: nothing in them can become markup.

import { text } from "../l10n.js";

/**
 * Returns an element. Omits attributes that are null or false; `onclick` and other handlers are functions; `data` is an
 * object for the dataset. Children are nodes, texts, or arrays of them; null is left out.
 */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  set(made, attributes);
  made.append(...children.flat(2).filter((child) => child !== null && child !== undefined));
  return made;
}

/** Returns an SVG element. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(made, attributes);
  made.append(...children);
  return made;
}

function set(made, { data = {}, ...attributes }) {
  Object.assign(made.dataset, data);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
}

/** Returns a section with a heading. */
export const section = (title, ...children) => el("section", {}, el("h2", {}, title), ...children);

/** Returns the paragraph that is shown instead of an empty list. */
export const nothing = (text) => el("p", { class: "nothing" }, text);

/** Returns a list of terms with their values; omits rows whose value is null. */
export function facts(rows) {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined);
  return el("dl", { class: "facts" }, shown.map(([term, value]) => el("div", {}, el("dt", {}, term), el("dd", {}, value))));
}

/** Returns a table that scrolls sideways in a narrow window, without the rest of the page. */
export function table(caption, heads, rows) {
  const head = el("tr", {}, heads.map((name) => el("th", { scope: "col" }, name)));
  const body = rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, cell))));
  const made = el("table", {}, el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, body));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": caption }, made);
}

/** Returns a button that is busy until its action has ended. `key` keeps the focus when the page is redrawn. */
export function button(label, key, act, kind = "") {
  const pressed = async (event) => {
    const { currentTarget } = event;
    if (currentTarget.ariaBusy === "true") return;
    currentTarget.ariaBusy = "true";
    try {
      await act();
    } finally {
      currentTarget.ariaBusy = "false";
    }
  };
  return el("button", { type: "button", class: kind, data: { key }, onclick: pressed }, label);
}

/** Returns an input with its label, and with a hint if there is one. */
export function field(label, input, hint = null) {
  return el("label", { class: "field" }, label, input, hint ? el("span", { class: "soft" }, hint) : null);
}

/**
 * Opens a form in a dialog, which stays when the page is redrawn. `save()` resolves to null on success, which closes
 * the dialog, or to the reason for a refusal, which the dialog shows.
 */
export function form(title, fields, label, save) {
  const error = el("p", { class: "bad", role: "alert" });
  const submit = el("button", { class: "primary", type: "submit" }, label);
  const saved = async (event) => {
    event.preventDefault();
    if (submit.ariaBusy === "true") return;
    submit.ariaBusy = "true";
    error.textContent = "";
    const refused = await save().finally(() => { submit.ariaBusy = "false"; });
    if (refused === null) shown.close();
    else error.textContent = refused;
  };
  const cancel = el("button", { type: "button", onclick: () => shown.close() }, text("web-cancel"));
  const asks = el("form", { onsubmit: saved }, el("h2", { id: "form-title" }, title), fields, error, el("div", { class: "row" }, submit, cancel));
  const shown = el("dialog", { class: "form", "aria-labelledby": "form-title", onclose: () => shown.remove() }, asks);
  document.body.append(shown);
  shown.showModal();
}
