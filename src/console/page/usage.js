// The page of what was used.

import { el, nothing, section, table } from "./dom.js";
import { money, number } from "./format.js";
import { plot } from "./plot.js";

export const title = "Usage";

const PERIODS = [7, 30, 90];
const DAY = 24 * 60 * 60 * 1000;

let period = 30;

export function draw({ today, days, periods }, { redraw }) {
  const choose = (length) =>
    el("button", { type: "button", "aria-pressed": String(length === period), data: { key: `period-${length}` }, onclick: () => { period = length; redraw(); } }, `${length} days`);
  const shown = lastDays(today, days);
  const used = shown.filter(({ turns }) => turns > 0);
  const { schedules, models, people, models_of_all } = periods.find(({ days }) => days === period);
  return [
    el("div", { class: "row", role: "group", "aria-label": "Period" }, PERIODS.map(choose)),
    section("You", summary(shown), used.length > 0 ? [chart(shown), byDay(used)] : nothing("Nothing was used in this time.")),
    schedules.length > 0 ? section("Your schedules", bySchedule(schedules)) : null,
    isKnown(models) ? section("Your models", byModel(models, "Usage by model")) : null,
    people.length > 0 ? section("Everybody", byPerson(people), byModel(models_of_all, "Everybody's usage by model")) : null,
    el("p", {}, file("usage.csv", "Your days as a table (CSV)")),
    el("p", {}, file("usage-by-model.csv", "Your days by model as a table (CSV)")),
  ];
}

/** Returns a row for each day of the period, oldest first, also those without usage. */
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

/** The share of what was read that the provider had read before; null if nothing was read. */
function cached(rows) {
  const read = sum(rows, "input_tokens");
  return read > 0 ? `${Math.round((100 * sum(rows, "cached_tokens")) / read)} %` : null;
}

function summary(rows) {
  const turns = sum(rows, "turns");
  const share = cached(rows);
  const parts = [`${number(turns)} ${turns === 1 ? "answer" : "answers"}`, money(sum(rows, "cost_micros"))];
  if (share !== null) parts.push(`${share} of the input was cached`);
  return el("p", {}, parts.join(" · "));
}

/** A bar a day: the cost, or the answers where nothing cost anything. The table below has every value. */
function chart(rows) {
  const isFree = sum(rows, "cost_micros") === 0;
  const [name, amount, title] = isFree ? ["turns", number, "Answers by day."] : ["cost_micros", money, "Cost by day."];
  const values = rows.map((row) => row[name]);
  const most = Math.max(...values);
  const said = `At most ${amount(most)}, on ${rows[values.indexOf(most)].day}.`;
  const labels = rows.map(({ day }) => day);
  return plot({ title, said, labels, series: [{ name: title, values }], amount, ends: [labels[0], labels.at(-1)], draws: "bars", key: null });
}

const HEADS = ["Answers", "Tokens read", "Cached", "Tokens written", "Cost"];

const cells = (row) => [number(row.turns), number(row.input_tokens), cached([row]) ?? "–", number(row.output_tokens), money(row.cost_micros)];

const byDay = (rows) => table("Your usage by day (UTC)", ["Day", ...HEADS], rows.toReversed().map((row) => [row.day, ...cells(row)]));

const byPerson = (rows) => table("Usage by person", ["Person", ...HEADS], rows.map((row) => [row.name, ...cells(row)]));

const file = (name, text) => el("a", { href: `/api/console/tables/${name}`, download: name }, text);

/** Whether there is something to say of models. */
const isKnown = ({ used, incomplete_until }) => used.length > 0 || incomplete_until !== null;

/** Which models were used, and until when that was not counted. */
function byModel({ used, incomplete_until }, caption) {
  const cells = (row) => [row.model, number(row.calls), number(row.input_tokens), cached([row]) ?? "–", number(row.output_tokens), money(row.cost_micros)];
  return [
    used.length > 0 ? table(caption, ["Model", "Calls", ...HEADS.slice(1)], used.map(cells)) : null,
    incomplete_until !== null ? el("p", { class: "soft" }, `Usage was not counted by model up to ${incomplete_until}: what was used until then is missing here.`) : null,
  ];
}

const bySchedule = (rows) =>
  table("Usage by schedule", ["Schedule", "Runs", ...HEADS.slice(1)], rows.map((row) => [row.name || "A deleted schedule", ...cells(row)]));
