// The page of who allowed what, and what was done with it.

import { el, nothing, table } from "./dom.js";
import { time } from "./format.js";

export const title = "Audit";

const KINDS = { decision: "Decisions", grant: "Grants", revocation: "Revocations", call: "Calls" };

let kind = "";
let words = "";

export function draw({ events, is_whole }, { redraw }) {
  const chosen = events.filter((event) => (kind === "" || event.kind === kind) && says(event).includes(words.toLowerCase()));
  const rows = chosen.map(({ at, kind, person, by, tool, outcome, about }) => [time(at), KINDS[kind], person, tool, outcome, by === person ? "" : (by ?? "the gateway"), about]);
  const heads = ["Time", "Kind", "Person", "Tool", "Outcome", "By", "About"];
  return [
    filters(redraw),
    rows.length > 0 ? table("Events, the newest first", heads, rows) : nothing("No event matches."),
    is_whole ? null : el("p", {}, "Older events are in the table below and in the output of adjutant audit."),
    el("p", {}, el("a", { href: "/api/console/tables/audit.csv", download: "audit.csv" }, "The newest 20,000 events as a table (CSV)")),
  ];
}

const says = ({ person, by, tool, outcome, about }) => [person, by ?? "", tool, outcome, about].join(" ").toLowerCase();

function filters(redraw) {
  const options = [["", "All kinds"], ...Object.entries(KINDS)];
  const change = (event) => { kind = event.target.value; redraw(); };
  const search = (event) => { words = event.target.value; redraw(); };
  return el(
    "div",
    { class: "row" },
    el("label", {}, "Kind ", el("select", { data: { key: "kind" }, onchange: change }, options.map(([value, name]) => el("option", { value, selected: value === kind }, name)))),
    el("label", {}, "Words ", el("input", { type: "search", value: words, data: { key: "words" }, oninput: search })),
  );
}
