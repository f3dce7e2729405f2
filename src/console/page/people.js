// The page of who uses the bot, and who knocks.

import { button, el, facts, field, form, nothing, section } from "./dom.js";
import { ago, money } from "./format.js";
import * as texts from "./texts.js";

export const title = "People";

export function draw({ is_owner, people, total, knocks, daily_cost }, actions) {
  if (!is_owner) return [nothing("Only the owner sees who uses the bot.")];
  const waiting = knocks.map((stranger) => knock(stranger, actions));
  const more = total > people.length ? el("p", {}, `And ${total - people.length} more: adjutant people lists them all.`) : null;
  return [
    section("Knocking", waiting.length > 0 ? el("ul", { class: "cards" }, waiting) : nothing("Nobody waits to be admitted.")),
    el("div", { class: "row" }, button("Admit an account", "admit-account", () => admit(actions))),
    section(`People (${total})`, el("ul", { class: "cards" }, people.map((person) => card(person, daily_cost, actions))), more),
  ];
}

/** Asks for an account that has not written yet. */
function admit({ make }) {
  const input = el("input", { required: true, spellcheck: "false", autocapitalize: "off" });
  const save = () => make({ change: "account", account: input.value });
  form("Admit an account", [field("Account", input, "Its platform and number, such as telegram:42.")], "Admit", save);
}

function knock({ token, name, platform, account, is_group }, { change }) {
  const decide = (admits) => change({ change: "knock", token, admits });
  return el(
    "li",
    { class: "card", data: { state: "paused" } },
    el("h3", {}, name),
    el("p", { class: "soft" }, `${platform} account ${account}, ${is_group ? "in a group" : "in a direct chat"}`),
    el("div", { class: "row" }, button("Admit", `admit-${token}`, () => decide(true), "primary"), button("Refuse", `refuse-${token}`, () => decide(false), "danger")),
  );
}

/** Returns what the owner can do about a person. */
export function acts({ id, name, role, is_approver, is_served, is_removed }, { change, confirm }) {
  if (role === "owner") return el("p", { class: "soft" }, "adjutant people owner, where the gateway runs, moves the ownership.");
  const act = (act) => change({ change: "person", id, act });
  const remove = async () => {
    if (await confirm(`Remove ${name}? What runs for them is stopped, and the bot serves them no more until you admit them again.`, "Remove")) await act("remove");
  };
  return el(
    "div",
    { class: "row" },
    is_removed || !is_served ? button("Admit", `admit-${id}`, () => act("admit"), "primary") : button("Remove", `remove-${id}`, remove, "danger"),
    is_approver ? button("End as approver", `approver-${id}`, () => act("end_approver")) : button("Make an approver", `approver-${id}`, () => act("make_approver")),
  );
}

function card(person, daily_cost, actions) {
  const { id, name, role, is_approver, accounts, is_served, is_removed, seen_at, cost_today } = person;
  return el(
    "li",
    { class: "card", data: { state: is_served ? "active" : "paused" } },
    el("h3", {}, el("a", { href: `#person=${id}` }, name)),
    facts([
      ["Role", [texts.roles[role] ?? role, is_approver ? ", approver" : null]],
      ["Accounts", accounts],
      ["Served", is_served ? null : is_removed ? "no: removed" : "no"],
      ["Last here", seen_at === null ? "never" : ago(seen_at)],
      ["Cost today", daily_cost === null ? money(cost_today) : `${money(cost_today)} of ${money(daily_cost)}`],
    ]),
    role === "owner" ? null : acts(person, actions),
  );
}
