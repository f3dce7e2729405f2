// Times, lengths and amounts for people.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let shown = "mine";

/** Chooses whose clocks are shown: `mine`, the browser's, `utc`, or for due times `schedule`, those of the schedule's zone. */
export function useClock(clock) {
  shown = clock;
}

/** Returns an element with a point in time, given in milliseconds since the Unix epoch. */
export function time(at) {
  const made = document.createElement("time");
  const date = new Date(at);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  const options = { weekday: "short", day: "numeric", month: "short", year, hour: "2-digit", minute: "2-digit" };
  made.dateTime = date.toISOString();
  made.textContent = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: shown === "utc" ? "UTC" : undefined }).format(date);
  made.title = ago(at);
  return made;
}

/** Returns an element with the time of day of a point in time, to the second. */
export function second(at) {
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: shown === "utc" ? "UTC" : undefined };
  const made = document.createElement("time");
  made.dateTime = new Date(at).toISOString();
  made.textContent = new Intl.DateTimeFormat("en-GB", options).format(at);
  made.title = time(at).textContent;
  return made;
}

/** Returns a point in time of the last day or so: `Sat 10:15`. */
export function clock(at) {
  const options = { weekday: "short", hour: "2-digit", minute: "2-digit", timeZone: shown === "utc" ? "UTC" : undefined };
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(at));
}

/** Returns a due time, of which `local` is what the clocks of the schedule's zone show. */
export const due = ({ at, local }) => (shown === "schedule" ? local : time(at));

/** Returns how far from now a point in time is: `3 min ago`, `in 2 h`. */
export function ago(at, now = Date.now()) {
  const distance = now - at;
  if (Math.abs(distance) < 1000) return "now";
  return distance > 0 ? `${span(distance)} ago` : `in ${span(-distance)}`;
}

/** Returns a length of time, given in milliseconds: `250 ms`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function span(length) {
  if (length < 1000) return `${Math.round(length)} ms`;
  if (length < 2 * MINUTE) return `${Math.round(length / 1000)} s`;
  if (length < 2 * HOUR) return `${Math.round(length / MINUTE)} min`;
  if (length < 2 * DAY) return `${Math.round(length / HOUR)} h`;
  return `${Math.round(length / DAY)} d`;
}

/** Returns an amount of money, given in millionths of a dollar. */
export function money(micros) {
  const dollars = micros / 1_000_000;
  return `$${dollars.toFixed(dollars !== 0 && dollars < 0.1 ? 4 : 2)}`;
}

export const number = (value) => new Intl.NumberFormat("en-GB").format(value);

/** Returns a size in bytes. */
export function bytes(size) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), units.length - 1);
  const scaled = size / 1000 ** power;
  return `${scaled.toFixed(power > 0 && scaled < 10 ? 1 : 0)} ${units[power]}`;
}
