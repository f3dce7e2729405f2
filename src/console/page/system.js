// The page of the program itself: checks, copies of the database, the process, and the effective settings.

import { parts, text } from "../l10n.js";
import { button, el, facts, nothing, section, table } from "./dom.js";
import { ago, bytes, number, span, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "web-system";

/** The timeouts of requests. The gateway's own limit for the checks is shorter; a large database takes long to copy. */
const CHECKS = 150_000;
const COPY = 1_800_000;

/** The age at which the figures of the process are read anew, in milliseconds. */
const FIGURES = 25_000;

/** The result of the last checks, `{findings, at}`. */
let report = null;
/** The figures and settings of the process, and when they were last requested. */
let process = null;
let askedAt = 0;
/** The kinds of work in progress: `checks`, `copy`. */
const busy = new Set();
let words = "";
let isWhole = false;

export function draw(view, actions) {
  if (!view.is_owner) return [nothing(text("web-system-for-owner"))];
  if (Date.now() - askedAt > FIGURES) look(actions);
  return [checks(actions), copies(view.backups, actions), program(view), counting(actions.redraw)];
}

async function look({ read, redraw }) {
  askedAt = Date.now();
  process = (await read("process")) ?? process;
  redraw();
}

/** Runs a kind of work on the gateway unless it runs already; its button shows the progress. Resolves to the result. */
async function work(name, path, timeout, { run, redraw }) {
  if (busy.has(name)) return null;
  busy.add(name);
  redraw();
  try {
    return await run(path, timeout);
  } finally {
    busy.delete(name);
    redraw();
  }
}

function checks(actions) {
  const check = async () => {
    report = (await work("checks", "/api/console/checks", CHECKS, actions)) ?? report;
    actions.redraw();
  };
  return section(
    text("web-checks"),
    el("p", { class: "soft" }, text("web-what-is-checked")),
    el("div", { class: "row" }, button(busy.has("checks") ? text("web-checking") : text("web-run-checks"), "checks", check, "primary")),
    report === null ? nothing(text("web-not-checked")) : findings(report),
  );
}

function findings({ findings, at }) {
  const of = (severity) => findings.filter((finding) => finding.severity === severity);
  const [failures, warnings, well] = ["failure", "warning", "ok"].map(of);
  const bad = [...failures, ...warnings];
  const summary = bad.length === 0 ? text("web-all-is-well") : text("web-failures-and-warnings", { failures: failures.length, warnings: warnings.length });
  const state = failures.length > 0 ? "faults" : bad.length > 0 ? "nothing" : "well";
  return [
    el("p", { class: state, role: "status" }, el("span", {}, parts("web-checked-at", { summary, time: time(at) }))),
    bad.length > 0 ? el("ul", { class: "cards" }, bad.map(finding)) : null,
    el("details", { data: { key: "well" } }, el("summary", {}, text("web-what-is-well", { count: well.length })), el("ul", { class: "cards" }, well.map(finding))),
  ];
}

function finding({ code, name, severity, detail, checked, remedy }) {
  return el(
    "li",
    { class: "card", data: { state: texts.severityStates[severity] } },
    el("h3", {}, text("web-finding", { name, severity })),
    el("p", { class: "lines" }, detail),
    severity === "ok" ? null : el("p", {}, marked(remedy)),
    el("p", { class: "soft" }, marked(checked), " ", parts("web-code", { code: el("code", {}, code) })),
  );
}

/** Returns the nodes of a text; text between backticks becomes code. */
const marked = (words) => words.split("`").map((part, at) => (at % 2 === 1 ? el("code", {}, part) : part));

function copies({ schedule, keep, copies, failure }, actions) {
  const copy = () => work("copy", "/api/console/backups", COPY, actions);
  const rows = copies.map(({ name, at, bytes: size }) => [
    time(at),
    ago(at),
    bytes(size),
    el("a", { href: `/api/console/backups/${encodeURIComponent(name)}`, download: name, "aria-label": text("web-download", { name }) }, name),
  ]);
  return section(
    text("web-copies"),
    el("p", {}, text("web-what-a-copy-holds")),
    el(
      "p",
      { class: "soft" },
      schedule === ""
        ? parts("web-no-calendar", { setting: el("code", {}, "backup.schedule") })
        : parts("web-by-calendar", { schedule: el("code", {}, schedule), count: keep }),
    ),
    el("div", { class: "row" }, button(busy.has("copy") ? text("web-copying") : text("web-back-up-now"), "copy", copy)),
    failure === null ? null : el("p", { class: "faults", role: "alert" }, text("web-copies-unlisted", { why: failure })),
    rows.length > 0 ? table(text("web-copies-newest"), [text("web-time"), text("web-age"), text("web-size-head"), text("web-download-head")], rows) : nothing(text("web-no-copy")),
  );
}

function program({ version, build, started_at, paths }) {
  const { id, memory, cpu_ms, files } = process ?? {};
  return section(
    text("web-program"),
    facts([
      [text("web-version"), version],
      [text("web-build"), build],
      [text("web-process"), id],
      [text("web-running-since"), parts("web-time-and-ago", { time: time(started_at), ago: ago(started_at) })],
      [text("web-memory-used"), memory && bytes(memory)],
      [text("web-computing-time"), cpu_ms && span(cpu_ms)],
      [text("web-open-files"), files && number(files)],
      ...paths.map(([name, path]) => [name, el("code", {}, path)]),
    ]),
  );
}

function counting(redraw) {
  if (process === null) return section(text("web-settings"), nothing(text("web-reading")));
  const search = (event) => { words = event.target.value; redraw(); };
  const choose = (event) => { isWhole = event.target.checked; redraw(); };
  const wanted = words.toLowerCase();
  const says = ({ path, value, origin }) => [path, value, origin].join(" ").toLowerCase();
  const shown = process.settings.filter((setting) => (isWhole || !setting.is_default) && says(setting).includes(wanted));
  const rows = shown.map(({ path, value, origin }) => [el("code", {}, path), el("code", {}, value), origin]);
  return section(
    text("web-settings"),
    el("p", { class: "soft" }, text("web-as-of-start")),
    el(
      "div",
      { class: "row" },
      el("label", {}, `${text("web-words")} `, el("input", { type: "search", value: words, data: { key: "setting-words" }, oninput: search })),
      el("label", {}, el("input", { type: "checkbox", checked: isWhole, data: { key: "setting-defaults" }, onchange: choose }), ` ${text("web-with-defaults")}`),
    ),
    rows.length > 0 ? table(text("web-settings-with-source"), [text("web-setting-head"), text("web-value"), text("web-from")], rows) : nothing(text("web-no-setting")),
  );
}
