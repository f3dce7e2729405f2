// The unsent text in the message box. It survives a reload; each tab has its own.

const KEY = "adjutant:draft";

/** Keeps the text. If storage is full or forbidden, the text lasts only as long as the page. */
export function keep(text) {
  try {
    if (text) sessionStorage.setItem(KEY, text);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, the text is lost on a reload.
  }
}

export function kept() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
