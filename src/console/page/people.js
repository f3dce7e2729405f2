// The page of the people who use the bot, and of strangers who wait to be admitted.

import { text } from "../l10n.js";
import { button, el, facts, field, form, nothing, section } from "./dom.js";
import { ago, money } from "./format.js";
import { search } from "./search.js";
import * as texts from "./texts.js";

export const title = "web-people";

export function draw({ is_owner, query, people, total, knocks, daily_cost }, actions) {
  if (!is_owner) return [nothing(text("web-people-for-owner"))];
  const waiting = knocks.map((stranger) => knock(stranger, actions));
  const more = total > people.length ? el("p", {}, text("web-more-people", { count: total - people.length })) : null;
  const box = search({ page: "people", query, label: text("web-search-people"), all: text("web-everybody") }, actions);
  const heading = query === "" ? text("web-people-count", { count: total }) : text("web-found-for", { query });
  const cards = people.map((person) => card(person, daily_cost, actions));
  return [
    section(text("web-knocking"), waiting.length > 0 ? el("ul", { class: "cards" }, waiting) : nothing(text("web-nobody-waits"))),
    el("div", { class: "row" }, button(text("web-admit-account"), "admit-account", () => admit(actions))),
    box,
    section(heading, cards.length > 0 ? el("ul", { class: "cards" }, cards) : nothing(text("web-nothing-found")), more),
  ];
}

/** Opens the form to admit an account that has not written yet. */
function admit({ make }) {
  const input = el("input", { required: true, spellcheck: "false", autocapitalize: "off" });
  const save = () => make({ change: "account", account: input.value });
  form(text("web-admit-account"), [field(text("web-account"), input, text("web-account-example"))], text("web-admit"), save);
}

function knock({ token, name, platform, account, is_group }, { change }) {
  const decide = (admits) => change({ change: "knock", token, admits });
  return el(
    "li",
    { class: "card", data: { state: "paused" } },
    el("h3", {}, name),
    el("p", { class: "soft" }, text("web-knock", { platform, account, kind: is_group ? "group" : "direct" })),
    el("div", { class: "row" }, button(text("web-admit"), `admit-${token}`, () => decide(true), "primary"), button(text("web-refuse"), `refuse-${token}`, () => decide(false), "danger")),
  );
}

/** Returns the buttons for the owner's actions on a person. */
export function acts({ id, name, role, is_approver, is_served, is_removed }, { change, confirm }) {
  if (role === "owner") return el("p", { class: "soft" }, text("web-move-ownership"));
  const act = (act) => change({ change: "person", id, act });
  const remove = async () => {
    if (await confirm(text("web-remove-person", { name }), text("web-remove"))) await act("remove");
  };
  return el(
    "div",
    { class: "row" },
    is_removed || !is_served ? button(text("web-admit"), `admit-${id}`, () => act("admit"), "primary") : button(text("web-remove"), `remove-${id}`, remove, "danger"),
    is_approver ? button(text("web-end-approver"), `approver-${id}`, () => act("end_approver")) : button(text("web-make-approver"), `approver-${id}`, () => act("make_approver")),
  );
}

function card(person, daily_cost, actions) {
  const { id, name, role, accounts, is_served, is_removed, seen_at, cost_today } = person;
  return el(
    "li",
    { class: "card", data: { state: is_served ? "active" : "paused" } },
    el("h3", {}, el("a", { href: `#person=${id}` }, name)),
    facts([
      [text("web-role-of-person"), texts.role(person)],
      [text("web-accounts"), accounts],
      [text("web-served"), is_served ? null : text("web-served-state", { state: is_removed ? "removed" : "no" })],
      [text("web-last-here"), seen_at === null ? text("web-never") : ago(seen_at)],
      [text("web-cost-today"), daily_cost === null ? money(cost_today) : text("web-used-of", { used: money(cost_today), limit: money(daily_cost) })],
    ]),
    role === "owner" ? null : acts(person, actions),
  );
}
