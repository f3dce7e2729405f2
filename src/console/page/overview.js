// The page that says whether all is well.

import { el, facts, nothing, section } from "./dom.js";
import { ago, bytes, money, number, span, time } from "./format.js";
import { plots } from "./plots.js";
import * as texts from "./texts.js";

export const title = "Overview";

export function draw(view, { redraw }) {
  return [faults(view), standing(view), channels(view), next(view.next), today(view.today), plots(view, redraw)];
}

function faults({ is_owner, faults }) {
  if (!is_owner) return null;
  if (faults.length === 0) return el("p", { class: "well" }, "Nothing needs you.");
  const lines = faults.map(({ text, setting }) => el("li", {}, text, setting ? [" Setting: ", el("code", {}, setting)] : null));
  return section("What needs you", el("ul", { class: "faults" }, lines));
}

function standing(view) {
  const models = view.models.map(({ label, is_refused }) => el("li", {}, label, is_refused ? " (its key is refused)" : null));
  const approvals = view.approvals > 0 ? el("a", { href: "#approvals" }, number(view.approvals)) : "none";
  return section(
    "How it stands",
    facts([
      ["Decisions that wait for you", approvals],
      ["Conversations at work", view.sessions === null ? null : number(view.sessions)],
      ["Messages on their way", view.undelivered === null ? null : number(view.undelivered)],
      [view.models.length > 1 ? "Models, in their order" : "Model", el("ol", { class: "plain" }, models)],
      ["Running since", [time(view.started_at), ` (${ago(view.started_at)})`]],
      ["Version", view.version],
      ["Disk", view.database_bytes === null ? null : disk(view)],
      ["Your time zone", view.zone],
    ]),
  );
}

/** What the database takes, and what is left on its disk. */
function disk({ database_bytes, disk }) {
  const used = `${bytes(database_bytes)} used`;
  if (disk === null) return used;
  const free = `${bytes(disk.free_bytes)} free`;
  return [`${used}, `, disk.is_nearly_full ? el("strong", { class: "warn" }, `only ${free}`) : free];
}

function channels({ is_owner, channels }) {
  const last = (at, lag) => el("p", { class: "soft" }, at ? ["Last event: ", time(at), `, ${span(lag)} after it was sent`] : "Nothing received yet.");
  const card = ({ name, state, since, why, last_event, lag_ms }) =>
    el(
      "li",
      { class: "card", data: { state } },
      el("h3", {}, name),
      el("p", {}, `${texts.channelStates[state]}${since ? ` for ${span(Math.max(0, Date.now() - since))}` : ""}`),
      why ? el("p", { class: "bad" }, why) : null,
      // Others wrote it, too.
      is_owner ? last(last_event, lag_ms) : null,
    );
  return section("Channels", el("ul", { class: "cards" }, channels.map(card)));
}

function next(due) {
  if (due.length === 0) return section("Due next", nothing("Nothing is due. Write to the bot, for example: remind me every day at 9:30 to water the plants"));
  const line = ({ name, at }) => el("li", {}, time(at), ` (${ago(at)}): `, el("a", { href: "#schedules" }, name));
  return section("Due next", el("ol", { class: "plain" }, due.map(line)));
}

function today(rows) {
  const line = ({ measure, used, limit }) => [texts.measures[measure], limited(used, limit, texts.measured[measure], texts.measures[measure])];
  return section("Your day so far", facts(rows.map(line)));
}

/** Returns how much of something is used, and of a limit a meter. `shown` writes an amount. */
export function limited(used, limit, shown, label) {
  if (limit === null) return shown(used);
  return [`${shown(used)} of ${shown(limit)} `, el("meter", { min: 0, max: limit, value: used, high: limit * 0.8, "aria-label": label })];
}
