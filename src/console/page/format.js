// Times, lengths and amounts for people.

import { decimal } from "../amounts.js";
import { language, text } from "../l10n.js";

export { size as bytes } from "../amounts.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let shown = "mine";

/** Chooses whose clocks are shown: `mine`, the browser's, `utc`, or for due times `schedule`, those of the schedule's zone. */
export function useClock(clock) {
  shown = clock;
}

/** Returns a format of times by the clocks that are shown. English has its days before its months, as the gateway does. */
function formatter(options) {
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: shown === "utc" ? "UTC" : undefined });
}

/** Returns an element with a point in time, given in milliseconds since the Unix epoch. */
export function time(at) {
  const made = document.createElement("time");
  const date = new Date(at);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  made.dateTime = date.toISOString();
  made.textContent = formatter({ weekday: "short", day: "numeric", month: "short", year, hour: "2-digit", minute: "2-digit" }).format(date);
  made.title = ago(at);
  return made;
}

/** Returns an element with the time of day of a point in time, to the second. */
export function second(at) {
  const made = document.createElement("time");
  made.dateTime = new Date(at).toISOString();
  made.textContent = formatter({ hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(at);
  made.title = time(at).textContent;
  return made;
}

/** Returns a point in time of the last day or so: `Sat 10:15`. */
export const clock = (at) => formatter({ weekday: "short", hour: "2-digit", minute: "2-digit" }).format(new Date(at));

/** Returns a due time, of which `local` is what the clocks of the schedule's zone show. */
export const due = ({ at, local }) => (shown === "schedule" ? local : time(at));

/** Returns how far from now a point in time is: `3 min ago`, `in 2 h`. */
export function ago(at, now = Date.now()) {
  const distance = now - at;
  if (Math.abs(distance) < 1000) return text("web-now");
  return distance > 0 ? text("web-ago", { span: span(distance) }) : text("web-in", { span: span(-distance) });
}

/** Returns a length of time, given in milliseconds: `250 ms`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function span(length) {
  const [unit, of] = length < 1000 ? ["ms", 1] : length < 2 * MINUTE ? ["s", 1000] : length < 2 * HOUR ? ["min", MINUTE] : length < 2 * DAY ? ["h", HOUR] : ["d", DAY];
  return text("web-span", { unit, number: String(Math.round(length / of)) });
}

/** Returns an amount of money, given in millionths of a dollar. */
export function money(micros) {
  const dollars = micros / 1_000_000;
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", useGrouping: false };
  return decimal(dollars, dollars !== 0 && dollars < 0.1 ? 4 : 2, style);
}

export const number = (value) => decimal(value, 0);
