// The texts of the page's code; the page's initial texts are in index.html.

export const reconnecting = "Reconnecting…";
export const connected = "Connected";
export const latest = "Latest";
export const newMessages = "New messages";
export const newConversation = "New conversation";
export const you = "You";
export const removed = "Removed: it held a secret.";
export const escape = "Esc";
export const copy = "Copy";
export const copied = "Copied";
export const close = "Close";
export const today = "Today";
export const yesterday = "Yesterday";
export const tokenWrong = "That is not the token.";
export const unreachable = "The gateway cannot be reached.";
export const picture = "Picture";
export const reasoning = "Reasoning";
export const file = "File";
export const fileTooBig = "the file is too large. At most 20 MB can be sent.";
export const fileEmpty = "the file is empty.";
export const uploading = "A file is still being uploaded.";
export const aboutFile = (name, problem) => `${name}: ${problem}`;
export const tooManyFiles = (count) => `One message can carry ${count} files.`;
export const removeFile = (name) => `Remove ${name}`;
export const send = "Send";
export const voice = "Voice message";
export const sendVoice = "Send the voice message";
export const askingForMicrophone = "Asking for the microphone…";
export const sendingVoice = "Sending…";
export const voiceNotSentYet = "Not sent yet, will be retried";
export const microphoneRefused =
  "The browser does not let this page use the microphone. You can allow it in the browser’s settings for this page.";
export const microphoneMissing = "The browser finds no microphone.";
export const microphoneBroken = "The microphone cannot be used. Perhaps another program is using it.";
export const pressFailed = "Your choice could not be sent. Press again.";

/** The notes next to a message of the person, by its state. */
export const states = {
  sending: "Sending…",
  unsent: "Not sent yet, will be retried",
  waits: "Waiting for its turn",
  refused: "Not sent",
};

export const unread = (count, title) => (count > 0 ? `(${count}) ${title}` : title);

/** Formats a duration in milliseconds as minutes and seconds. */
export function minutes(duration) {
  const seconds = Math.floor(duration / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Formats a size in bytes for people. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, scaled] = bytes < 1_000_000 ? ["kB", bytes / 1000] : ["MB", bytes / 1_000_000];
  return `${scaled.toFixed(scaled < 10 ? 1 : 0)} ${unit}`;
}
