// The texts of the pages, in the language of the reader. The gateway generates a module for each language in which all
// texts of the page are translated. The English texts are in index.html, so that the page has words from its first
// moment on.

import { languages, texts as english } from "./texts/en.js";

/** Attributes that name the keys of others; `data-l10n` names that of an element's content. */
const ATTRIBUTES = { "data-l10n-label": "aria-label", "data-l10n-title": "title", "data-l10n-placeholder": "placeholder" };

const known = { en: english };
let rules = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** The code of the language that the page speaks. */
export let language = "en";

/** Returns the tag by which the browser writes dates in the language, such as `en-US`. */
export const locale = () => navigator.languages.find((tag) => codeOf(tag) === language) ?? language;

/**
 * Speaks a language from now on, in what index.html has and in what `tell` has said. Resolves to whether it is another one
 * than before; what the page's code has written itself is then to be written anew.
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

/** Returns a text. A number among its variables chooses the form that the language has for it. */
export const text = (key, variables = {}) => parts(key, variables).join("");

/** Returns a text of which variables are nodes, as texts and nodes in their order. */
export const parts = (key, variables = {}) => put(known[language][key] ?? english[key] ?? key, variables);

/** Makes a text the content of an element, in whatever language the page comes to speak. */
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

/** Fills the page with texts. Elements within a text have the names of its variables. */
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
