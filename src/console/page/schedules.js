// The page of reminders and tasks.

import { parts, text } from "../l10n.js";
import { button, el, facts, field, form, nothing, section } from "./dom.js";
import { ago, due, money, span, time } from "./format.js";
import { search } from "./search.js";
import * as texts from "./texts.js";

export const title = "web-schedules";

/** How long the person has to pause in typing before the preview is requested, in milliseconds. */
const REST = 300;

const CADENCES = ["once", "interval", "cron", "rrule", "hook"];
const MISSED = ["skip", "once", "all"];

export function draw({ query, schedules, total, stands_still_since }, actions) {
  const late = stands_still_since
    ? el("p", { class: "faults", role: "alert" }, parts("web-stands-still", { time: time(stands_still_since) }))
    : null;
  if (schedules.length === 0 && query === "") {
    return [late, nothing(text("web-no-schedules"))];
  }
  const box = search({ page: "schedules", query, label: text("web-search-schedules"), all: text("web-all-schedules") }, actions);
  if (schedules.length === 0) return [late, box, nothing(text("web-nothing-found"))];
  const more = total > schedules.length ? el("p", {}, text("web-more-schedules", { count: total - schedules.length })) : null;
  const heading = query === "" ? text("web-your-schedules", { count: total }) : text("web-found-for", { query });
  return [late, box, section(heading, schedules.map((schedule) => card(schedule, actions))), more];
}

function card(schedule, actions) {
  const { change, confirm } = actions;
  const { id, name, place, cadence, zone, status, paused_why, is_running, upcoming, missed, runs } = schedule;
  const act = (act) => change({ change: "schedule", id, act });
  const remove = async () => {
    if (await confirm(text("web-delete-schedule", { name }), text("web-delete"))) await act("delete");
  };
  const buttons = [
    status === "active" ? button(text("web-pause"), `pause-${id}`, () => act("pause")) : null,
    // Both have one key, so that the focus stays.
    status === "paused" ? button(text("web-resume"), `pause-${id}`, () => act("resume"), "primary") : null,
    is_running ? button(text("web-stop-run"), `stop-${id}`, () => act("stop"), "danger") : button(text("web-run-now"), `run-${id}`, () => act("run_now")),
    button(text("web-edit"), `edit-${id}`, () => edit(schedule, actions)),
    button(text("web-delete"), `delete-${id}`, remove, "danger"),
  ];
  const shown = text("web-schedule-state", { state: is_running ? "running" : status });
  return el(
    "article",
    { class: "card", "aria-label": name, data: { state: state(schedule) } },
    el("h3", {}, name),
    el("p", {}, cadence ?? text("web-times-unreadable")),
    el("p", { class: "soft" }, paused_why ? text("web-state-why", { state: shown, why: paused_why }) : shown),
    facts([
      [text("web-next"), upcoming.length > 0 ? el("ol", { class: "plain" }, upcoming.map(moment)) : null],
      [text("web-reports-to"), texts.place(place)],
      [text("web-time-zone"), zone || null],
      [text("web-missed"), text("web-missed-times", { missed })],
    ]),
    bars(runs),
    el("div", { class: "row" }, buttons),
  );
}

/** Opens the form to edit a schedule, with a preview of the changes while they are typed. */
function edit(schedule, { make, preview, confirm }) {
  const { id, name, goal, kind, value, zone, missed, version } = schedule;
  const choice = (chosen, options) => el("select", {}, options.map(([value, label]) => el("option", { value, selected: value === chosen }, label)));
  const kinds = CADENCES.filter((known) => known === kind || (kind !== "hook" && known !== "hook")).map((kind) => [kind, text("web-cadence", { kind })]);
  const inputs = {
    name: el("input", { value: name, required: true }),
    goal: el("textarea", { rows: 4, required: true }, goal),
    kind: choice(kind, kinds),
    value: el("input", { value, required: true, spellcheck: "false", autocapitalize: "off" }),
    zone: el("input", { value: zone, required: true, spellcheck: "false", autocapitalize: "off" }),
    missed: choice(missed, MISSED.map((missed) => [missed, text("web-missed-times", { missed })])),
  };
  const hint = el("span", { class: "soft" });
  const shown = el("div", { class: "preview", "aria-live": "polite" });
  const changes = () => {
    const made = { schedule_id: id };
    const is = (input, old) => inputs[input].value.trim() !== old;
    if (is("name", name)) made.name = inputs.name.value;
    if (is("goal", goal.trim())) made.goal = inputs.goal.value;
    if (is("missed", missed)) made.missed = inputs.missed.value;
    if (is("zone", zone)) made.timezone = inputs.zone.value.trim();
    // A time of day is read in the new zone.
    if (is("kind", kind) || is("value", value) || (made.timezone && kind === "once")) {
      Object.assign(made, { cadence_type: inputs.kind.value, cadence_value: inputs.value.value.trim() });
    }
    return made;
  };
  let timer = null;
  let asked = 0;
  const look = async () => {
    hint.textContent = text("web-cadence-written", { kind: inputs.kind.value });
    const number = ++asked;
    const seen = await preview(changes()).catch((failure) => failure);
    if (number !== asked) return;
    shown.replaceChildren(...(seen instanceof Error ? [el("p", { class: "bad" }, seen.message)] : outcome(seen)));
  };
  const typed = () => {
    clearTimeout(timer);
    timer = setTimeout(look, REST);
  };
  const save = async () => {
    try {
      const { doubt } = await preview(changes());
      if (doubt !== null && !(await confirm(doubt, text("web-save-all-the-same")))) return text("web-nothing-saved");
    } catch (failure) {
      return failure.message;
    }
    return make({ change: "edit_schedule", version, edit: changes() });
  };
  const times = [field(text("web-when"), inputs.kind), field(text("web-written-as"), inputs.value, hint), field(text("web-time-zone"), inputs.zone, text("web-time-zone-example")), field(text("web-missed-label"), inputs.missed)];
  const what = schedule.is_reminder ? text("web-reminder-text") : text("web-what-is-asked");
  const fields = el("div", { class: "fields", oninput: typed, onchange: typed }, field(text("web-name"), inputs.name), field(what, inputs.goal), kind === "hook" ? null : times, shown);
  form(text("web-change-schedule", { name }), [fields], text("web-save"), save);
  look();
}

function outcome({ cadence, upcoming, doubt }) {
  return [
    el("p", {}, cadence ?? ""),
    upcoming.length > 0 ? el("ol", { class: "plain" }, upcoming.map(moment)) : el("p", { class: "soft" }, text("web-never-due")),
    doubt === null ? null : el("p", { class: "bad" }, doubt),
  ].filter(Boolean);
}

/** Returns the state of a schedule's card; two failed runs in a row have their own. */
function state({ status, failures, is_running }) {
  if (is_running) return "running";
  return failures > 1 ? "failing" : status;
}

const moment = (next) => el("li", {}, due(next), el("span", { class: "soft" }, ` ${ago(next.at)}`));

function bars(runs) {
  if (runs.length === 0) return el("p", { class: "soft" }, text("web-no-runs"));
  const worked = runs.filter(({ status }) => status === "succeeded").length;
  return el(
    "details",
    { data: { key: `runs-${runs[0].id}` } },
    el("summary", {}, el("span", { class: "bars", "aria-hidden": "true" }, runs.toReversed().map((run) => el("i", { data: { state: run.status } }))), ` ${text("web-last-runs", { count: runs.length, worked })}`),
    el("ol", { class: "plain" }, runs.map((run) => el("li", { data: { state: run.status } }, about(run)))),
  );
}

function about({ due_at, status, delivery, cause, late_ms, took_ms, cost_micros }) {
  const parts = [time(due_at).textContent, text("web-run-state", { state: status })];
  if (took_ms !== null) parts.push(text("web-took", { span: span(took_ms) }));
  if (late_ms > 5000) parts.push(text("web-began-late", { span: span(late_ms) }));
  if (delivery !== "none") parts.push(text("web-delivery", { state: delivery }));
  if (cost_micros > 0) parts.push(money(cost_micros));
  if (cause === "asked") parts.push(text("web-asked-for"));
  return parts.join(" · ");
}
