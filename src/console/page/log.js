// The page of the gateway's log.

import { parts, text } from "../l10n.js";
import { button, el, nothing } from "./dom.js";
import { number, second, time } from "./format.js";

export const title = "web-log";

/** The most lines that the page keeps, which is the gateway's own limit, and the most that it shows. */
const KEPT = 2_000;
const SHOWN = 300;
const LEVELS = ["ERROR", "WARN", "INFO", "DEBUG", "TRACE"];

let level = "TRACE";
let component = "";
let person = "";
let words = "";
let turn = "";
/** The turn in the page's address. */
let asked = "";
/** The lines at the time of the pause; null unless the log is paused. */
let stopped = null;

/** Returns the view with new lines added. */
export const add = (view, lines) => ({ ...view, lines: [...view.lines, ...lines].slice(-KEPT) });

export function draw(view, actions) {
  if (!view.is_owner) return [nothing(text("web-log-for-owner"))];
  if (view.turn !== asked) turn = asked = view.turn;
  const lines = stopped ?? view.lines;
  const chosen = lines.filter(isChosen);
  const shown = chosen.slice(-SHOWN).toReversed();
  return [
    filters(view, lines, actions),
    pause(view, actions),
    el("p", { class: "soft" }, parts("web-lines", { chosen: number(chosen.length), all: lines.length, time: time(view.begun_at), part: chosen.length > SHOWN ? "yes" : "no", shown: SHOWN })),
    shown.length > 0 ? el("ol", { class: "log", reversed: true }, shown.map((line) => row(line, view))) : nothing(lines.length > 0 ? text("web-no-line") : text("web-nothing-logged")),
  ];
}

/** Returns the part of the gateway that wrote a line. */
function part(target) {
  const [crate, room] = target.split("::");
  return crate === "adjutant" && room ? room : crate.replace(/^adjutant_/, "");
}

const valueOf = (line, name) => line.fields[name] ?? line.ids[name] ?? null;

function isChosen(line) {
  return (
    LEVELS.indexOf(line.level) <= LEVELS.indexOf(level) &&
    (component === "" || part(line.target) === component) &&
    (person === "" || valueOf(line, "user") === person) &&
    (turn === "" || valueOf(line, "turn") === turn) &&
    (words === "" || says(line).includes(words.toLowerCase()))
  );
}

const says = ({ target, message, fields, ids }) => [target, message, ...Object.values(fields), ...Object.values(ids)].join(" ").toLowerCase();

function filters({ people }, lines, { redraw }) {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const of = (value) => [...new Set(lines.map(value).filter((found) => found !== null))].sort();
  const choice = (label, key, chosen, options, set) =>
    el("label", {}, `${label} `, el("select", { data: { key }, onchange: (event) => { set(event.target.value); redraw(); } }, options.map(([value, name]) => el("option", { value, selected: value === chosen }, name))));
  const input = (label, key, value, set) =>
    el("label", {}, `${label} `, el("input", { type: "search", value, data: { key }, spellcheck: "false", oninput: (event) => { set(event.target.value); redraw(); } }));
  const parts = of(({ target }) => part(target)).map((name) => [name, name]);
  const users = of((line) => valueOf(line, "user")).map((id) => [id, names.get(id) ?? id]);
  return el(
    "div",
    { class: "row" },
    choice(text("web-level"), "level", level, LEVELS.map((name) => [name, name === "TRACE" ? text("web-all-levels") : text("web-level-and-above", { level: name.toLowerCase() })]), (value) => { level = value; }),
    choice(text("web-part"), "component", component, [["", text("web-all-parts")], ...parts], (value) => { component = value; }),
    choice(text("web-person"), "person", person, [["", text("web-everybody-in-log")], ...users], (value) => { person = value; }),
    input(text("web-turn"), "turn", turn, (value) => { turn = value.trim(); }),
    input(text("web-words"), "words", words, (value) => { words = value; }),
  );
}

function pause(view, { redraw }) {
  const isStopped = stopped !== null;
  const newest = stopped?.at(-1)?.number ?? 0;
  const newer = isStopped ? view.lines.filter((line) => line.number > newest && isChosen(line)).length : 0;
  const turn = () => {
    stopped = isStopped ? null : view.lines;
    redraw();
  };
  return el(
    "div",
    { class: "row" },
    button(isStopped ? text("web-go-on") : text("web-pause"), "pause", turn),
    isStopped ? el("p", { class: "beside", role: "status" }, text("web-paused-newer", { count: newer })) : null,
  );
}

function row({ at, level, target, message, fields, ids }, { people }) {
  const value = ([name, value]) => {
    if (name === "turn") return el("a", { href: `#log=${encodeURIComponent(value)}` }, `turn=${value}`);
    if (name === "user") return `user=${people.find(({ id }) => id === value)?.name ?? value}`;
    return `${name}=${value}`;
  };
  const apart = (pairs) => Object.entries(pairs).flatMap((pair) => [" ", value(pair)]);
  return el(
    "li",
    { data: { level } },
    el("span", { class: "soft" }, second(at)),
    " ",
    el("b", {}, level),
    " ",
    el("code", {}, part(target)),
    ` ${message}`,
    el("span", {}, ...apart(fields)),
    el("span", { class: "soft" }, ...apart(ids)),
  );
}
