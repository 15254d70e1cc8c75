/** The words of the game in sentences: a term of the glossary is marked, so that hovering tells what it means. */

import { h } from "./dom.js";

/** @import { Word } from "../types.js" */

/** @type {Map<string, Word>} by every form of the word, in small letters */
let glossary = new Map();
/** @type {Set<string>} abbreviations: "ME" is a term, "me" is not */
let capitals = new Set();
/** What is no term though the word is in it: "step by step", "13th Reserve Division", "VII Reserve Corps", "Set-up zone". */
const NOT_AFTER = "(?<!(?:step|hex|square) by )(?<!\\d(?:st|nd|rd|th) )(?<!\\b[IVX]+ )(?<!set-up )";
const NOT_BEFORE = "(?! by (?:step|hex|square))(?! (?:Division|Corps|Brigade|Army|Regiment)s?\\b)";
/** @type {RegExp | null} */
let pattern = null;

/** Where a case is looked up; the page that is open says how. @type {{open: (wanted: string) => void}} */
export const lookUp = { open: () => {} };

/** @param {Word[]} entries */
export function setGlossary(entries) {
  glossary = new Map(entries.flatMap((entry) => [entry.word, ...(entry.also ?? [])].map((word) => [word.toLowerCase(), entry])));
  capitals = new Set(entries.flatMap((entry) => [entry.word, ...(entry.also ?? [])]).filter((word) => /^[A-Z]{2,5}s?$/.test(word)));
  const words = [...glossary.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[^\w ]/g, "\\$&"));
  pattern = words.length ? new RegExp(`(?<![\\w-])${NOT_AFTER}(${words.join("|")})(?![\\w-])${NOT_BEFORE}`, "gi") : null;
}

/** @param {string} word */
export function termFor(word) {
  return glossary.get(word.toLowerCase());
}

/** Whether a word is written as its term is: abbreviations in capitals. @param {string} part */
function isWord(part) {
  return ![...capitals].some((word) => word.toLowerCase() === part.toLowerCase()) || capitals.has(part);
}

/** A text in pieces; the first mention of each term is a piece of its own. @param {string} text @returns {{text: string, term: boolean}[]} */
export function termsIn(text) {
  if (!pattern) return [{ text, term: false }];
  /** @type {Set<Word>} */ const told = new Set();
  return text.split(pattern).filter(Boolean).map((part) => {
    const entry = isWord(part) ? termFor(part) : undefined;
    const term = entry !== undefined && !told.has(entry);
    if (entry) told.add(entry);
    return { text: part, term };
  });
}

/** A text in which the first mention of each term is marked. @param {string} text @returns {Node[]} */
export function termed(text) {
  return termsIn(text).map((part) => (part.term ? h("span.term", { "data-term": part.text }, part.text) : document.createTextNode(part.text)));
}

/** Mark the terms in what is written already, but for buttons and links. @param {Element | null} root */
export function markTerms(root) {
  if (!root || !pattern) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */ const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    if (text.parentElement?.closest("button, a, .term, h1, h2, h3, dt")) continue;
    const nodes = termed(text.data);
    if (nodes.length > 1) text.replaceWith(...nodes);
  }
}
