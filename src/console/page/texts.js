// Texts that several pages share.

import { text } from "../l10n.js";
import { money, number, span } from "./format.js";

/** How the amounts of measures are written. */
export const measured = { steps: number, time: span, tokens: number, cost: money };

/** The states of cards that show findings. */
export const severityStates = { ok: "up", warning: "paused", failure: "down" };

/** Returns the name of what is measured, with the right case for the beginning of a line. */
export const measure = (measure) => text("web-measure", { measure });

/** Names a chat; the chat page has one alone. */
export const place = ({ platform, is_group, chat }) =>
  chat === "main" ? platform : text("web-place", { platform, kind: is_group ? "group" : "direct", chat });

/** Names the role of a person. */
export const role = ({ role, is_approver }) => text("web-role", { role, approver: is_approver ? "yes" : "no" });
