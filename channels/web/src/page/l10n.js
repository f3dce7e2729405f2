// The texts of the pages, in the reader's language. The gateway generates a module for each language that has all texts
// of the page. The English texts are also in index.html, so that the page never appears without words.

import { languages, texts as english } from "./texts/en.js";

/** Attributes that name the keys of other attributes' texts; `data-l10n` names the key of an element's content. */
const ATTRIBUTES = { "data-l10n-label": "aria-label", "data-l10n-title": "title", "data-l10n-placeholder": "placeholder" };

const known = { en: english };
let rules = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** The code of the page's language. */
export let language = "en";

/** Returns the tag by which the browser writes dates in the language, such as `en-US`. */
export const locale = () => navigator.languages.find((tag) => codeOf(tag) === language) ?? language;

/**
 * Changes the page's language. Rewrites the texts of index.html and those set by `tell`. Resolves to whether the
 * language has changed; the caller must then rewrite all other texts.
 */
export async function speak(code) {
  if (code === language || !languages.includes(code)) return false;
  try {
    known[code] ??= (await import(`./texts/${code}.js`)).texts;
  } catch {
    // The connection is lost. The gateway's next answer names the language again.
    return false;
  }
  if (code === language) return false;
  language = code;
  rules = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  document.documentElement.lang = code;
  fill();
  return true;
}

/** Returns a text. A variable that is a number also chooses the plural form. */
export const text = (key, variables = {}) => parts(key, variables).join("");

/** Returns a text whose variables may be nodes, as an array of strings and nodes. */
export const parts = (key, variables = {}) => put(known[language][key] ?? english[key] ?? key, variables);

/** Makes a text the content of an element; the content follows later changes of the language. */
export function tell(element, key) {
  element.dataset.l10n = key;
  element.textContent = text(key);
}

function put(pattern, variables) {
  if (typeof pattern === "string") return [pattern];
  return pattern.flatMap((part) => {
    if (typeof part === "string") return part;
    const value = variables[part.of];
    if (part.forms) return put(form(part, value), variables);
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

function form({ forms, otherwise }, value) {
  const wanted = [value, typeof value === "number" ? rules.select(value) : otherwise, otherwise];
  return forms[wanted.find((name) => Object.hasOwn(forms, name))];
}

/** Writes all texts of the page. In an element, `data-as` names the variable of the text that a child stands for. */
function fill() {
  for (const element of document.querySelectorAll("[data-l10n]")) {
    const named = [...element.children].filter((child) => child.dataset.as);
    element.replaceChildren(...parts(element.dataset.l10n, Object.fromEntries(named.map((child) => [child.dataset.as, child]))));
  }
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    for (const element of document.querySelectorAll(`[${name}]`)) element.setAttribute(attribute, text(element.getAttribute(name)));
  }
}

const codeOf = (tag) => tag.split("-")[0].toLowerCase();

// Until the gateway names the person's language, the browser's languages decide.
await speak(navigator.languages.map(codeOf).find((code) => languages.includes(code)));
