// The plots of the last 24 hours, for the overview.

import { text } from "../l10n.js";
import { request } from "../server.js";
import { el, nothing, section } from "./dom.js";
import { clock, money, number, span } from "./format.js";
import { blank, plot } from "./plot.js";

/** The age at which the plots are read anew, in milliseconds. */
const FRESH = 60_000;

/** The plots, the viewer for whom they were requested, and the time of the request. */
let asked = { by: null, at: 0, plots: null };

/** Returns the section with the plots, and calls `redraw` when newer ones have arrived. */
export function plots({ name, is_owner }, redraw) {
  const by = `${is_owner} ${name}`;
  if (asked.by !== by) asked = { by, at: 0, plots: null };
  if (Date.now() - asked.at > FRESH) refresh(asked, redraw);
  const title = text("web-last-day");
  if (asked.plots === null) return section(title, nothing(text("web-reading")));
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
  const common = { labels, ends: [labels[0], text("web-now")], from: plots.since + plots.stretch_ms };
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
  const title = operation === null ? text("web-plot-your-messages") : text("web-plot-messages");
  if (total(values) === 0) return blank(title, text("web-nobody-wrote"));
  const said = text("web-messages-came", { count: total(values), most: number(most(values)) });
  return plot({ ...common, title, said, series: [{ name: text("web-messages"), values }], amount: number, draws: "bars", key: "plot-messages" });
}

function answers({ half_ms, most_ms }, common) {
  const title = text("web-plot-answers");
  if (isEmpty(half_ms)) return blank(title, text("web-no-answer-ended"));
  const newest = half_ms.findLastIndex((value) => value !== null);
  const said = text("web-answers-took", { half: span(half_ms[newest]), most: span(most_ms[newest]), worst: span(most(most_ms)) });
  const series = [{ name: text("web-half-within"), values: half_ms }, { name: text("web-most-within"), values: most_ms }];
  return plot({ ...common, title, said, series, amount: span, draws: "lines", key: "plot-answers" });
}

function spending({ cost_micros: values }, common) {
  const title = text("web-plot-spending");
  if (total(values) === 0) return blank(title, text("web-nothing-cost"));
  const said = text("web-spent", { total: money(total(values)), most: money(most(values)) });
  return plot({ ...common, title, said, series: [{ name: text("web-cost"), values }], amount: money, draws: "bars", key: "plot-spending" });
}

/** Says when the samples begin, if that is later than the beginning of the plot. */
function since({ sampled_since: at }, { from }) {
  return at !== null && at > from ? ` ${text("web-known-since", { time: clock(at) })}` : "";
}

function waiting(operation, common) {
  const { queue_age_ms: values } = operation;
  const title = text("web-plot-waiting");
  if (isEmpty(values)) return blank(title, text("web-not-looked-at"));
  const said = (most(values) === 0 ? text("web-nothing-waited") : text("web-at-worst", { span: span(most(values)) })) + since(operation, common);
  if (most(values) === 0) return blank(title, said);
  return plot({ ...common, title, said, series: [{ name: text("web-age"), values }], amount: span, draws: "lines", key: "plot-waiting" });
}

function lateness({ lateness_ms: values }, common) {
  const title = text("web-plot-lateness");
  if (isEmpty(values)) return blank(title, text("web-no-schedule-due"));
  const said = text("web-taken-up", { span: span(most(values)) });
  return plot({ ...common, title, said, series: [{ name: text("web-late-by"), values }], amount: span, draws: "bars", key: "plot-lateness" });
}

function refused(operation, common) {
  const { rate_limited: values } = operation;
  const title = text("web-plot-refused");
  if (isEmpty(values)) return blank(title, text("web-not-looked-at"));
  if (total(values) === 0) return blank(title, text("web-none-asked-to-wait") + since(operation, common));
  const said = text("web-asked-to-wait-times", { count: total(values) }) + since(operation, common);
  return plot({ ...common, title, said, series: [{ name: text("web-asked-to-wait"), values }], amount: number, draws: "bars", key: "plot-refused" });
}
