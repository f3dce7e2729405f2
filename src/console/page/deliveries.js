// The page of messages on their way.

import { button, el, nothing, section, table } from "./dom.js";
import { ago, number, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "Deliveries";

export function draw({ is_owner, waiting, dead }, { change, confirm }) {
  if (!is_owner) return [nothing("Only the owner sees how everybody’s messages stand.")];
  const open = waiting.map(({ place, messages, oldest, not_before, in_doubt }) => [
    texts.place(place),
    number(messages),
    ago(oldest),
    not_before ? time(not_before) : "now",
    in_doubt > 0 ? `${in_doubt} may have arrived` : "",
  ]);
  const letters = dead.map(({ id, written_at, place, attempts, reason }) => [time(written_at), texts.place(place), number(attempts), reason, buttons(id, change, confirm)]);
  return [
    section(
      "On their way",
      open.length > 0 ? table("Messages that wait, by chat", ["Chat", "Messages", "Oldest", "Next attempt", "In doubt"], open) : nothing("Everything has been delivered."),
    ),
    section(
      "Given up in the last 30 days",
      letters.length > 0 ? table("Messages that could not be delivered", ["Written", "Chat", "Attempts", "Reason", "What to do"], letters) : nothing("Nothing was given up."),
    ),
  ];
}

function buttons(id, change, confirm) {
  const act = (delivers) => change({ change: "dead_letter", id, delivers });
  const drop = async () => {
    if (await confirm("Delete this message? Whoever it was for will not get it.", "Delete")) await act(false);
  };
  return el("div", { class: "row" }, button("Send again", `send-${id}`, () => act(true)), button("Delete", `drop-${id}`, drop, "danger"));
}
