// Shows the files of a message.

import { text } from "./l10n.js";

/** How each kind of file is shown. Other kinds, and files that the browser cannot show, become download links. */
const SHOWN = { photo: picture, sticker: picture, audio: player("audio"), voice: player("audio"), video: player("video") };

/** Renders `{kind, name, url}`. */
export function show(file) {
  const element = SHOWN[file.kind]?.(file);
  if (!element) return download(file);
  // Errors of an image or a player do not bubble.
  element.addEventListener("error", () => element.replaceWith(download(file)), { capture: true, once: true });
  return element;
}

function picture({ name, url }) {
  const link = document.createElement("a");
  link.className = "picture";
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener";
  const image = document.createElement("img");
  image.src = url;
  image.alt = name ?? text("web-picture");
  image.loading = "lazy";
  link.append(image);
  return link;
}

function player(tag) {
  return ({ kind, name, url }) => {
    const element = document.createElement(tag);
    element.controls = true;
    element.preload = "metadata";
    element.src = url;
    element.title = element.ariaLabel = name ?? (kind === "voice" ? text("web-voice") : text("web-file"));
    return element;
  };
}

function download({ name, url }) {
  const link = document.createElement("a");
  link.className = "download";
  link.href = url;
  link.download = name ?? "";
  link.textContent = name ?? text("web-file");
  return link;
}
