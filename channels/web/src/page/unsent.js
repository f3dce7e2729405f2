// Messages that the gateway has not stored yet. They survive a reload. Each has its own key, so that two tabs do not
// overwrite each other's messages.

const PREFIX = "adjutant:unsent:";

/** Keeps `{client_id, text, files, written}`. If storage is full or forbidden, it lasts only as long as the page. */
export function keep(message) {
  try {
    localStorage.setItem(PREFIX + message.client_id, JSON.stringify(message));
  } catch {
    // Without storage, the message is lost on a reload.
  }
}

export function drop(id) {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // The message was never stored.
  }
}

/** Returns all kept messages, oldest first. */
export function kept() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => JSON.parse(localStorage.getItem(key)))
      .sort((a, b) => a.written - b.written);
  } catch {
    return [];
  }
}
