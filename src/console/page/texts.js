// The texts of the pages' code.

import { money, number, span } from "./format.js";

export const reconnecting = "Reconnecting…";
export const updated = (ago) => (ago === "now" ? "Updated now" : `Updated ${ago}`);
export const tokenWrong = "That is not the token.";
export const whose = (name) => `Console of ${name}`;
export const turnIsPrivate = "What was said is for this person alone.";
export const turnIsRead = (name) => `You read here what was said: owner_reads under [console] allows it, and ${name} was told. What tools returned is not shown, because it may be older. That you have read it is in the audit.`;
export const loading = "Reading…";

export const measures = { steps: "Model calls", time: "Working time", tokens: "Tokens", cost: "Cost" };

/** How the amounts of measures are written. */
export const measured = { steps: number, time: span, tokens: number, cost: money };

export const kept = { notes: "Notes", notes_size: "Text of the notes", schedules: "Schedules", files_size: "Files" };

export const admittedBy = { owner: "the owner", configuration: "the configuration", nobody: "nobody any more" };

export const channelStates = { up: "connected", down: "not connected", elsewhere: "another process receives from it" };

export const scopes = { conversation: "in one conversation", hour: "for an hour", always: "always" };

export const runStates = {
  queued: "queued",
  running: "running",
  waiting: "waits for a decision",
  retrying: "will be tried again",
  succeeded: "worked",
  failed: "failed",
  stopped: "stopped",
  skipped: "skipped",
};

export const deliveries = {
  none: "nothing to deliver yet",
  pending: "on its way",
  held: "held until later",
  delivered: "delivered",
  suppressed: "not sent, as wanted",
  failed: "not delivered",
};

export const turnStates = {
  running: "at work",
  waiting: "waits for a decision",
  done: "done",
  failed: "failed",
  stopped: "stopped",
};

export const steps = { message: "Message", response: "Model", call: "Tool call", decision: "Decision", delivery: "Delivery" };

export const source = { note: "a note", conversation: "said in a conversation", document: "in a document" };

export const sources = { note: "Notes", conversation: "Conversations", document: "Documents" };

export const cadences = { once: "once", interval: "at an interval", cron: "by the calendar (cron)", hook: "by calls of a hook" };

/** How each cadence is written. */
export const writes = {
  once: "A date and time, such as 2026-05-01 09:00.",
  interval: "A length of time, such as 90m, 2h or 1d.",
  cron: "Minute, hour, day of month, month and weekday, such as 30 8 * * MON-FRI.",
  hook: "The name of the hook.",
};
export const severities = { ok: "well", warning: "warning", failure: "failure" };
export const severityStates = { ok: "up", warning: "paused", failure: "down" };

export const roles = { owner: "Owner", member: "Member" };

export const statuses = { active: "on time", paused: "paused", completed: "over" };

export const missed = {
  skip: "Missed times are skipped.",
  once: "Of missed times, the last one is made up for.",
  all: "Missed times are all made up for.",
};

export const place = ({ platform, is_group, chat }) => (platform === "Chat page" ? platform : `${platform}, ${is_group ? "group" : "chat"} ${chat}`);
