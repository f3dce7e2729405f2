// The page of one person.

import { text } from "../l10n.js";
import { el, facts, nothing, section, table } from "./dom.js";
import { ago, bytes, money, number } from "./format.js";
import { limited } from "./overview.js";
import { acts } from "./people.js";
import * as texts from "./texts.js";

export const title = "web-person";
/** The page whose link in the navigation is marked. */
export const under = "people";

export function draw(person, actions) {
  const back = el("p", {}, el("a", { href: "#people" }, text("web-all-people")));
  if (person === null) return [back, nothing(text("web-person-gone"))];
  const { name, is_served, is_removed, accounts, month, today, kept } = person;
  const rows = accounts.map(({ platform, account, admitted_by, seen_at }) => [platform, account, text("web-admitted-by-whom", { who: admitted_by }), seen_at === null ? text("web-never") : ago(seen_at)]);
  const used = ({ what, used, limit }) => [text("web-kept", { what }), limited(used, limit, what.endsWith("_size") ? bytes : number, text("web-kept", { what }))];
  return [
    back,
    section(
      name,
      facts([
        [text("web-role-of-person"), texts.role(person)],
        [text("web-served"), text("web-served-state", { state: is_served ? "yes" : is_removed ? "removed" : "no" })],
        [text("web-in-30-days"), text("web-used-in-month", { answers: month.turns, tokens: month.tokens, cost: money(month.cost_micros) })],
      ]),
      acts(person, actions),
    ),
    section(accounts.length > 1 ? text("web-linked-accounts") : text("web-account"), table(text("web-accounts-of-person"), [text("web-platform"), text("web-number"), text("web-admitted-by"), text("web-last-here")], rows), el("p", { class: "soft" }, text("web-who-links"))),
    section(text("web-their-day"), facts(today.map(({ measure, used, limit }) => [texts.measure(measure), limited(used, limit, texts.measured[measure], texts.measure(measure))]))),
    section(text("web-what-they-keep"), facts(kept.map(used)), el("p", { class: "soft" }, text("web-limits-hold"))),
  ];
}
