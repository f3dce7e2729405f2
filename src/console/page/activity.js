// The page of turns: where each worked, its state, and what it took.

import { text } from "../l10n.js";
import { el, nothing, section, table } from "./dom.js";
import { money, number, span, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "web-activity";

export function draw({ turns, is_whole }) {
  if (turns.length === 0) return [nothing(text("web-no-turns"))];
  const row = (turn) => [
    el("a", { href: `#turn=${turn.id}` }, time(turn.started_at)),
    turn.person,
    where(turn),
    turn.attempts > 0 ? text("web-turn-resumed", { state: turnState(turn), count: turn.attempts }) : turnState(turn),
    turn.took_ms === null ? "" : span(turn.took_ms),
    number(turn.calls),
    number(turn.input_tokens + turn.output_tokens),
    money(turn.cost_micros),
  ];
  const heads = [text("web-began"), text("web-person"), text("web-where"), text("web-state-of-turn"), text("web-duration"), text("web-tool-calls"), text("web-tokens"), text("web-cost")];
  const older = is_whole ? null : el("p", {}, text("web-older-turns", { count: turns.length }));
  return [section(text("web-newest-turns"), table(text("web-turns"), heads, turns.map(row)), older)];
}

/** Returns the chat of a turn, and whether a conversation, a run or a specialist works there. */
export function where({ place, is_run, agent }) {
  return text("web-turn-where", { kind: agent ? "specialist" : is_run ? "run" : "conversation", agent, place: texts.place(place) });
}

export const turnState = ({ state }) => text("web-turn-state", { state });
