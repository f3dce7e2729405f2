// Makes all buttons, links and players in the conversation one stop of the Tab key, so that the message box is near.
// Inside the conversation, Tab moves between them; from outside, it reaches the last one.

const PRESSABLE = "button, a, audio, video";

export function makeOneStop(container) {
  let inside = false;
  const set = () => {
    const all = [...container.querySelectorAll(PRESSABLE)];
    all.forEach((element, i) => (element.tabIndex = inside || i === all.length - 1 ? 0 : -1));
  };
  const enter = (into) => {
    if (inside === into) return;
    inside = into;
    set();
  };
  container.addEventListener("focusin", () => enter(true));
  container.addEventListener("focusout", ({ relatedTarget }) => enter(container.contains(relatedTarget)));
  new MutationObserver(set).observe(container, { childList: true, subtree: true });
}
