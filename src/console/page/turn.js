// The page of one turn, step by step.

import { where } from "./activity.js";
import { el, facts, nothing, section } from "./dom.js";
import { ago, money, number, span, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "Turn";
/** The page that leads here. */
export const under = "activity";

export function draw(view) {
  const back = el("p", {}, el("a", { href: "#activity" }, "All turns"), view?.is_owner ? [" · ", el("a", { href: `#log=${view.turn.id}` }, "Its lines in the log")] : null);
  if (view === null) return [back, nothing("This turn is gone, or is not for you.")];
  const { turn, is_own, is_read, steps } = view;
  const waits = steps.find(({ kind, ends, begins }) => kind === "decision" && ends === null && begins !== null);
  return [
    back,
    section(
      "The turn",
      facts([
        ["Person", turn.person],
        ["Where", where(turn)],
        ["State", texts.turnStates[turn.state]],
        ["Waits for", waits ? [waits.input || "a decision", `, asked ${ago(waits.begins)}`] : null],
        ["Began", time(turn.started_at)],
        ["Took", turn.took_ms === null ? null : span(turn.took_ms)],
        ["Resumed", turn.attempts > 0 ? `${turn.attempts} times` : null],
        ["Tokens read", `${number(turn.input_tokens)}, of these ${number(turn.cached_tokens)} cached`],
        ["Tokens written", number(turn.output_tokens)],
        ["Cost", money(turn.cost_micros)],
      ]),
    ),
    section("Step by step", is_own ? null : el("p", { class: "soft" }, is_read ? texts.turnIsRead(turn.person) : texts.turnIsPrivate), timeline(steps, turn.started_at)),
  ];
}

function timeline(steps, began) {
  if (steps.length === 0) return nothing("Nothing of it is stored any more.");
  return el("ol", { class: "timeline" }, steps.map((step) => line(step, began)));
}

function line(step, began) {
  const { kind, name, begins, ends, state, input, output } = step;
  const at = begins ?? ends;
  const heading = [texts.steps[kind], kind === "call" || kind === "decision" ? el("code", {}, name) : name].filter(Boolean);
  return el(
    "li",
    { class: "card", data: { state: outcome(step) } },
    el("h3", {}, heading.flatMap((part, index) => (index === 0 ? [part] : [" ", part]))),
    el("p", { class: "soft" }, [at === null ? "not begun" : when(at - began), lasted(step), said(state)].filter(Boolean).join(" · ")),
    text("Given", input, `${kind}-input-${name}-${begins}`),
    text(kind === "response" ? "Said" : "Result", output, `${kind}-output-${name}-${ends}`),
  );
}

const when = (offset) => (offset < 0 ? `${span(-offset)} before it began` : `after ${span(offset)}`);

/** How long a step took; for a message, until it arrived. */
function lasted({ kind, begins, ends }) {
  if (begins === null) return "";
  if (ends === null) return `still going on, since ${ago(begins)}`;
  const length = span(Math.max(0, ends - begins));
  return kind === "message" ? `arrived within ${length}` : `took ${length}`;
}

const said = (state) => (state === "done" ? "" : state);

function outcome({ state, kind }) {
  if (kind === "call" && state !== "done" && state !== "running" && state !== "asking") return "failing";
  return { dead: "failing", denied: "failing", expired: "failing", running: "running", pending: "paused", asking: "paused" }[state] ?? "active";
}

function text(label, content, key) {
  if (!content) return null;
  if (content.length < 200) return el("pre", {}, content);
  return el("details", { data: { key } }, el("summary", {}, `${label}, ${number(content.length)} characters`), el("pre", {}, content));
}
