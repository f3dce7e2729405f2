// The page of decisions: pending approvals, and grants beyond single calls.

import { parts, text } from "../l10n.js";
import { button, el, facts, nothing, section } from "./dom.js";
import { ago, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "web-approvals";

export function draw({ waiting, grants, more_grants }, { change }) {
  const cards = waiting.map((approval) => card(approval, change));
  const none = nothing(text("web-nothing-waits"));
  return [
    section(text("web-waiting-for-you"), cards.length > 0 ? cards : none),
    section(text("web-allowed-beyond-calls"), given(grants, more_grants, change)),
    el("p", {}, el("a", { href: "#audit" }, text("web-who-decided"))),
  ];
}

function card(approval, change) {
  const { id, arguments_hash, requester, place, summary, preview, reason, details, asked_at, expires_at } = approval;
  const decide = (approves) => change({ change: "decide", id, arguments_hash, approves });
  const buttons = [
    approval.may_approve ? button(text("web-approve"), `approve-${id}`, () => decide(true), "primary") : null,
    approval.may_deny ? button(text("web-deny"), `deny-${id}`, () => decide(false), "danger") : null,
  ];
  return el(
    "article",
    { class: "card", "aria-label": summary },
    el("h3", {}, summary),
    preview ? el("pre", {}, preview) : null,
    el("p", { class: "soft" }, reason),
    facts([
      [text("web-asked-by"), requester],
      [text("web-in-chat"), texts.place(place)],
      [text("web-asked"), ago(asked_at)],
      [text("web-expires"), ago(expires_at)],
    ]),
    el("details", { data: { key: `details-${id}` } }, el("summary", {}, text("web-whole-call")), el("pre", {}, details)),
    approval.is_question ? el("p", {}, text("web-answer-in-chat")) : el("div", { class: "row" }, buttons),
  );
}

function given(grants, more, change) {
  if (grants.length === 0) return nothing(text("web-nothing-allowed"));
  const line = ({ id, allows, details, in_force, tool, scope, for_everybody, given_at, expires_at, last_used_at }) =>
    el(
      "li",
      { class: "card" },
      el("p", {}, for_everybody ? text("web-for-everybody", { what: allows }) : allows),
      details ? el("pre", {}, details) : null,
      in_force === "yes" ? null : el("p", { class: "bad" }, text("web-grant-void", { why: in_force })),
      el(
        "p",
        { class: "soft" },
        parts("web-grant", {
          tool,
          scope,
          given: time(given_at),
          ends: expires_at ? "yes" : "no",
          until: expires_at ? time(expires_at) : null,
          used: last_used_at ? "yes" : "no",
          ago: last_used_at ? ago(last_used_at) : null,
        }),
      ),
      button(text("web-revoke"), `revoke-${id}`, () => change({ change: "revoke", id }), "danger"),
    );
  return [el("ul", { class: "cards" }, grants.map(line)), more > 0 ? el("p", {}, text("web-and-more", { count: more })) : null];
}
