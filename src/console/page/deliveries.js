// The page of messages that wait for delivery, and of dead letters.

import { text } from "../l10n.js";
import { button, el, nothing, section, table } from "./dom.js";
import { ago, number, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "web-deliveries";

export function draw({ is_owner, waiting, dead }, { change, confirm }) {
  if (!is_owner) return [nothing(text("web-deliveries-for-owner"))];
  const open = waiting.map(({ place, messages, oldest, not_before, in_doubt }) => [
    texts.place(place),
    number(messages),
    ago(oldest),
    not_before ? time(not_before) : text("web-now"),
    in_doubt > 0 ? text("web-in-doubt", { count: in_doubt }) : "",
  ]);
  const letters = dead.map(({ id, written_at, place, attempts, reason }) => [time(written_at), texts.place(place), number(attempts), reason, buttons(id, change, confirm)]);
  return [
    section(
      text("web-on-their-way"),
      open.length > 0 ? table(text("web-messages-waiting"), [text("web-chat"), text("web-messages"), text("web-oldest"), text("web-next-attempt"), text("web-doubtful")], open) : nothing(text("web-all-delivered")),
    ),
    section(
      text("web-given-up"),
      letters.length > 0 ? table(text("web-undeliverable"), [text("web-written"), text("web-chat"), text("web-attempts"), text("web-reason"), text("web-what-to-do")], letters) : nothing(text("web-nothing-given-up")),
    ),
  ];
}

function buttons(id, change, confirm) {
  const act = (delivers) => change({ change: "dead_letter", id, delivers });
  const drop = async () => {
    if (await confirm(text("web-delete-message"), text("web-delete"))) await act(false);
  };
  return el("div", { class: "row" }, button(text("web-send-again"), `send-${id}`, () => act(true)), button(text("web-delete"), `drop-${id}`, drop, "danger"));
}
