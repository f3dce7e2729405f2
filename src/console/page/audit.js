// The page of the audit log: who allowed what, and how it was used.

import { text } from "../l10n.js";
import { el, nothing, table } from "./dom.js";
import { time } from "./format.js";

export const title = "web-audit";

const KINDS = ["decision", "grant", "revocation", "call"];

let kind = "";
let words = "";

export function draw({ events, is_whole }, { redraw }) {
  const chosen = events.filter((event) => (kind === "" || event.kind === kind) && says(event).includes(words.toLowerCase()));
  const rows = chosen.map(({ at, kind, person, by, tool, outcome, about }) => [time(at), text("web-audit-kind", { kind }), person, tool, outcome, by === person ? "" : (by ?? text("web-by-gateway")), el("div", { class: "about" }, about)]);
  const heads = [text("web-time"), text("web-kind"), text("web-person"), text("web-tool"), text("web-outcome"), text("web-by"), text("web-about")];
  return [
    filters(redraw),
    rows.length > 0 ? table(text("web-events"), heads, rows) : nothing(text("web-no-event")),
    is_whole ? null : el("p", {}, text("web-older-events")),
    el("p", {}, el("a", { href: "/api/console/tables/audit.csv", download: "audit.csv" }, text("web-events-as-table"))),
  ];
}

const says = ({ person, by, tool, outcome, about }) => [person, by ?? "", tool, outcome, about].join(" ").toLowerCase();

function filters(redraw) {
  const options = [["", text("web-all-kinds")], ...KINDS.map((kind) => [kind, text("web-audit-kind", { kind })])];
  const change = (event) => { kind = event.target.value; redraw(); };
  const search = (event) => { words = event.target.value; redraw(); };
  return el(
    "div",
    { class: "row" },
    el("label", {}, `${text("web-kind")} `, el("select", { data: { key: "kind" }, onchange: change }, options.map(([value, name]) => el("option", { value, selected: value === kind }, name)))),
    el("label", {}, `${text("web-words")} `, el("input", { type: "search", value: words, data: { key: "words" }, oninput: search })),
  );
}
