// Formats durations, sizes and numbers for people.

import { language, text } from "./l10n.js";

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Formats a duration in milliseconds as minutes and seconds. */
export function minutes(duration) {
  const seconds = Math.floor(duration / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Formats a size in bytes. */
export function size(bytes) {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const scaled = bytes / 1000 ** power;
  const amount = decimal(scaled, power > 0 && scaled < 10 ? 1 : 0, { useGrouping: false });
  return text("web-size", { amount, unit: UNITS[power] });
}

/** Formats a number with a fixed number of decimals. */
export function decimal(number, decimals, options = {}) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language, { ...digits, ...options }).format(number);
}
