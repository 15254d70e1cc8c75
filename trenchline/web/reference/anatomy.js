/** Anatomy: what each sign and number of a counter says, and the key to counters and map of a game. At hand from any counter. */

import { openDialog } from "../common/dialogs.js";
import { h, s } from "../common/dom.js";
import { capital, counted } from "../common/wording.js";
import { drawCounter, facingWords } from "../map/counters.js";
import { stateTabs } from "../map/counter-signs.js";
import { shapes } from "../map/live-layers.js";
import { caseButton, loadReference, namedNumbers } from "./reference.js";

/** @import { Child, CounterDocument, CounterView, Word, ReferenceDocument } from "../types.js" */
/** @import { Links } from "../play/links.js" */
/** @typedef {{at: [number, number] | null, to: [number, number], name: string, about: Child}} Part where a part lies on the counter, if it is drawn, where its letter stands, and what it says */

/** Strokes and crosses on top of the branch sign. @type {Record<string, string>} */
const SIZE_MARKS = { company: "I", squadron: "I", battery: "I", battalion: "II", group: "III", regiment: "III", brigade: "X", division: "XX", corps: "XXX", army: "XXXX" };

/** All that one counter says. @param {Links} links @param {string} unit */
export async function openCounterCard(links, unit) {
  const printed = links.board.counters.get(unit);
  const now = links.store.view.counters.find((c) => c.id === unit);
  if (!printed) return;
  const reference = await loadReference(links.game.info.slug);
  const parts = partsOf(reference, printed, now, (c) => links.openCase(c));
  openDialog(printed.name, [
    h("div.anatomy", null, picture(links, printed, now ?? null, parts), h("ol.parts", null, parts.map((part, i) => h("li", null, h("b.letter", null, part.at ? letter(i) : "\u00b7"), h("span", null, h("b", null, part.name), " ", part.about))))),
    statesNow(reference, now, links),
    h("p", null, h("button", { type: "button", "data-testid": "open-key", onclick: () => openKey(links) }, "All signs of counters and map")),
  ], [{ text: "Close" }], { wide: true, testid: "counter-card" });
}

/** "Infantry (regiment)", "HQ (corps)". @param {CounterDocument} printed */
function armWords({ kind, size }) {
  return `${kindName(kind)}${size && size !== kind ? ` (${size})` : ""}`;
}

/** @param {string} kind */
function kindName(kind) {
  return kind.length < 3 ? kind.toUpperCase() : capital(kind.replaceAll("_", " "));
}

/** @param {number} i */
const letter = (i) => String.fromCharCode(65 + i);

/** @param {ReferenceDocument} reference @param {CounterDocument} printed @param {CounterView | undefined} now @param {(c: string) => void} open @returns {Part[]} */
function partsOf(reference, printed, now, open) {
  const numbers = namedNumbers(reference, printed, now);
  /** @type {Part[]} */ const top = [
    { at: [-17, -22], to: [-58, -40], name: capital(printed.nation || printed.side), about: "by emblem, colour and the shape of the corners" },
    { at: [8, -22], to: [8, -52], name: printed.name, about: `the unit; orders and log call it ${printed.id}` },
    { at: [18, 0], to: [58, -30], name: armWords(printed), about: SIZE_MARKS[printed.size] ? `the sign of its arm; above it ${SIZE_MARKS[printed.size]} for its size` : "the sign of its arm" },
  ];
  if (printed.corps) top.push({ at: [-28, 2], to: [-58, 6], name: `${printed.corps} Corps`, about: "its formation, by name and by the colour of the bar" });
  if (printed.division) top.push({ at: [25.6, 4], to: [58, 6], name: `Division ${printed.division}`, about: "its division" });
  const bottom = numbers.map(({ entry, value }, i) => ({
    at: now?.numbers?.length && i >= now.numbers.length ? null : /** @type {[number, number]} */ ([4 + (i - (numbers.length - 1) / 2) * (44 / Math.max(3, numbers.length)), 24]),
    to: /** @type {[number, number]} */ ([4 + (i - (numbers.length - 1) / 2) * 24, 52]),
    name: `${value} ${entry.word}`, about: [`${entry.about} (`, caseButton(entry.case, open), ")"],
  }));
  return [...top, ...bottom];
}

/** The counter, large, with a letter for each part. @param {Links} links @param {CounterDocument} printed @param {CounterView | null} now @param {Part[]} parts */
function picture(links, printed, now, parts) {
  return s("svg", { class: "counter-picture", viewBox: "-72 -64 144 128", role: "img", "aria-label": `The counter ${printed.name}` }, drawCounter(links.game.board, printed, now), parts.map(({ at, to }, i) => at && [
    s("path", { class: "leader", d: `M${at[0]} ${at[1]}L${to[0]} ${to[1]}` }), s("circle", { class: "letter-disc", cx: to[0], cy: to[1], r: 6.5 }),
    s("text", { class: "letter", x: to[0], y: to[1] + 3.2 }, letter(i)),
  ]));
}

/** What its tabs, its mode and its facing mean now. @param {ReferenceDocument} reference @param {CounterView | undefined} now @param {Links} links */
function statesNow(reference, now, links) {
  const words = [now?.mode ?? "", ...(now?.states ?? [])].filter(Boolean);
  const lines = words.map((word) => reference.states.find((e) => e.word === word)).filter((e) => e !== undefined);
  const facing = now?.facing ? h("p", null, `It ${facingWords(now.facing)}: the wedge shows the side; a bar marks one that faces otherwise than most.`) : null;
  const steps = now ? h("p", null, `It has ${counted(now.steps, "step")} left. A number in red is less than printed, in green more.`) : null;
  return [steps, facing, lines.length ? h("section", { "data-testid": "states-now" }, h("h3", null, "Its tabs now"), entryList(lines, (c) => links.openCase(c), (e) => sign(links, e))) : null];
}

/** The key: every kind of number, every tab, ground and marker. @param {Links} links */
export async function openKey(links) {
  const reference = await loadReference(links.game.info.slug);
  const open = (/** @type {string} */ c) => links.openCase(c);
  openDialog("Counters and map: what they say", [
    h("h3", null, "Numbers along the bottom of a counter"),
    reference.counters.map(({ kinds, numbers }) => {
      const example = links.game.counters.find((c) => kinds.includes(c.kind));
      return h("div.anatomy.small", null, example ? s("svg", { class: "counter-picture", viewBox: "-40 -40 80 80", role: "img", "aria-label": example.name }, drawCounter(links.game.board, example, null)) : null,
        h("div", null, h("b", null, kinds.map(kindName).join(", ")), entryList(numbers, open)));
    }),
    h("h3", null, "Tabs and modes"), entryList(reference.states, open, (e) => sign(links, e)),
    h("h3", null, "Markers"), entryList(reference.markers, open),
    h("h3", null, "Ground and lines"), entryList(reference.ground, open, (e) => example(links, e.word)),
    h("p", null, h("a.button", { href: `#/rules/${reference.slug}`, target: "_blank" }, "All rules, with search")),
  ], [{ text: "Close" }], { wide: true, testid: "key" });
}

/** @param {readonly Word[]} entries @param {(c: string) => void} open @param {(entry: Word) => Child} [sign] */
export function entryList(entries, open, sign) {
  return h("ul.entries", null, entries.map((e) => h("li", { "data-word": e.word }, sign ? h("span.sign", null, sign(e)) : null, h("span", null, h("b", null, capital(e.word)), `: ${e.about} (`, caseButton(e.case, open), ")"))));
}

/** What shows a state: its tab, or for a mode a counter in it. @param {Links} links @param {Word} entry */
function sign(links, entry) {
  const example = links.game.counters.find((c) => c.faces.some((face) => face.mode === entry.word));
  if (example) {
    const { facing } = links.store.view.counters.find((c) => c.id === example.id) ?? {};
    const shown = { id: example.id, place: "", steps: 1, mode: entry.word, facing };
    return s("svg", { class: "tab-picture mode-picture", viewBox: "-48 -50 96 100", "aria-hidden": "true" }, drawCounter(links.game.board, example, shown));
  }
  const picture = s("svg", { class: "tab-picture", viewBox: "20 -39 30 30", "aria-hidden": "true" });
  picture.append(...shapes(stateTabs([entry.word])));
  return picture;
}

/** Where on the map there is some of it. @param {Links} links @param {string} word */
function example(links, word) {
  const { cells, edges } = links.game.board;
  const pair = edges[word]?.[Math.floor((edges[word]?.length ?? 0) / 2)];
  const cell = cells.find((c) => c.terrain.includes(word) && c.name) ?? cells.find((c) => c.terrain.includes(word)) ?? (pair ? cells[pair[0]] : null);
  if (!cell) return null;
  const show = () => {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    links.goTo(cell.label);
  };
  return h("button.token", { type: "button", title: `Show ${cell.name || cell.label} on the map`, onclick: show }, cell.label);
}
