// The page of the program itself: checks, copies of the database, the process, and the settings that count.

import { button, el, facts, nothing, section, table } from "./dom.js";
import { ago, bytes, number, span, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "System";

/** The gateway ends the checks before this time has passed; a copy of a large database takes long. */
const CHECKS = 150_000;
const COPY = 1_800_000;

/** How old the figures of the process may become, in milliseconds. */
const FIGURES = 25_000;

/** What the checks found last, `{findings, at}`. */
let report = null;
/** The figures of the process and its settings, and when they were asked for. */
let process = null;
let askedAt = 0;
/** What runs: `checks`, `copy`. */
const busy = new Set();
let words = "";
let isWhole = false;

export function draw(view, actions) {
  if (!view.is_owner) return [nothing("Only the owner sees the system.")];
  if (Date.now() - askedAt > FIGURES) look(actions);
  return [checks(actions), copies(view.backups, actions), standing(view), counting(actions.redraw)];
}

async function look({ read, redraw }) {
  askedAt = Date.now();
  process = (await read("process")) ?? process;
  redraw();
}

/** Has the gateway work, unless it does already, and shows meanwhile that it does. */
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
    "Checks",
    el("p", { class: "soft" }, "What adjutant doctor checks: database, channels, models, servers, the clock and more. Each model is sent one short question."),
    el("div", { class: "row" }, button(busy.has("checks") ? "Checking…" : "Run the checks", "checks", check, "primary")),
    report === null ? nothing("The checks have not run since this page was opened.") : findings(report),
  );
}

function findings({ findings, at }) {
  const of = (severity) => findings.filter((finding) => finding.severity === severity);
  const [failures, warnings, well] = ["failure", "warning", "ok"].map(of);
  const bad = [...failures, ...warnings];
  const summary = bad.length === 0 ? "All is well." : `Failures: ${failures.length}. Warnings: ${warnings.length}.`;
  const state = failures.length > 0 ? "faults" : bad.length > 0 ? "nothing" : "well";
  return [
    el("p", { class: state, role: "status" }, el("span", {}, `${summary} Checked `, time(at))),
    bad.length > 0 ? el("ul", { class: "cards" }, bad.map(finding)) : null,
    el("details", { data: { key: "well" } }, el("summary", {}, `What is well (${well.length})`), el("ul", { class: "cards" }, well.map(finding))),
  ];
}

function finding({ code, name, severity, detail, checked, remedy }) {
  return el(
    "li",
    { class: "card", data: { state: texts.severityStates[severity] } },
    el("h3", {}, `${name}: ${texts.severities[severity]}`),
    el("p", { class: "lines" }, detail),
    severity === "ok" ? null : el("p", {}, marked(remedy)),
    el("p", { class: "soft" }, marked(checked), " Code: ", el("code", {}, code)),
  );
}

/** Returns the nodes of a text in which code stands between backticks. */
const marked = (text) => text.split("`").map((part, at) => (at % 2 === 1 ? el("code", {}, part) : part));

function copies({ schedule, keep, copies, failure }, actions) {
  const copy = () => work("copy", "/api/console/backups", COPY, actions);
  const rows = copies.map(({ name, at, bytes: size }) => [
    time(at),
    ago(at),
    bytes(size),
    el("a", { href: `/api/console/backups/${encodeURIComponent(name)}`, download: name, "aria-label": `Download ${name}` }, name),
  ]);
  return section(
    "Copies of the database",
    el("p", {}, "A copy holds everybody’s words: whoever has it can read them. The audit says who made and took one. People’s files, websites and the key of their secrets are not in it."),
    el(
      "p",
      { class: "soft" },
      schedule === ""
        ? ["None is made by the calendar, and none is deleted. Setting: ", el("code", {}, "backup.schedule")]
        : ["Made by the calendar ", el("code", {}, schedule), `, which then keeps the newest ${number(keep)}.`],
    ),
    el("div", { class: "row" }, button(busy.has("copy") ? "Copying…" : "Back up now", "copy", copy)),
    failure === null ? null : el("p", { class: "faults", role: "alert" }, `The copies cannot be listed: ${failure}`),
    rows.length > 0 ? table("Copies, the newest first", ["Time", "Age", "Size", "Download"], rows) : nothing("There is no copy yet."),
  );
}

function standing({ version, build, started_at, paths }) {
  const { id, memory, cpu_ms, files } = process ?? {};
  return section(
    "Program",
    facts([
      ["Version", version],
      ["Build", build],
      ["Process", id],
      ["Running since", [time(started_at), ` (${ago(started_at)})`]],
      ["Memory", memory && bytes(memory)],
      ["Computing time", cpu_ms && span(cpu_ms)],
      ["Open files and connections", files && number(files)],
      ...paths.map(([name, path]) => [name, el("code", {}, path)]),
    ]),
  );
}

function counting(redraw) {
  if (process === null) return section("Settings that count", nothing(texts.loading));
  const search = (event) => { words = event.target.value; redraw(); };
  const choose = (event) => { isWhole = event.target.checked; redraw(); };
  const wanted = words.toLowerCase();
  const says = ({ path, value, origin }) => [path, value, origin].join(" ").toLowerCase();
  const shown = process.settings.filter((setting) => (isWhole || !setting.is_default) && says(setting).includes(wanted));
  const rows = shown.map(({ path, value, origin }) => [el("code", {}, path), el("code", {}, value), origin]);
  return section(
    "Settings that count",
    el("p", { class: "soft" }, "As of the start of the process. Of secrets, only whether they are set."),
    el(
      "div",
      { class: "row" },
      el("label", {}, "Words ", el("input", { type: "search", value: words, data: { key: "setting-words" }, oninput: search })),
      el("label", {}, el("input", { type: "checkbox", checked: isWhole, data: { key: "setting-defaults" }, onchange: choose }), " with defaults"),
    ),
    rows.length > 0 ? table("Settings with their source", ["Setting", "Value", "From"], rows) : nothing("No setting matches."),
  );
}
