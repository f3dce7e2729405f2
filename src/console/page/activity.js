// The page of turns: what was answered, and how long that took.

import { el, nothing, section, table } from "./dom.js";
import { money, number, span, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "Activity";

const HEADS = ["Began", "Person", "Where", "State", "Took", "Tool calls", "Tokens", "Cost"];

export function draw({ turns }) {
  if (turns.length === 0) return [nothing("Nothing has been answered yet. Write to the bot.")];
  const row = (turn) => [
    el("a", { href: `#turn=${turn.id}` }, time(turn.started_at)),
    turn.person,
    where(turn),
    texts.turnStates[turn.state] + (turn.attempts > 0 ? `, resumed ${turn.attempts} times` : ""),
    turn.took_ms === null ? "" : span(turn.took_ms),
    number(turn.calls),
    number(turn.input_tokens + turn.output_tokens),
    money(turn.cost_micros),
  ];
  return [section("The newest answers and runs", table("Turns, the newest first", HEADS, turns.map(row)))];
}

/** Returns for whom a turn works, and where. */
export function where({ place, is_run, agent }) {
  const kind = agent ? `Specialist ${agent}` : is_run ? "Run of a schedule" : "Conversation";
  return `${kind} · ${texts.place(place)}`;
}
