// Every word that the page's code says; what stands on the page from the start is in index.html.

export const reconnecting = "Reconnecting…";
export const connected = "Connected";
export const latest = "Latest";
export const newMessages = "New messages";
export const newConversation = "New conversation";
export const you = "You";
export const copy = "Copy";
export const copied = "Copied";
export const close = "Close";
export const today = "Today";
export const yesterday = "Yesterday";
export const tokenWrong = "That is not the token.";
export const unreachable = "The gateway cannot be reached.";
export const pressFailed = "Your choice could not be sent. Press again.";

/** What is said next to a message of the person, by its state. */
export const states = {
  sending: "Sending…",
  unsent: "Not sent yet, will be retried",
  waits: "Waiting for its turn",
  refused: "Not sent",
};

export const unread = (count, title) => (count > 0 ? `(${count}) ${title}` : title);
