// Messages that the gateway has not stored yet. They survive a reload, under one key each, so that two tabs do not
// overwrite each other's.

const PREFIX = "adjutant:unsent:";

/** Keeps `{client_id, text, files, written}`. Without storage (full, forbidden) it lasts as long as the page. */
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
