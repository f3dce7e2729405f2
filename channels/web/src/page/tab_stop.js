// Makes everything in the conversation that can be pressed one stop of the Tab key, so that it is not a long way to the
// message box. Tab goes from one to the next as soon as the focus is inside; from outside it enters at the last one.

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
