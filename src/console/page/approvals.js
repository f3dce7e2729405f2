// The page of decisions: what waits, and what was allowed beyond single calls.

import { button, el, facts, nothing, section } from "./dom.js";
import { ago, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "Approvals";

export function draw({ waiting, grants, more_grants }, { change }) {
  const cards = waiting.map((approval) => card(approval, change));
  const none = nothing("Nothing waits for you. Questions of the bot about risky calls appear here and in the chat.");
  return [
    section("Waiting for you", cards.length > 0 ? cards : none),
    section("Allowed beyond single calls", standing(grants, more_grants, change)),
    el("p", {}, el("a", { href: "#audit" }, "Who decided what, and what was done")),
  ];
}

function card(approval, change) {
  const { id, arguments_hash, requester, place, summary, preview, reason, details, asked_at, expires_at } = approval;
  const decide = (approves) => change({ change: "decide", id, arguments_hash, approves });
  const buttons = [
    approval.may_approve ? button("Approve", `approve-${id}`, () => decide(true), "primary") : null,
    approval.may_deny ? button("Deny", `deny-${id}`, () => decide(false), "danger") : null,
  ];
  return el(
    "article",
    { class: "card", "aria-label": summary },
    el("h3", {}, summary),
    preview ? el("pre", {}, preview) : null,
    el("p", { class: "soft" }, reason),
    facts([
      ["Asked by", requester],
      ["In", texts.place(place)],
      ["Asked", ago(asked_at)],
      ["Expires", ago(expires_at)],
    ]),
    el("details", { data: { key: `details-${id}` } }, el("summary", {}, "The whole call"), el("pre", {}, details)),
    approval.is_question ? el("p", {}, "The bot asks you something: answer in the chat.") : el("div", { class: "row" }, buttons),
  );
}

function standing(grants, more, change) {
  if (grants.length === 0) return nothing("Nothing is allowed beyond single calls: the bot asks each time.");
  const line = ({ id, label, tool, scope, for_everybody, given_at, expires_at, last_used_at }) =>
    el(
      "li",
      { class: "card" },
      el("p", {}, label, for_everybody ? " (for everybody)" : null),
      el(
        "p",
        { class: "soft" },
        `${tool}, ${texts.scopes[scope]}, given `,
        time(given_at),
        expires_at ? [", until ", time(expires_at)] : null,
        last_used_at ? `, last used ${ago(last_used_at)}` : ", not used yet",
      ),
      button("Revoke", `revoke-${id}`, () => change({ change: "revoke", id }), "danger"),
    );
  return [el("ul", { class: "cards" }, grants.map(line)), more > 0 ? el("p", {}, `And ${more} more.`) : null];
}
