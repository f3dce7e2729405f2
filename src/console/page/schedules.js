// The page of reminders and tasks.

import { button, el, facts, field, form, nothing, section } from "./dom.js";
import { ago, due, money, span, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "Schedules";

/** How long typing has to rest before it is looked at, in milliseconds. */
const REST = 300;

export function draw({ schedules, total, stands_still_since }, actions) {
  const late = stands_still_since
    ? el("p", { class: "faults", role: "alert" }, "Nothing has run what was due ", time(stands_still_since), ". Restart the gateway; adjutant doctor says more.")
    : null;
  if (schedules.length === 0) {
    return [late, nothing("You have no schedules. Write to the bot, for example: every Monday at 8, tell me what is on this week")];
  }
  const more = total > schedules.length ? el("p", {}, `And ${total - schedules.length} more: /schedules in the chat lists them all.`) : null;
  return [late, section(`Your schedules (${total})`, schedules.map((schedule) => card(schedule, actions))), more];
}

function card(schedule, actions) {
  const { change, confirm } = actions;
  const { id, name, place, cadence, zone, status, paused_why, is_running, upcoming, missed, runs } = schedule;
  const act = (act) => change({ change: "schedule", id, act });
  const remove = async () => {
    if (await confirm(`Delete “${name}”? Its runs stay in the history of the chat.`, "Delete")) await act("delete");
  };
  const buttons = [
    status === "active" ? button("Pause", `pause-${id}`, () => act("pause")) : null,
    status === "paused" ? button("Resume", `resume-${id}`, () => act("resume"), "primary") : null,
    is_running ? button("Stop", `stop-${id}`, () => act("stop"), "danger") : button("Run now", `run-${id}`, () => act("run_now")),
    button("Edit", `edit-${id}`, () => edit(schedule, actions)),
    button("Delete", `delete-${id}`, remove, "danger"),
  ];
  return el(
    "article",
    { class: "card", "aria-label": name, data: { state: state(schedule) } },
    el("h3", {}, name),
    el("p", {}, cadence ?? "Its times cannot be read."),
    el("p", { class: "soft" }, is_running ? "running now" : texts.statuses[status], paused_why ? `: ${paused_why}` : null),
    facts([
      ["Next", upcoming.length > 0 ? el("ol", { class: "plain" }, upcoming.map(moment)) : null],
      ["Reports to", texts.place(place)],
      ["Time zone", zone || null],
      ["Missed", texts.missed[missed]],
    ]),
    bars(runs),
    el("div", { class: "row" }, buttons),
  );
}

/** Asks for changes of a schedule, and shows what would come of them while they are typed. */
function edit(schedule, { make, preview, confirm }) {
  const { id, name, goal, kind, value, zone, missed } = schedule;
  const choice = (chosen, options) => el("select", {}, options.map(([value, label]) => el("option", { value, selected: value === chosen }, label)));
  const kinds = Object.entries(texts.cadences).filter(([known]) => known === kind || (kind !== "hook" && known !== "hook"));
  const inputs = {
    name: el("input", { value: name, required: true }),
    goal: el("textarea", { rows: 4, required: true }, goal),
    kind: choice(kind, kinds),
    value: el("input", { value, required: true, spellcheck: "false", autocapitalize: "off" }),
    zone: el("input", { value: zone, required: true, spellcheck: "false", autocapitalize: "off" }),
    missed: choice(missed, Object.entries(texts.missed)),
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
    // A time of day is meant by the clocks of the new zone.
    if (is("kind", kind) || is("value", value) || (made.timezone && kind === "once")) {
      Object.assign(made, { cadence_type: inputs.kind.value, cadence_value: inputs.value.value.trim() });
    }
    return made;
  };
  let timer = null;
  let asked = 0;
  const look = async () => {
    hint.textContent = texts.writes[inputs.kind.value];
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
      if (doubt !== null && !(await confirm(doubt, "Save all the same"))) return "Nothing was saved.";
    } catch (failure) {
      return failure.message;
    }
    return make({ change: "edit_schedule", ...changes() });
  };
  const times = [field("When", inputs.kind), field("Written as", inputs.value, hint), field("Time zone", inputs.zone, "Such as Europe/Paris."), field("Missed times", inputs.missed)];
  const what = schedule.is_reminder ? "Text of the reminder" : "What is asked";
  const fields = el("div", { class: "fields", oninput: typed, onchange: typed }, field("Name", inputs.name), field(what, inputs.goal), kind === "hook" ? null : times, shown);
  form(`Change “${name}”`, [fields], "Save", save);
  look();
}

function outcome({ cadence, upcoming, doubt }) {
  return [
    el("p", {}, cadence ?? ""),
    upcoming.length > 0 ? el("ol", { class: "plain" }, upcoming.map(moment)) : el("p", { class: "soft" }, "It is not due at any time."),
    doubt === null ? null : el("p", { class: "bad" }, doubt),
  ].filter(Boolean);
}

/** Two runs in a row that failed are a state of their own. */
function state({ status, failures, is_running }) {
  if (is_running) return "running";
  return failures > 1 ? "failing" : status;
}

const moment = (next) => el("li", {}, due(next), el("span", { class: "soft" }, ` ${ago(next.at)}`));

function bars(runs) {
  if (runs.length === 0) return el("p", { class: "soft" }, "It has not run yet.");
  const worked = runs.filter(({ status }) => status === "succeeded").length;
  return el(
    "details",
    { data: { key: `runs-${runs[0].id}` } },
    el("summary", {}, el("span", { class: "bars", "aria-hidden": "true" }, runs.toReversed().map((run) => el("i", { data: { state: run.status } }))), ` Last ${runs.length} runs: ${worked} worked`),
    el("ol", { class: "plain" }, runs.map((run) => el("li", { data: { state: run.status } }, about(run)))),
  );
}

function about({ due_at, status, delivery, cause, late_ms, took_ms, cost_micros }) {
  const parts = [time(due_at).textContent, texts.runStates[status]];
  if (took_ms !== null) parts.push(`took ${span(took_ms)}`);
  if (late_ms > 5000) parts.push(`began ${span(late_ms)} late`);
  if (delivery !== "none") parts.push(texts.deliveries[delivery]);
  if (cost_micros > 0) parts.push(money(cost_micros));
  if (cause === "asked") parts.push("asked for");
  return parts.join(" · ");
}
