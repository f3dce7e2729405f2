// Short notices above the message box. They take up space of their own, so that they cover no message.

import { text as said } from "./l10n.js";

const SPAN = 5000;
const ALERT_SPAN = 12_000;

/** Shows `text` in `container` for some seconds; replaces the previous notice. */
export function toast(container, text, alert) {
  const element = document.createElement("div");
  element.className = alert ? "toast alert" : "toast";
  if (alert) element.role = "alert";
  const close = document.createElement("button");
  close.type = "button";
  close.ariaLabel = said("web-close");
  close.textContent = "×";
  close.addEventListener("click", () => element.remove());
  element.append(text, close);
  container.replaceChildren(element);
  setTimeout(() => element.remove(), alert ? ALERT_SPAN : SPAN);
}
