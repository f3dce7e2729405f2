// Formats times, durations and amounts for people.

import { decimal } from "../amounts.js";
import { language, text } from "../l10n.js";

export { size as bytes } from "../amounts.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let shown = "mine";

/** Chooses the time zone of all times: `mine`, the browser's; `utc`; or `schedule`, which applies only to due times. */
export function useClock(clock) {
  shown = clock;
}

/** Returns a format for times in the chosen zone. In English, days come before months, as in the gateway's messages. */
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

/** Formats a point in time of about the last day: `Sat 10:15`. */
export const clock = (at) => formatter({ weekday: "short", hour: "2-digit", minute: "2-digit" }).format(new Date(at));

/** Returns a due time; `local` is its text in the schedule's time zone. */
export const due = ({ at, local }) => (shown === "schedule" ? local : time(at));

/** Formats the distance of a point in time from now: `3 min ago`, `in 2 h`. */
export function ago(at, now = Date.now()) {
  const distance = now - at;
  if (Math.abs(distance) < 1000) return text("web-now");
  return distance > 0 ? text("web-ago", { span: span(distance) }) : text("web-in", { span: span(-distance) });
}

/** Formats a duration in milliseconds: `250 ms`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function span(length) {
  const [unit, of] = length < 1000 ? ["ms", 1] : length < 2 * MINUTE ? ["s", 1000] : length < 2 * HOUR ? ["min", MINUTE] : length < 2 * DAY ? ["h", HOUR] : ["d", DAY];
  return text("web-span", { unit, number: String(Math.round(length / of)) });
}

/** Formats an amount of money in millionths of a dollar. */
export function money(micros) {
  const dollars = micros / 1_000_000;
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", useGrouping: false };
  return decimal(dollars, dollars !== 0 && dollars < 0.1 ? 4 : 2, style);
}

export const number = (value) => decimal(value, 0);
