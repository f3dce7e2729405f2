// Makes the examples and the commands in a message of the bot pressable: a press puts them into the message box.

/** The longest code, in UTF-16 units, that counts as an example. */
const MAX_EXAMPLE = 200;

/** Matches a command, but no part of a path or an address. */
const COMMAND = /(?<![\w/.:])\/([a-z][a-z_]*)(?![\w/-]|\.\w)/g;

/** Changes rendered text. `isCommand(name)` says whether a command exists; `fill(text)` adds text to the input. */
export function makePressable(fragment, { isCommand, fill }) {
  for (const code of fragment.querySelectorAll("code:not(.block)")) {
    const text = code.textContent;
    if (code.closest("a") || text.includes("\n") || text.length > MAX_EXAMPLE || !text.trim()) continue;
    const button = example(text, fill);
    code.replaceWith(button);
    button.append(code);
  }
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (!texts.currentNode.parentElement?.closest("a, code, button, figure")) found.push(texts.currentNode);
  for (const node of found) replaceCommands(node, isCommand, fill);
}

function replaceCommands(node, isCommand, fill) {
  const text = node.data;
  const parts = [];
  let at = 0;
  for (const { index, 0: written, 1: name } of text.matchAll(COMMAND)) {
    if (!isCommand(name)) continue;
    const button = example(written, fill);
    button.append(written);
    parts.push(text.slice(at, index), button);
    at = index + written.length;
  }
  if (parts.length > 0) node.replaceWith(...parts, text.slice(at));
}

function example(text, fill) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "example";
  button.addEventListener("click", () => fill(text));
  return button;
}
