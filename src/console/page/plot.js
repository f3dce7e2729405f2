// Draws values over time. The drawing itself has no text: the caption has it, and the table below has every value.

import { text } from "../l10n.js";
import { el, svg, table } from "./dom.js";

const WIDTH = 300;
const HEIGHT = 80;

/**
 * Returns a figure. `said` describes it in words. Each series has a `name` and a value for each of `labels`, null where
 * there is none; the first line is solid, the second dotted; bars show only the first series. `amount` formats a value.
 * `ends` are the texts below the two ends. `draws` is `bars` or `lines`. `key` keeps the table of values open when the
 * page is redrawn; null leaves the table out, for pages that have their own.
 */
export function plot({ title, said, labels, series, amount, ends, draws, key }) {
  const most = Math.max(0, ...series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const drawn = draws === "bars" ? bars(series[0].values, most) : series.map(({ values }, at) => line(values, most, at));
  const drawing = svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...drawn);
  return el(
    "figure",
    {},
    el("figcaption", {}, el("strong", {}, title), " ", said),
    el("p", { class: "scale", "aria-hidden": "true" }, amount(most)),
    drawing,
    el("p", { class: "scale ends", "aria-hidden": "true" }, ends.map((end) => el("span", {}, end))),
    key === null ? null : values({ title, labels, series, amount, key }),
  );
}

/** Returns a figure without a drawing, which says why there are no values. */
export const blank = (title, why) => el("figure", {}, el("figcaption", {}, el("strong", {}, title), " ", why));

function bars(values, most) {
  const width = WIDTH / values.length;
  return values.flatMap((value, at) => {
    if (!value) return [];
    const height = Math.max(1, (value / most) * HEIGHT);
    return [svg("rect", { x: at * width + width * 0.1, width: width * 0.8, y: HEIGHT - height, height })];
  });
}

/** Draws a line through adjacent values; a value without neighbours is a dash. */
function line(values, most, at) {
  const step = WIDTH / values.length;
  const place = (value, index) => `${round((index + 0.5) * step)} ${round(HEIGHT - 2 - (most > 0 ? value / most : 0) * (HEIGHT - 4))}`;
  const moves = values.map((value, index) => {
    if (value === null) return "";
    const goesOn = index > 0 && values[index - 1] !== null;
    return goesOn ? `L${place(value, index)}` : `M${place(value, index)}m-1 0h2m-1 0`;
  });
  return svg("path", { d: moves.join(""), class: at > 0 ? "second" : null });
}

const round = (value) => Math.round(value * 10) / 10;

function values({ title, labels, series, amount, key }) {
  const hasValue = (_, at) => series.some(({ values }) => values[at]);
  const cells = (label, at) => [label, ...series.map(({ values }) => (values[at] === null ? "–" : amount(values[at])))];
  const rows = labels.map(cells).filter(hasValue).toReversed();
  if (rows.length === 0) return null;
  const heads = [text("web-when-head"), ...series.map(({ name }) => name)];
  return el("details", { data: { key } }, el("summary", {}, text("web-figures")), table(title, heads, rows));
}
