// The last 24 hours on the overview.

import { request } from "../server.js";
import { el, nothing, section } from "./dom.js";
import { clock, money, number, span } from "./format.js";
import { blank, plot } from "./plot.js";

/** How old the figures may become. */
const FRESH = 60_000;

/** For whom they were read, when, and what they are. */
let asked = { by: null, at: 0, plots: null };

/** Returns the plots, and calls `redraw` when there are newer ones. */
export function plots({ name, is_owner }, redraw) {
  const by = `${is_owner} ${name}`;
  if (asked.by !== by) asked = { by, at: 0, plots: null };
  if (Date.now() - asked.at > FRESH) refresh(asked, redraw);
  const title = "The last 24 hours";
  if (asked.plots === null) return section(title, nothing("Reading…"));
  return section(title, el("div", { class: "plots" }, figures(asked.plots)));
}

async function refresh(mine, redraw) {
  mine.at = Date.now();
  const read = await request("/api/console/views/plots").catch(() => null);
  if (read === null || asked !== mine) return;
  mine.plots = read;
  redraw();
}

function figures(plots) {
  const labels = plots.messages.map((_, at) => clock(plots.since + at * plots.stretch_ms));
  const common = { labels, ends: [labels[0], "now"], from: plots.since + plots.stretch_ms };
  const { operation } = plots;
  return [
    messages(plots, common),
    answers(plots, common),
    spending(plots, common),
    ...(operation === null ? [] : [waiting(operation, common), lateness(operation, common), refused(operation, common)]),
  ];
}

const total = (values) => values.reduce((sum, value) => sum + (value ?? 0), 0);
const most = (values) => Math.max(0, ...values.map((value) => value ?? 0));
const isEmpty = (values) => values.every((value) => value === null);

function messages({ messages: values, operation }, common) {
  const title = operation === null ? "Your messages." : "Messages.";
  if (total(values) === 0) return blank(title, "Nobody wrote. A message to the bot shows here within a minute.");
  const said = `${number(total(values))} came, at most ${number(most(values))} in a quarter of an hour.`;
  return plot({ ...common, title, said, series: [{ name: "Messages", values }], amount: number, draws: "bars", key: "plot-messages" });
}

function answers({ half_ms, most_ms }, common) {
  const title = "How long answers took.";
  if (isEmpty(half_ms)) return blank(title, "No answer ended. Those that waited for a decision are not counted.");
  const newest = half_ms.findLastIndex((value) => value !== null);
  const said = `Lately half within ${span(half_ms[newest])} (the line), 95 of 100 within ${span(most_ms[newest])} (dotted); at worst ${span(most(most_ms))}.`;
  const series = [{ name: "Half within", values: half_ms }, { name: "95 of 100 within", values: most_ms }];
  return plot({ ...common, title, said, series, amount: span, draws: "lines", key: "plot-answers" });
}

function spending({ cost_micros: values }, common) {
  const title = "Spending.";
  const left = "By when answers ended; what was spent before a decision is on the page Usage alone.";
  if (total(values) === 0) return blank(title, "Nothing cost anything, as far as prices are known.");
  const said = `${money(total(values))}, at most ${money(most(values))} in a quarter of an hour. ${left}`;
  return plot({ ...common, title, said, series: [{ name: "Cost", values }], amount: money, draws: "bars", key: "plot-spending" });
}

/** From when on the samples are, if they are not of the whole time that is drawn. */
function since({ sampled_since: at }, { from }) {
  return at !== null && at > from ? ` Known since this process began: ${clock(at)}.` : "";
}

function waiting(operation, common) {
  const { queue_age_ms: values } = operation;
  const title = "Oldest message that waits for delivery.";
  if (isEmpty(values)) return blank(title, "Not looked at yet: that is done once a minute.");
  const said = (most(values) === 0 ? "Nothing waited." : `${span(most(values))} at worst.`) + since(operation, common);
  if (most(values) === 0) return blank(title, said);
  return plot({ ...common, title, said, series: [{ name: "Age", values }], amount: span, draws: "lines", key: "plot-waiting" });
}

function lateness({ lateness_ms: values }, common) {
  const title = "Lateness of schedules.";
  if (isEmpty(values)) return blank(title, "No schedule was due.");
  const said = `Taken up ${span(most(values))} after the due time at worst. A wait for the run before is not counted.`;
  return plot({ ...common, title, said, series: [{ name: "Late by", values }], amount: span, draws: "bars", key: "plot-lateness" });
}

function refused(operation, common) {
  const { rate_limited: values } = operation;
  const title = "Sent too fast (429).";
  if (isEmpty(values)) return blank(title, "Not looked at yet: that is done once a minute.");
  if (total(values) === 0) return blank(title, `No platform asked to wait.${since(operation, common)}`);
  const said = `Platforms asked ${number(total(values))} times to wait; such messages are sent again.${since(operation, common)}`;
  return plot({ ...common, title, said, series: [{ name: "Asked to wait", values }], amount: number, draws: "bars", key: "plot-refused" });
}
