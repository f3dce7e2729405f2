// The page of one turn, step by step.

import { text as said } from "../l10n.js";
import { turnState, where } from "./activity.js";
import { el, facts, nothing, section } from "./dom.js";
import { ago, money, number, span, time } from "./format.js";

export const title = "web-turn";
/** The page whose link in the navigation is marked. */
export const under = "activity";

export function draw(view) {
  const back = el("p", {}, el("a", { href: "#activity" }, said("web-all-turns")), view?.is_owner ? [" · ", el("a", { href: `#log=${view.turn.id}` }, said("web-turn-in-log"))] : null);
  if (view === null) return [back, nothing(said("web-turn-gone"))];
  const { turn, is_own, is_read, steps } = view;
  const waits = steps.find(({ kind, ends, begins }) => kind === "decision" && ends === null && begins !== null);
  return [
    back,
    section(
      said("web-the-turn"),
      facts([
        [said("web-person"), turn.person],
        [said("web-where"), where(turn)],
        [said("web-state-of-turn"), turnState(turn)],
        [said("web-waits-for"), waits ? said("web-waits-since", { what: waits.input || said("web-a-decision"), ago: ago(waits.begins) }) : null],
        [said("web-began"), time(turn.started_at)],
        [said("web-duration"), turn.took_ms === null ? null : span(turn.took_ms)],
        [said("web-resumed"), turn.attempts > 0 ? said("web-times", { count: turn.attempts }) : null],
        [said("web-tokens-read"), said("web-tokens-of-these-cached", { tokens: number(turn.input_tokens), cached: number(turn.cached_tokens) })],
        [said("web-tokens-written"), number(turn.output_tokens)],
        [said("web-cost"), money(turn.cost_micros)],
      ]),
    ),
    section(said("web-step-by-step"), is_own ? null : el("p", { class: "soft" }, is_read ? said("web-turn-is-read", { name: turn.person }) : said("web-turn-is-private")), timeline(steps, turn.started_at)),
  ];
}

function timeline(steps, began) {
  if (steps.length === 0) return nothing(said("web-turn-not-stored"));
  return el("ol", { class: "timeline" }, steps.map((step) => line(step, began)));
}

function line(step, began) {
  const { kind, name, begins, ends, state, input, output } = step;
  const at = begins ?? ends;
  const heading = [said("web-step", { kind }), kind === "call" || kind === "decision" ? el("code", {}, name) : name].filter(Boolean);
  return el(
    "li",
    { class: "card", data: { state: outcome(step) } },
    el("h3", {}, heading.flatMap((part, index) => (index === 0 ? [part] : [" ", part]))),
    el("p", { class: "soft" }, [at === null ? said("web-not-begun") : when(at - began), lasted(step), outcomeOf(state)].filter(Boolean).join(" · ")),
    text(said("web-given"), input, `${kind}-input-${name}-${begins}`),
    text(kind === "response" ? said("web-said") : said("web-result"), output, `${kind}-output-${name}-${ends}`),
  );
}

const when = (offset) => (offset < 0 ? said("web-before-beginning", { span: span(-offset) }) : said("web-after", { span: span(offset) }));

/** How long a step took; for a message, until it arrived. */
function lasted({ kind, begins, ends }) {
  if (begins === null) return "";
  if (ends === null) return said("web-goes-on", { ago: ago(begins) });
  const length = span(Math.max(0, ends - begins));
  return kind === "message" ? said("web-arrived-within", { span: length }) : said("web-took", { span: length });
}

const outcomeOf = (state) => (state === "done" || state === "" ? "" : said("web-step-state", { state }));

function outcome({ state, kind }) {
  if (kind === "call" && state !== "done" && state !== "running" && state !== "asking") return "failing";
  return { dead: "failing", denied: "failing", expired: "failing", running: "running", pending: "paused", asking: "paused" }[state] ?? "active";
}

function text(label, content, key) {
  if (!content) return null;
  if (content.length < 200) return el("pre", {}, content);
  return el("details", { data: { key } }, el("summary", {}, said("web-characters", { label, count: content.length })), el("pre", {}, content));
}
