// The page of the bot's memory.

import { decimal } from "../amounts.js";
import { parts, text } from "../l10n.js";
import { button, el, facts, field, form, nothing, section } from "./dom.js";
import { ago, time } from "./format.js";
import { search } from "./search.js";
import * as texts from "./texts.js";

export const title = "web-memory";

let source = "";

const SOURCES = ["note", "conversation", "document"];

export function draw(view, actions) {
  const box = { page: "memory", query: view.query, label: text("web-search-as-the-bot"), all: text("web-newest-notes") };
  return [search(box, actions), view.query === "" ? newest(view, actions) : results(view, actions)];
}

function newest({ notes, from, page, found }, actions) {
  if (notes === 0) return nothing(text("web-no-notes"));
  const to = (from) => (from > 0 ? `#memory&from=${from}` : "#memory");
  const pages = el(
    "p",
    { class: "row" },
    from > 0 ? el("a", { href: to(Math.max(0, from - page)) }, text("web-newer-notes")) : null,
    from + page < notes ? el("a", { href: to(from + page) }, text("web-older-notes")) : null,
  );
  return [section(text("web-your-notes", { count: notes }), found.map((one, at) => card(one, at, actions))), pages];
}

function results({ query, found, by_words, unread }, actions) {
  const { redraw } = actions;
  const options = [["", text("web-everything")], ...SOURCES.map((source) => [source, text("web-sources", { source })])];
  const choose = (event) => { source = event.target.value; redraw(); };
  const chosen = found.filter((one) => source === "" || one.source === source);
  const choice = el("select", { data: { key: "source" }, onchange: choose }, options.map(([value, name]) => el("option", { value, selected: value === source }, name)));
  return section(
    text("web-found-for", { query }),
    by_words ? el("p", { class: "soft" }, text("web-only-words", { why: by_words })) : null,
    unread > 0 ? el("p", { class: "soft" }, text("web-unread-documents", { count: unread })) : null,
    found.length > 0 ? el("div", { class: "row" }, el("label", {}, `${text("web-in-source")} `, choice)) : null,
    chosen.length > 0 ? chosen.map((one, at) => card(one, at, actions)) : nothing(text("web-nothing-found")),
  );
}

function card(found, at, actions) {
  const { source, text: words, more, tags, updated_at, others, note, score } = found;
  return el(
    "article",
    { class: "card", "aria-label": words.slice(0, 60) },
    el("p", { class: "said" }, more > 0 ? text("web-more-characters", { text: words, count: more }) : words),
    tags.length > 0 ? el("p", { class: "soft" }, tags.map((tag) => `#${tag}`).join(" ")) : null,
    facts([
      [text("web-what"), score === null ? null : text("web-source", { source })],
      [text("web-from"), origin(found)],
      [text("web-used"), note ? used(found) : null],
      [text("web-words-of-others"), others || null],
      [text("web-changed"), parts("web-time-and-ago", { time: time(updated_at), ago: ago(updated_at) })],
    ]),
    score ? scored(score, at) : null,
    note ? el("div", { class: "row" }, buttons(found, actions)) : null,
  );
}

/** Returns the source of a find: its file, or its chat with a link to the turn. */
function origin({ place, turn, file, at, note }) {
  if (file) return [file, at ? `, ${at}` : null];
  const chat = place ? texts.place(place) : text("web-chat-unknown");
  const link = turn ? el("a", { href: `#turn=${turn}` }, note ? text("web-call-of", { tool: note.tool }) : text("web-a-turn")) : null;
  return [chat, link ? ", " : null, link];
}

function used({ note, place }) {
  return text("web-note-used", { where: note.is_shared ? "everywhere" : place?.is_group ? "group" : "alone" });
}

const rounded = (value) => decimal(value, 2);

/** Lists the parts of a score; omits the smaller ones if they are zero. */
function scored({ total, words, meaning, timely, named, asking, repeating, bm25, cosine }, at) {
  const of = (value) => (Math.abs(value) < 0.005 ? null : rounded(value));
  return el(
    "details",
    { data: { key: `score-${at}` } },
    el("summary", {}, text("web-score", { score: rounded(total) })),
    facts([
      [text("web-words"), `${rounded(words)} (BM25 ${rounded(bm25)})`],
      [text("web-meaning"), cosine === null ? text("web-no-vector", { score: rounded(meaning) }) : text("web-cosine", { score: rounded(meaning), cosine: rounded(cosine) })],
      [text("web-timely"), of(timely)],
      [text("web-named"), of(named)],
      [text("web-asking"), of(asking)],
      [text("web-repeating"), of(repeating)],
    ]),
  );
}

function buttons({ text: words, note: { id, is_shared } }, { change, make, confirm }) {
  const act = (act) => change({ change: "note", id, act });
  const edit = () => {
    const area = el("textarea", { rows: 6, required: true }, words);
    const save = () => make({ change: "note", id, act: { edit: { text: area.value } } });
    form(text("web-change-note"), [field(text("web-text"), area, text("web-tags-hint"))], text("web-save"), save);
  };
  const forget = async () => {
    if (await confirm(text("web-forget-note"), text("web-forget"))) await act("forget");
  };
  return [
    button(text("web-edit"), `edit-${id}`, edit),
    is_shared ? button(text("web-do-not-share"), `share-${id}`, () => act("unshare")) : button(text("web-share-in-groups"), `share-${id}`, () => act("share")),
    button(text("web-forget"), `forget-${id}`, forget, "danger"),
  ];
}
