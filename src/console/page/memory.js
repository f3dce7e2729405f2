// The page of what the bot remembers.

import { button, el, facts, field, form, nothing, section } from "./dom.js";
import { ago, number, time } from "./format.js";
import * as texts from "./texts.js";

export const title = "Memory";

/** What is typed in the box for searching, until it is searched for. */
let typed = null;
let source = "";

export function draw(view, actions) {
  return [search(view, actions), view.query === "" ? newest(view, actions) : results(view, actions)];
}

function search({ query }, { go }) {
  const begin = (event) => {
    event.preventDefault();
    const wanted = (typed ?? query).trim();
    typed = null;
    go("memory", wanted);
  };
  const type = (event) => { typed = event.target.value; };
  return el(
    "form",
    { class: "row", role: "search", onsubmit: begin },
    el("label", { class: "wide-field" }, "Search as the bot does ", el("input", { type: "search", value: typed ?? query, data: { key: "query" }, oninput: type })),
    el("button", { class: "primary", type: "submit", data: { key: "search" } }, "Search"),
    query === "" ? null : el("a", { class: "beside", href: "#memory" }, "The newest notes"),
  );
}

function newest({ notes, from, page, found }, actions) {
  if (notes === 0) return nothing("Nothing is noted yet. Write to the bot, for example: remember that the wifi code is 4711");
  const to = (from) => (from > 0 ? `#memory&from=${from}` : "#memory");
  const pages = el(
    "p",
    { class: "row" },
    from > 0 ? el("a", { href: to(Math.max(0, from - page)) }, "Newer notes") : null,
    from + page < notes ? el("a", { href: to(from + page) }, "Older notes") : null,
  );
  return [section(`Your notes (${number(notes)})`, found.map((one, at) => card(one, at, actions))), pages];
}

function results({ query, found, by_words, unread }, actions) {
  const { redraw } = actions;
  const options = [["", "Everything"], ...Object.entries(texts.sources)];
  const choose = (event) => { source = event.target.value; redraw(); };
  const chosen = found.filter((one) => source === "" || one.source === source);
  const choice = el("select", { data: { key: "source" }, onchange: choose }, options.map(([value, name]) => el("option", { value, selected: value === source }, name)));
  return section(
    `Found for “${query}”`,
    by_words ? el("p", { class: "soft" }, `Only words counted in this search: ${by_words}.`) : null,
    unread > 0 ? el("p", { class: "soft" }, `${number(unread)} documents are still to be read.`) : null,
    found.length > 0 ? el("div", { class: "row" }, el("label", {}, "In ", choice)) : null,
    chosen.length > 0 ? chosen.map((one, at) => card(one, at, actions)) : nothing("Nothing was found. Other words may find something."),
  );
}

function card(found, at, actions) {
  const { source, text, more, tags, updated_at, others, note, score } = found;
  return el(
    "article",
    { class: "card", "aria-label": text.slice(0, 60) },
    el("p", { class: "said" }, text, more > 0 ? ` … (${number(more)} more characters)` : null),
    tags.length > 0 ? el("p", { class: "soft" }, tags.map((tag) => `#${tag}`).join(" ")) : null,
    facts([
      ["What", score === null ? null : texts.source[source]],
      ["From", origin(found)],
      ["Used", note ? used(found) : null],
      ["Words of others", others || null],
      ["Changed", [time(updated_at), ` (${ago(updated_at)})`]],
    ]),
    score ? parts(score, at) : null,
    note ? el("div", { class: "row" }, buttons(found, actions)) : null,
  );
}

/** Returns where something was said, saved or read. */
function origin({ place, turn, file, at, note }) {
  if (file) return [file, at ? `, ${at}` : null];
  const chat = place ? texts.place(place) : "not known any more";
  const link = turn ? el("a", { href: `#turn=${turn}` }, note ? `call of ${note.tool}` : "turn") : null;
  return [chat, link ? ", " : null, link];
}

function used({ note, place }) {
  if (note.is_shared) return "with you, and in every group where you talk to the bot";
  return place?.is_group ? "with you, and in the group where you saved it" : "with you alone";
}

const rounded = (value) => value.toFixed(2);

/** What a score is made of; parts that are nothing are left out. */
function parts({ total, words, meaning, timely, named, asking, repeating, bm25, cosine }, at) {
  const of = (value) => (Math.abs(value) < 0.005 ? null : rounded(value));
  return el(
    "details",
    { data: { key: `score-${at}` } },
    el("summary", {}, `Score ${rounded(total)}`),
    facts([
      ["Words", `${rounded(words)} (BM25 ${rounded(bm25)})`],
      ["Meaning", cosine === null ? `${rounded(meaning)} (no vector, so its words decide)` : `${rounded(meaning)} (cosine ${rounded(cosine)})`],
      ["From the time asked for", of(timely)],
      ["Said by the one asked about", of(named)],
      ["Asks rather than says", of(asking)],
      ["Repeats a better one", of(repeating)],
    ]),
  );
}

function buttons({ text, note: { id, is_shared } }, { change, make, confirm }) {
  const act = (act) => change({ change: "note", id, act });
  const edit = () => {
    const area = el("textarea", { rows: 6, required: true }, text);
    const save = () => make({ change: "note", id, act: { edit: { text: area.value } } });
    form("Change the note", [field("Text", area, "Tags at its end, such as #home, take the place of the old ones.")], "Save", save);
  };
  const forget = async () => {
    if (await confirm("Forget this note? A deleted note cannot be brought back.", "Forget")) await act("forget");
  };
  return [
    button("Edit", `edit-${id}`, edit),
    is_shared ? button("Do not share", `share-${id}`, () => act("unshare")) : button("Share in groups", `share-${id}`, () => act("share")),
    button("Forget", `forget-${id}`, forget, "danger"),
  ];
}
