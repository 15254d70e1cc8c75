/** The words of the game in sentences: a term of the glossary is marked, so that hovering tells what it means. */

import { h } from "./dom.js";

/** @import { Word } from "../types.js" */

/** @type {Map<string, Word>} by every form of the word, in small letters */
let glossary = new Map();
/** @type {RegExp | null} */
let pattern = null;

/** Where a case is looked up; the page that is open says how. @type {{open: (wanted: string) => void}} */
export const lookUp = { open: () => {} };

/** @param {Word[]} entries */
export function setGlossary(entries) {
  glossary = new Map(entries.flatMap((entry) => [entry.word, ...(entry.also ?? [])].map((word) => [word.toLowerCase(), entry])));
  const words = [...glossary.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[^\w ]/g, "\\$&"));
  pattern = words.length ? new RegExp(`(?<![\\w-])(${words.join("|")})(?![\\w-])`, "gi") : null;
}

/** @param {string} word */
export function termFor(word) {
  return glossary.get(word.toLowerCase());
}

/** A text in which the first mention of each term is marked. @param {string} text @returns {Node[]} */
export function termed(text) {
  if (!pattern) return [document.createTextNode(text)];
  /** @type {Set<Word>} */ const told = new Set();
  return text.split(pattern).filter(Boolean).map((part) => {
    const entry = termFor(part);
    if (!entry || told.has(entry)) return document.createTextNode(part);
    told.add(entry);
    return h("span.term", { "data-term": part }, part);
  });
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
