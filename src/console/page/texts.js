// Texts that several pages share.

import { text } from "../l10n.js";
import { money, number, span } from "./format.js";

/** The functions that format the amount of each measure. */
export const measured = { steps: number, time: span, tokens: number, cost: money };

/** The state of a finding's card, by the finding's severity. */
export const severityStates = { ok: "up", warning: "paused", failure: "down" };

/** Returns the name of a measure, as it is written at the beginning of a line. */
export const measure = (measure) => text("web-measure", { measure });

/** Names a chat. The chat page has only one, so its platform's name is enough. */
export const place = ({ platform, is_group, chat }) =>
  chat === "main" ? platform : text("web-place", { platform, kind: is_group ? "group" : "direct", chat });

/** Names the role of a person. */
export const role = ({ role, is_approver }) => text("web-role", { role, approver: is_approver ? "yes" : "no" });
