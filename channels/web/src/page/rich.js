// Turns text with entities into DOM nodes. Text only ever becomes text nodes: nothing in it can become markup.

import { text as said } from "./l10n.js";

const SCHEMES = new Set(["http:", "https:", "mailto:"]);
const TAGS = { bold: "strong", italic: "em", strike: "s", code: "code" };
const BLOCKS = new Set(["pre", "quote", "folded"]);
const BARE_LINK = /https?:\/\/[^\s<>"'`]*[^\s<>"'`.,:;!?)\]}]/g;

/** Matches an item of a list, with the indented lines that belong to it. */
const ITEM = /^ *(?:•|\d{1,3}\.) .*(?:\n {2,}(?!•|\d{1,3}\.).*)*/gm;

/** Renders `{text, entities}`; offsets are UTF-16 units, and the outer of two entities comes first. */
export function render({ text, entities = [] }) {
  const fragment = document.createDocumentFragment();
  fill(fragment, text, 0, text.length, withItems(text, entities), true);
  return fragment;
}

/** Adds list items to the entities, as blocks with indented lines; omits items that overlap an entity only in part. */
function withItems(text, entities) {
  const items = [...text.matchAll(ITEM)].map(({ index, 0: { length } }) => ({ style: "item", offset: index, length }));
  const inside = (a, b) => a.offset >= b.offset && a.offset + a.length <= b.offset + b.length;
  const apart = (a, b) => a.offset + a.length <= b.offset || b.offset + b.length <= a.offset;
  const whole = items.filter((item) => entities.every((entity) => apart(entity, item) || inside(entity, item)));
  return [...whole, ...entities].sort((a, b) => a.offset - b.offset);
}

/** Renders `text[start..end]` with the entities inside it. */
function fill(parent, text, start, end, entities, links) {
  let at = start;
  let next = 0;
  while (next < entities.length) {
    const entity = entities[next];
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    const inner = next + 1;
    for (next = inner; next < entities.length && entities[next].offset < to; next++);
    if (from >= to) continue;

    const block = BLOCKS.has(entity.style);
    leaf(parent, text.slice(at, from), { links, beforeBlock: block });
    const element = open(entity, text.slice(from, to));
    const inside = entities.slice(inner, next);
    const linksInside = links && !["link", "code", "pre"].includes(entity.style);
    fill(element.querySelector("code.block") ?? element, text, from, to, inside, linksInside);
    parent.append(element);
    at = to;
  }
  leaf(parent, text.slice(at, end), { links });
}

function open(entity, text) {
  switch (entity.style) {
    case "link":
      return link(entity.url) ?? document.createElement("span");
    case "pre":
      return codeBlock(entity.language, text);
    case "quote":
      return document.createElement("blockquote");
    case "folded":
      return folded();
    case "item":
      return listItem(text);
    default:
      return document.createElement(TAGS[entity.style] ?? "span");
  }
}

/** Appends text between entities. Omits line breaks around blocks, which have margins of their own. */
function leaf(parent, text, { links, beforeBlock = false }) {
  const last = parent.lastElementChild;
  const afterBlock = last === parent.lastChild && last?.matches("figure, blockquote, details");
  if (afterBlock) text = text.replace(/^\n+/, "");
  // Here the line break only ends the item's line.
  else if (last === parent.lastChild && last?.matches(".item")) text = text.replace(/^\n/, "");
  if (beforeBlock) text = text.replace(/\n+$/, "");
  if (!links) return parent.append(text);

  let at = 0;
  for (const match of text.matchAll(BARE_LINK)) {
    const element = link(match[0]);
    if (!element) continue;
    element.textContent = match[0];
    parent.append(text.slice(at, match.index), element);
    at = match.index + match[0].length;
  }
  parent.append(text.slice(at));
}

function folded() {
  const element = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = said("web-reasoning");
  element.append(summary);
  return element;
}

function listItem(text) {
  const element = document.createElement("span");
  element.className = "item";
  element.dir = "auto";
  element.classList.toggle("numbered", !/^ *•/.test(text));
  element.classList.toggle("deep", text.startsWith("  "));
  return element;
}

function link(url) {
  if (!URL.canParse(url) || !SCHEMES.has(new URL(url).protocol)) return null;
  const element = document.createElement("a");
  element.href = url;
  element.target = "_blank";
  element.rel = "noopener noreferrer";
  element.title = url;
  return element;
}

function codeBlock(language, text) {
  const figure = document.createElement("figure");
  const bar = document.createElement("figcaption");
  const copy = document.createElement("button");
  copy.type = "button";
  copy.textContent = said("web-copy");
  copy.addEventListener("click", () => copyText(copy, text));
  bar.append(language, copy);
  const pre = document.createElement("pre");
  // A block that scrolls must be reachable with the keyboard.
  new ResizeObserver(() => (pre.tabIndex = pre.scrollWidth > pre.clientWidth ? 0 : -1)).observe(pre);
  const code = document.createElement("code");
  code.className = "block";
  pre.append(code);
  figure.append(bar, pre);
  return figure;
}

async function copyText(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain HTTP from another machine there is no clipboard object; selecting and copying still works.
    getSelection().selectAllChildren(button.closest("figure").querySelector("pre"));
    document.execCommand("copy");
    getSelection().removeAllRanges();
  }
  button.textContent = said("web-copied");
  setTimeout(() => (button.textContent = said("web-copy")), 2000);
}
