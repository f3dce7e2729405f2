// The page of usage.

import { text } from "../l10n.js";
import { el, nothing, section, table } from "./dom.js";
import { money, number } from "./format.js";
import { plot } from "./plot.js";

export const title = "web-usage";

const PERIODS = [7, 30, 90];
const DAY = 24 * 60 * 60 * 1000;

let period = 30;

export function draw({ today, days, periods }, { redraw }) {
  const choose = (length) =>
    el("button", { type: "button", "aria-pressed": String(length === period), data: { key: `period-${length}` }, onclick: () => { period = length; redraw(); } }, text("web-days", { count: length }));
  const shown = lastDays(today, days);
  // A turn counts on the day it ends, its usage on the day it was used.
  const used = shown.filter(({ turns, input_tokens, output_tokens, cost_micros }) => turns + input_tokens + output_tokens + cost_micros > 0);
  const { schedules, models, people, models_of_all } = periods.find(({ days }) => days === period);
  return [
    el("div", { class: "row", role: "group", "aria-label": text("web-period") }, PERIODS.map(choose)),
    section(text("web-you"), summary(shown), used.length > 0 ? [chart(shown), byDay(used)] : nothing(text("web-nothing-used"))),
    schedules.length > 0 ? section(text("web-schedules-used"), bySchedule(schedules)) : null,
    isKnown(models) ? section(text("web-models-used"), byModel(models, text("web-usage-by-model"))) : null,
    people.length > 0 ? section(text("web-everybody"), byPerson(people), byModel(models_of_all, text("web-everybodys-usage-by-model"))) : null,
    el("p", {}, file("usage.csv", text("web-days-as-table"))),
    el("p", {}, file("usage-by-model.csv", text("web-days-by-model-as-table"))),
  ];
}

/** Returns a row for each day of the period, oldest first, including days without usage. */
function lastDays(today, days) {
  const known = new Map(days.map((day) => [day.day, day]));
  const end = Date.parse(today);
  const none = { turns: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0, cost_micros: 0 };
  return Array.from({ length: period }, (_, at) => {
    const day = new Date(end - (period - 1 - at) * DAY).toISOString().slice(0, 10);
    return known.get(day) ?? { day, ...none };
  });
}

const sum = (rows, name) => rows.reduce((total, row) => total + row[name], 0);

/** Returns the share of the input tokens that came from the provider's cache; null if there were none. */
function cached(rows) {
  const read = sum(rows, "input_tokens");
  return read > 0 ? text("web-percent", { number: Math.round((100 * sum(rows, "cached_tokens")) / read) }) : null;
}

function summary(rows) {
  const turns = sum(rows, "turns");
  const share = cached(rows);
  const parts = [text("web-answers", { count: turns }), money(sum(rows, "cost_micros"))];
  if (share !== null) parts.push(text("web-share-cached", { share }));
  return el("p", {}, parts.join(" · "));
}

/** Draws a bar for each day: its cost, or its answers if no day cost anything. The table below has every value. */
function chart(rows) {
  const isFree = sum(rows, "cost_micros") === 0;
  const [name, amount, title] = isFree ? ["turns", number, text("web-answers-by-day")] : ["cost_micros", money, text("web-cost-by-day")];
  const values = rows.map((row) => row[name]);
  const most = Math.max(...values);
  const said = text("web-at-most-on", { amount: amount(most), day: rows[values.indexOf(most)].day });
  const labels = rows.map(({ day }) => day);
  return plot({ title, said, labels, series: [{ name: title, values }], amount, ends: [labels[0], labels.at(-1)], draws: "bars", key: null });
}

const heads = () => [text("web-tokens-read"), text("web-cached"), text("web-tokens-written"), text("web-cost")];

const cells = (row) => [number(row.turns), number(row.input_tokens), cached([row]) ?? "–", number(row.output_tokens), money(row.cost_micros)];

const byDay = (rows) => table(text("web-usage-by-day"), [text("web-day"), text("web-answers-head"), ...heads()], rows.toReversed().map((row) => [el("time", {}, row.day), ...cells(row)]));

const byPerson = (rows) => table(text("web-usage-by-person"), [text("web-person"), text("web-answers-head"), ...heads()], rows.map((row) => [row.name, ...cells(row)]));

const file = (name, label) => el("a", { href: `/api/console/tables/${name}`, download: name }, label);

/** Whether the section about models has any content. */
const isKnown = ({ used, incomplete_until }) => used.length > 0 || incomplete_until !== null;

/** Lists the usage of each model, and the last day on which usage was not counted by model. */
function byModel({ used, incomplete_until }, caption) {
  const cells = (row) => [row.model, number(row.calls), number(row.input_tokens), cached([row]) ?? "–", number(row.output_tokens), money(row.cost_micros)];
  return [
    used.length > 0 ? table(caption, [text("web-model"), text("web-calls"), ...heads()], used.map(cells)) : null,
    incomplete_until !== null ? el("p", { class: "soft" }, text("web-not-counted-by-model", { day: incomplete_until })) : null,
  ];
}

const bySchedule = (rows) =>
  table(text("web-usage-by-schedule"), [text("web-schedule"), text("web-runs"), ...heads()], rows.map((row) => [row.name || text("web-deleted-schedule"), ...cells(row)]));
