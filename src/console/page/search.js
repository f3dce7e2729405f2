// The search box of a page.

import { text } from "../l10n.js";
import { el } from "./dom.js";

/** The texts in the pages' search boxes that have not been searched for yet. */
const typed = new Map();

/** Returns the search box of a page, with a link back to the whole list while a search is shown. */
export function search({ page, query, label, all }, { go }) {
  const begin = (event) => {
    event.preventDefault();
    const wanted = (typed.get(page) ?? query).trim();
    typed.delete(page);
    go(page, wanted);
  };
  const type = (event) => typed.set(page, event.target.value);
  return el(
    "form",
    { class: "row", role: "search", onsubmit: begin },
    el("label", { class: "wide-field" }, `${label} `, el("input", { type: "search", value: typed.get(page) ?? query, data: { key: "query" }, oninput: type })),
    el("button", { class: "primary", type: "submit", data: { key: "search" } }, text("web-search")),
    query === "" ? null : el("a", { class: "beside", href: `#${page}` }, all),
  );
}
