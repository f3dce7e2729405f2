// The page of one person.

import { el, facts, nothing, section, table } from "./dom.js";
import { ago, bytes, money, number } from "./format.js";
import { limited } from "./overview.js";
import { acts } from "./people.js";
import * as texts from "./texts.js";

export const title = "Person";
/** The page that leads here. */
export const under = "people";

export function draw(person, actions) {
  const back = el("p", {}, el("a", { href: "#people" }, "All people"));
  if (person === null) return [back, nothing("This person is gone, or is not for you to see.")];
  const { name, role, is_approver, is_served, is_removed, accounts, month, today, kept } = person;
  const rows = accounts.map(({ platform, account, admitted_by, seen_at }) => [platform, account, texts.admittedBy[admitted_by], seen_at === null ? "never" : ago(seen_at)]);
  const used = ({ what, used, limit }) => [texts.kept[what], limited(used, limit, what.endsWith("_size") ? bytes : number, texts.kept[what])];
  return [
    back,
    section(
      name,
      facts([
        ["Role", [texts.roles[role] ?? role, is_approver ? ", approver" : null]],
        ["Served", is_served ? "yes" : is_removed ? "no: removed" : "no"],
        ["In 30 days", `${number(month.turns)} answers, ${number(month.tokens)} tokens, ${money(month.cost_micros)}`],
      ]),
      acts(person, actions),
    ),
    section(accounts.length > 1 ? "Linked accounts" : "Account", table("Accounts of this person", ["Platform", "Number", "Admitted by", "Last here"], rows), el("p", { class: "soft" }, "Each person links and unlinks their own accounts, with /link and /unlink.")),
    section("Their day so far", facts(today.map(({ measure, used, limit }) => [texts.measures[measure], limited(used, limit, texts.measured[measure], texts.measures[measure])]))),
    section("What they keep", facts(kept.map(used)), el("p", { class: "soft" }, "The settings under [limits] and [agent] hold for everybody.")),
  ];
}
