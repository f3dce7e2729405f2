// The overview: faults, the state of the gateway and its channels, the next schedules, and the day's usage.

import { parts, text } from "../l10n.js";
import { el, facts, nothing, section } from "./dom.js";
import { ago, bytes, money, number, span, time } from "./format.js";
import { plots } from "./plots.js";
import * as texts from "./texts.js";

export const title = "web-overview";

export function draw(view, { redraw }) {
  return [faults(view), state(view), channels(view), next(view.next), today(view.today), plots(view, redraw)];
}

function faults({ is_owner, faults, approvals, knocking }) {
  if (!is_owner) return null;
  if (faults.length === 0 && knocking === 0) return approvals > 0 ? null : el("p", { class: "well" }, text("web-overview-well"));
  const lines = faults.map((fault) => el("li", {}, fault.text, fault.setting ? [" ", ...parts("web-setting", { setting: el("code", {}, fault.setting) })] : null));
  const waiting = knocking > 0 ? el("li", {}, el("a", { href: "#people" }, text("web-people-wait", { count: knocking }))) : null;
  return section(text("web-overview-faults"), el("ul", { class: "faults" }, waiting, lines));
}

function state(view) {
  const models = view.models.map(({ label, is_refused }) => el("li", {}, is_refused ? text("web-model-refused", { model: label }) : label));
  const approvals = view.approvals > 0 ? el("a", { href: "#approvals" }, number(view.approvals)) : text("web-none");
  return section(
    text("web-how-it-stands"),
    facts([
      [text("web-decisions-waiting"), approvals],
      [text("web-conversations-at-work"), view.sessions === null ? null : number(view.sessions)],
      [text("web-messages-on-their-way"), view.undelivered === null ? null : number(view.undelivered)],
      [text("web-models", { count: view.models.length }), el("ol", { class: "plain" }, models)],
      [text("web-running-since"), parts("web-time-and-ago", { time: time(view.started_at), ago: ago(view.started_at) })],
      [text("web-version"), view.version],
      [text("web-disk"), view.database_bytes === null ? null : disk(view)],
      [text("web-your-time-zone"), view.zone],
    ]),
  );
}

/** Returns the size of the database, and the free space on its disk. */
function disk({ database_bytes, disk }) {
  const used = bytes(database_bytes);
  if (disk === null) return text("web-disk-used", { used });
  const free = bytes(disk.free_bytes);
  const left = disk.is_nearly_full ? el("strong", { class: "warn" }, text("web-disk-nearly-full", { free })) : text("web-disk-free", { free });
  return parts("web-disk-used-and-left", { used, left });
}

function channels({ is_owner, channels }) {
  const last = (at, lag) => el("p", { class: "soft" }, at ? parts("web-last-event", { time: time(at), span: span(lag) }) : text("web-nothing-received"));
  const card = ({ name, state, since, why, last_event, lag_ms }) =>
    el(
      "li",
      { class: "card", data: { state } },
      el("h3", {}, name),
      el("p", {}, since ? text("web-channel-state-for", { state, span: span(Math.max(0, Date.now() - since)) }) : text("web-channel-state", { state })),
      why ? el("p", { class: "bad" }, why) : null,
      // Only for the owner: the last event may be another person's.
      is_owner ? last(last_event, lag_ms) : null,
    );
  return section(text("web-channels"), el("ul", { class: "cards" }, channels.map(card)));
}

function next(due) {
  if (due.length === 0) return section(text("web-due-next"), nothing(text("web-nothing-due")));
  const line = ({ name, at }) => el("li", {}, parts("web-due-line", { time: time(at), ago: ago(at), name: el("a", { href: "#schedules" }, name) }));
  return section(text("web-due-next"), el("ol", { class: "plain" }, due.map(line)));
}

function today(rows) {
  const line = ({ measure, used, limit }) => [texts.measure(measure), limited(used, limit, texts.measured[measure], texts.measure(measure))];
  return section(text("web-your-day"), facts(rows.map(line)));
}

/** Returns the used amount, with a meter if there is a limit. `shown` formats an amount. */
export function limited(used, limit, shown, label) {
  if (limit === null) return shown(used);
  return [`${text("web-used-of", { used: shown(used), limit: shown(limit) })} `, el("meter", { min: 0, max: limit, value: used, high: limit * 0.8, "aria-label": label })];
}
