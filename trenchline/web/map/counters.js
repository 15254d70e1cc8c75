/**
 * Counters, stacks and markers: what stands on the map. A counter is drawn in a box of 64 units around its middle, with
 * three faces for three distances of the eye; the style sheet shows the one that can be read.
 */

import { lookOf } from "../common/looks.js";
import { pointWords } from "../common/wording.js";
import { blockSign, BOX, branchSign, DUG_IN, emblem, facingMark, footOf, formationBar, formationInk, looksSpent, modePlate, ON_THE_MOVE, outlineOf, shapeOf, sizeMark, stateTabs } from "./counter-signs.js";
import { append, escapeText } from "./curves.js";
import { latticeOf, STAND, UNIT } from "./lattice.js";
import { uncoverNames } from "./lettering.js";
import { shapes } from "./live-layers.js";
import { FORT, fortTrace } from "./places.js";

/** @import { BoardDocument, CounterDocument, CounterView, Marker } from "../types.js" */
/** @import { Lattice } from "./lattice.js" */

/** @typedef {{doc: CounterDocument, view: CounterView}} StackedCounter */
/** @typedef {{cell: number, nation: string, pieces: StackedCounter[], shift: number, size: number}} Pile the counters of a nation in a cell,
 *   how far aside they stand and how large they are */
/** @typedef {{key: string, cell: number, at: string, under: boolean, topmost?: boolean, look: string, markup: () => string}} Piece what should lie on the layer; the topmost of several */
/** @typedef {Map<string, {element: SVGGElement, look: string, at: string}>} Held */
/** @typedef {Map<string, CounterDocument>} CountersById */

/* ================================================================================================ one counter */

/** The nation printed on a counter: its side's own, where none is named. @param {CounterDocument} doc */
const _nationOf = (doc) => doc.nation || doc.side;

/** The face that shows: the one that is printed for the mode, else the first. @param {CounterDocument} doc @param {CounterView | null} view */
function _faceOf(doc, view) {
  return doc.faces.find((face) => face.mode && face.mode === view?.mode) ?? doc.faces[0];
}

/** The numbers along the bottom, each with whether it is as printed, less or more. @param {CounterDocument} doc @param {CounterView | null} view */
function _numbers(doc, view) {
  const printed = _faceOf(doc, view)?.numbers ?? [];
  if (!view?.numbers?.length) return printed.map((text) => ({ text, look: "" }));
  return view.numbers.map((n, i) => {
    const bare = Number.parseInt((printed[i] ?? "").replace(/[^\d-]/g, ""), 10);
    const look = Number.isNaN(bare) || bare === n ? "" : n < bare ? "less" : "more";
    return { text: /^\(.*\)$/.test(printed[i] ?? "") ? `(${n})` : String(n), look };
  });
}

/** What is written on top: the name if it is short, else the id. @param {CounterDocument} doc */
function _title(doc) {
  const name = doc.name && doc.name.length <= 9 ? doc.name : doc.id;
  return name.replace(/[._]/g, " ");
}

/** All that a counter shows, in words. @param {CounterDocument} doc @param {CounterView | null} view */
export function counterWords(doc, view) {
  const states = view?.states?.length ? `; ${view.states.join(", ")}` : "";
  const numbers = _numbers(doc, view).map((n) => n.text).join(" ");
  const steps = view ? `; ${view.steps} step${view.steps === 1 ? "" : "s"}` : "";
  const formation = [doc.division && `Division ${doc.division}`, doc.corps && `Corps ${doc.corps}`].filter(Boolean).join(", ");
  const stance = [view?.mode, view?.facing && facingWords(view.facing)].filter(Boolean).map((words) => `; ${words}`).join("");
  const where = view?.place ? `; in ${view.place}` : "";
  return `${doc.name}, ${_nationOf(doc)} ${doc.kind}${doc.size && doc.size !== doc.kind ? ` ${doc.size}` : ""}${formation && `, ${formation}`}; ${numbers}${steps}${stance}${states}${where}`;
}

/** Which way a counter faces, in words. @param {string} direction */
export function facingWords(direction) {
  return `faces ${pointWords(direction)}`;
}

/** @param {CounterDocument} doc @param {CounterView | null} view @param {string} mark @param {string} ink */
function _fullFace(doc, view, mark, ink) {
  const title = _title(doc);
  const titleSize = Math.min(12, 40 / (0.62 * Math.max(3, title.length)));
  const numbers = _numbers(doc, view);
  const length = numbers.reduce((n, t) => n + t.text.length, 0) + Math.max(0, numbers.length - 1) * 0.8;
  const size = Math.min(18.5, 52 / ((length > 6 ? 0.68 : 0.61) * Math.max(4, length))); // four numbers come close to the rim
  const written = numbers.map(({ text, look }) => `<tspan${look && ` class="${look}"`}>${escapeText(text)}</tspan>`).join("<tspan class=\"dash\">-</tspan>");
  return `<g class="face full"><path d="${formationBar(mark, 8.5)}" fill="${ink}"/>` +
    (doc.corps ? `<text class="corps" transform="translate(-25.3 0) rotate(-90)" dy=".36em">${escapeText(doc.corps)}</text>` : "") +
    emblem(mark, -17, -22.3, 4.6) +
    `<text class="title" x="7.5" y="-18.2" font-size="${titleSize.toFixed(1)}">${escapeText(title)}</text>` +
    sizeMark(doc.size, 4, -12.2) + branchSign(doc.kind, 4, 0.6, 1) +
    (doc.division ? `<text class="division" transform="translate(25.6 .6) rotate(-90)" dy=".36em">${escapeText(doc.division)}</text>` : "") +
    `<text class="numbers" x="4" y="27" font-size="${size.toFixed(1)}">${written}</text></g>`;
}

/** @param {CounterDocument} doc @param {CounterView | null} view @param {string} mark @param {string} ink */
function _farFace(doc, view, mark, ink) {
  const first = _numbers(doc, view)[0];
  return `<g class="face plain"><path class="foot" d="${footOf(mark, -18, 3.5)}"/><path d="${formationBar(mark, 14)}" fill="${ink}"/>${branchSign(doc.kind, 7.5, -14, 1.4)}${emblem(mark, -25, 0, 5.6)}` +
    (first ? `<text class="numbers ${first.look}" x="7.5" y="28.5" font-size="30">${escapeText(first.text)}</text>` : "") + "</g>";
}

/** From very far: a block in the colour and the shape of the nation, the sign of the branch, the number that it fights with, and a parapet where it is dug in. @param {CounterDocument} doc @param {CounterView | null} view @param {string} mark @param {number | null} dug which way, if it is */
function _block(doc, view, mark, dug) {
  const first = _numbers(doc, view)[0]?.text.replace(/[()]/g, "") ?? "";
  const parapet = dug === null ? "" : `<path class="block-parapet" transform="rotate(${dug})" d="M-42-43H42"/>`;
  return `<g class="face block">${parapet}${parapet}<path class="block-body" d="${shapeOf(mark).block}"/>${blockSign(doc.kind, first ? -17 : 0)}${first ? `<text class="block-number" y="31">${escapeText(first)}</text>` : ""}</g>`;
}

/** The way that most counters of each nation face: only another is worth a second look. @param {CountersById} countersById @param {CounterView[]} views @returns {Map<string, string>} */
export function usualFacings(countersById, views) {
  /** @type {Map<string, Map<string, number>>} */ const counts = new Map();
  for (const { id, facing } of views) {
    const doc = facing ? countersById.get(id) : undefined;
    if (!doc || !facing) continue;
    const ways = counts.get(_nationOf(doc)) ?? new Map();
    counts.set(_nationOf(doc), ways.set(facing, (ways.get(facing) ?? 0) + 1));
  }
  return new Map([...counts].map(([nation, ways]) => [nation, [...ways].reduce((best, way) => (way[1] > best[1] ? way : best))[0]]));
}

/** @param {BoardDocument} board @param {CounterDocument} doc @param {CounterView | null} view @param {number} size @param {boolean} [usual] whether it faces as most do */
function _markup(board, doc, view, size, usual = false) {
  const { palette, mark } = lookOf(board.looks, _nationOf(doc));
  const { boldRim, keyline } = shapeOf(mark);
  const ink = formationInk(_nationOf(doc), doc.corps ?? "");
  const states = view?.states ?? [];
  const worn = states.some((s) => /reduced|^flipped$/.test(s));
  const idle = states.some((s) => /^held$|broken/.test(s));
  const facing = latticeOf(board).degrees(view?.facing);
  // What is faced stays free: the tabs go to the other side, the mode to the upper edge.
  const tabs = stateTabs(states, facing !== undefined && facing > 0 && facing < 180 ? -35 : 35);
  const dug = facing !== undefined && DUG_IN.test(view?.mode ?? "");
  const works = dug ? facing : states.some((s) => DUG_IN.test(s)) ? 180 : null;
  const told = dug || ON_THE_MOVE.test(view?.mode ?? "");
  const mode = view?.mode && !told ? modePlate(view.mode, facing !== undefined && facing > 90 && facing < 270 ? -37 : 37) : "";
  // Disorder is seen before it is read: the counter lies askew.
  const askew = states.some((s) => /disrupt|demoral/.test(s)) ? " rotate(-9)" : "";
  return `<g class="counter${worn ? " worn" : ""}${idle ? " idle" : ""}${looksSpent(states) ? " spent" : ""}${boldRim ? " bold-rim" : ""}" data-palette="${palette}" fill="none" data-unit="${escapeText(doc.id)}" role="img" aria-label="${escapeText(counterWords(doc, view))}">
    <g class="lift"><g transform="scale(${size / BOX})${askew}"><path class="halo" d="${outlineOf(mark, 5)}"/>
    <path class="shadow deep" transform="translate(3 4.5)" d="${outlineOf(mark)}"/><path class="shadow" transform="translate(1.4 2.2)" d="${outlineOf(mark, 0.6)}"/>
    <path class="body" d="${outlineOf(mark)}"/>${worn ? `<path class="wear" d="M-23.5 12H32V29H-23.5Z"/>` : ""}
    ${_fullFace(doc, view, mark, ink)}${_farFace(doc, view, mark, ink)}${_block(doc, view, mark, works)}
    <path class="rim" d="${outlineOf(mark, -0.8)}"/>${keyline ? `<path class="keyline" d="${outlineOf(mark, -3)}"/>` : ""}${facing === undefined ? "" : facingMark(facing, dug, usual)}${mode}${tabs}</g></g></g>`;
}

/**
 * One counter, its middle at the origin.
 * @param {BoardDocument} board
 * @param {CounterDocument} doc
 * @param {CounterView | null} view what is known of it now; without it the printed front is shown
 * @param {number} size the side of its square
 * @returns {SVGGElement}
 */
export function drawCounter(board, doc, view, size = BOX) {
  return /** @type {SVGGElement} */ (shapes(_markup(board, doc, view, size))[0]);
}

/* ================================================================================================ stacks */

/** What a layer already holds, so that a redraw touches only what has changed. @type {WeakMap<Element, Held>} */
const holdings = new WeakMap();

/** @param {Set<string> | string | undefined} chosen */
const _set = (chosen) => (chosen instanceof Set ? chosen : new Set(chosen ? [chosen] : []));

/**
 * All counters on the map, in leaning stacks; elements are kept by counter and only moved where they did not change.
 * @param {SVGElement} layer
 * @param {BoardDocument} boardDoc
 * @param {CountersById} countersById
 * @param {CounterView[]} views
 * @param {{selected?: Set<string> | string, active?: Set<string>, lod?: string}} [how]
 */
export function drawStacks(layer, boardDoc, countersById, views, { selected, active } = {}) {
  const [chosen, ready] = [_set(selected), _set(active)];
  for (const doc of countersById.values()) formationInk(_nationOf(doc), doc.corps ?? "");
  /** @type {Held} */ const held = holdings.get(layer) ?? new Map();
  holdings.set(layer, held);
  const wanted = _wanted(boardDoc, countersById, views, chosen, ready);
  _make(held, wanted);
  /** @type {SVGGElement[]} */ const order = [];
  for (const piece of wanted) {
    const kept = held.get(piece.key);
    if (!kept) continue;
    if (kept.at !== piece.at) kept.element.style.transform = kept.at = piece.at;
    kept.element.classList.toggle("selected", chosen.has(piece.key));
    kept.element.classList.toggle("active", ready.has(piece.key));
    kept.element.classList.toggle("under", piece.under);
    kept.element.classList.toggle("topmost", Boolean(piece.topmost));
    order.push(kept.element);
  }
  _arrange(layer, order);
  const map = layer.ownerSVGElement;
  if (map) uncoverNames(map, boardDoc, new Set(wanted.map((p) => p.cell)));
}

/**
 * Every piece that should lie on the layer, from the back to the front.
 * @param {BoardDocument} board @param {CountersById} countersById @param {CounterView[]} views @param {Set<string>} chosen @param {Set<string>} ready @returns {Piece[]}
 */
function _wanted(board, countersById, views, chosen, ready) {
  const lattice = latticeOf(board);
  const usual = usualFacings(countersById, views);
  /** @type {Map<string, Pile>} */ const piles = new Map();
  for (const view of views) {
    const cell = lattice.index.get(view.place);
    const doc = countersById.get(view.id);
    if (cell === undefined || !doc) continue;
    const nation = _nationOf(doc);
    /** @type {Pile} */ const pile = piles.get(`${cell}/${nation}`) ?? { cell, nation, pieces: [], shift: 0, size: 1 };
    piles.set(`${cell}/${nation}`, pile);
    pile.pieces.push({ doc, view });
  }
  _share(piles);
  const sorted = [...piles.values()].sort((a, b) => lattice.y[a.cell] - lattice.y[b.cell] || lattice.x[a.cell] - lattice.x[b.cell]);
  return sorted.flatMap((pile) => _pile(board, lattice, pile, chosen, ready, usual.get(pile.nation)));
}

/** Where nations share a cell they stand side by side in it, the smaller the more they are. @param {Map<string, Pile>} piles */
function _share(piles) {
  /** @type {Map<number, Pile[]>} */ const inCell = new Map();
  for (const pile of piles.values()) append(inCell, pile.cell, pile);
  for (const row of inCell.values()) {
    if (row.length < 2) continue;
    row.forEach((pile, i) => {
      pile.shift = ((i - (row.length - 1) / 2) * UNIT) / row.length;
      pile.size = (0.92 * UNIT) / row.length / STAND;
    });
  }
}

/** @param {BoardDocument} board @param {Lattice} lattice @param {Pile} pile @param {Set<string>} chosen @param {Set<string>} ready @param {string} [usual] how most of the nation face @returns {Piece[]} */
function _pile(board, lattice, { cell, nation, pieces, shift, size }, chosen, ready, usual) {
  // What was chosen comes to the top, then what can act and has not yet; guns and headquarters lie below the line.
  const waits = (/** @type {StackedCounter} */ { doc, view }) => ready.has(doc.id) && !looksSpent(view.states ?? []);
  const weight = (/** @type {StackedCounter} */ piece) => (chosen.has(piece.doc.id) ? 4 : 0) + (waits(piece) ? 2 : 0) + (/infantry|hunter|territ|remnant|stoss|cavalry/.test(piece.doc.kind) ? 1 : 0);
  const stack = [...pieces].sort((a, b) => weight(a) - weight(b));
  const lean = stack.length > 1 ? Math.min(5.5, 20 / (stack.length - 1)) : 0;
  const place = (/** @type {number} */ i) => {
    const off = (i - (stack.length - 1) / 2) * lean * size;
    const at = `translate(${Math.round(lattice.x[cell] + shift - off)}px, ${Math.round(lattice.y[cell] - off)}px)`;
    return size < 1 ? `${at} scale(${size.toFixed(2)})` : at;
  };
  /** @type {Piece[]} */
  const found = stack.map(({ doc, view }, i) => ({
    key: doc.id, cell, at: place(i), under: i < stack.length - 1, topmost: stack.length > 1 && i === stack.length - 1,
    look: `${view.numbers}|${view.states}|${view.steps}|${view.place}|${view.facing}${view.facing === usual}|${view.mode}`, markup: () => _markup(board, doc, view, STAND, view.facing === usual),
  }));
  if (stack.length > 1) found.push(_badge(board, stack, nation, place(stack.length - 1), cell));
  return found;
}

/**
 * The strength of a stack in one figure, for the far view. A number in brackets defends only and does not count.
 * @param {BoardDocument} board @param {StackedCounter[]} stack @param {string} nation @param {string} at @param {number} cell @returns {Piece}
 */
function _badge(board, stack, nation, at, cell) {
  const strength = stack.reduce((sum, { doc, view }) => {
    const text = _numbers(doc, view)[0]?.text ?? "";
    return sum + (/^\d+$/.test(text) ? Number(text) : 0);
  }, 0);
  return {
    key: `badge ${cell} ${nation}`, cell, at, under: false, look: String(strength),
    markup: () => `<g class="badge" data-palette="${lookOf(board.looks, nation).palette}" aria-hidden="true"><g transform="translate(-26 -29)"><rect x="-15" y="-12" width="30" height="24" rx="12"/><text y="7.4">${strength}</text></g><text class="block-number" transform="scale(${STAND / BOX})" y="31">${strength}</text></g>`,
  };
}

/** Make what is new or changed, all in one parse; forget nothing, a counter often comes back. @param {Held} held @param {Piece[]} wanted */
function _make(held, wanted) {
  const stale = wanted.filter((p) => held.get(p.key)?.look !== p.look);
  const made = /** @type {SVGGElement[]} */ (shapes(stale.map((p) => p.markup()).join("")));
  stale.forEach((piece, i) => {
    const before = held.get(piece.key);
    before?.element.remove();
    // A changed counter starts where its old face lay, so that it still glides to its new place.
    if (before) made[i].style.transform = before.at;
    held.set(piece.key, { element: made[i], look: piece.look, at: before?.at ?? "" });
  });
}

/** Put elements into a layer in order, moving as few as possible, and take out the rest. @param {Element} layer @param {Element[]} order */
function _arrange(layer, order) {
  let at = layer.firstElementChild;
  for (const element of order) {
    if (element === at) at = at.nextElementSibling;
    else layer.insertBefore(element, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/**
 * A stack laid out beside its cell on a card, each counter in full view.
 * @param {SVGElement} layer
 * @param {BoardDocument} boardDoc
 * @param {string} label
 * @param {CounterView[]} views those of the stack, or all: others are left out
 * @param {CountersById} countersById
 * @param {{size?: number, selected?: Set<string> | string, active?: Set<string>}} [how] size: the side of a counter in map
 *   units; pass pixels divided by the view's scale to keep it readable at any zoom
 * @returns {SVGGElement | null}
 */
export function fanOut(layer, boardDoc, label, views, countersById, { size = STAND, selected, active } = {}) {
  const lattice = latticeOf(boardDoc);
  const cell = lattice.index.get(label);
  const stack = views.flatMap((view) => {
    const doc = view.place === label ? countersById.get(view.id) : undefined;
    return doc ? [{ doc, view }] : [];
  });
  if (cell === undefined || !stack.length) return null;
  const [chosen, ready] = [_set(selected), _set(active)];
  const columns = Math.min(4, stack.length);
  const rows = Math.ceil(stack.length / columns);
  const pitch = size * 1.26;
  const [w, h] = [columns * pitch + size * 0.22, rows * pitch + size * 0.14];
  const b = lattice.bounds;
  const east = lattice.x[cell] + 52 + w < b.x + b.w;
  const x = east ? lattice.x[cell] + 52 : lattice.x[cell] - 52 - w;
  const y = Math.min(b.y + b.h - h, Math.max(b.y, lattice.y[cell] - h / 2));
  const pieces = stack.map(({ doc, view }, i) => {
    const [px, py] = [x + size * 0.06 + (i % columns) * pitch + pitch / 2, y + size * 0.07 + Math.floor(i / columns) * pitch + pitch / 2];
    const inside = _markup(boardDoc, doc, view, size);
    const look = `${chosen.has(view.id) ? " selected" : ""}${ready.has(view.id) ? " active" : ""}`;
    return `<g transform="translate(${px.toFixed(1)} ${py.toFixed(1)})">${inside.replace('class="counter', `class="counter${look}`)}</g>`;
  });
  const edge = east ? x : x + w;
  const card = `<path class="fan-lead" d="M${(lattice.x[cell] + (east ? 38 : -38)).toFixed(1)} ${lattice.y[cell].toFixed(1)}L${edge.toFixed(1)} ${(y + h / 2).toFixed(1)}"/><rect class="fan-card" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" rx="${(size * 0.1).toFixed(1)}"/>`;
  const [group] = shapes(`<g class="fan" data-cell="${escapeText(label)}">${card}${pieces.join("")}</g>`);
  layer.append(group);
  return /** @type {SVGGElement} */ (group);
}

/* ================================================================================================ markers */

/** A shell bursting: a ragged star, the same each time. @param {number} r */
function _burst(r) {
  const points = Array.from({ length: 18 }, (_, i) => {
    const reach = i & 1 ? r * (0.46 + 0.08 * ((i * 7) % 3)) : r * (0.86 + 0.1 * ((i * 5) % 3));
    return `${(reach * Math.cos((i * Math.PI) / 9)).toFixed(1)} ${(reach * Math.sin((i * Math.PI) / 9)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** Brackets at the corners of a cell that is to be attacked. */
const AIM = "M-46-26V-46H-26M26-46H46V-26M46 26V46H26M-26 46H-46V26";

/** Two bayonets crossed. */
const BLADES = "M-13 9 10-10M-13 3-7 10M13 9-10-10M13 3 7 10";

/** Drawings of markers around the origin, by the words games use. Each gets the marker. @type {[RegExp, (marker: Marker) => string][]} */
const MARKERS = [
  [/air|plane|bomber|balloon/, () => `<path class="plane" d="M-17-8h34v3.6h-34zM-17-1h34v3.6h-34zM-2.4-12h4.8l1 24h-6.8zM-7 11h14v3.4h-14z"/>`],
  [/interdict|barrage|shell|bombard/, (m) => `<path class="burst" d="${_burst(17)}"/><path class="burst-core" d="${_burst(9.5)}"/><text class="mark-letter" y="4">${_initial(m.side)}</text>`],
  [/gas|smoke|fog/, () => `<path class="cloud" d="M-14 7a6 6 0 0 1 0-12 8 8 0 0 1 15-4 7 7 0 0 1 12 6 5.5 5.5 0 0 1-1 10z"/>`],
  [/^mine$|charge/, () => `<circle class="charge" r="11"/><path class="fuse" d="M-2-10q-5-6-1-11"/><path class="burst-core" transform="translate(-3 -24)" d="${_burst(7)}"/>`],
  [/mine|crater/, () => `<path class="crater" d="${_burst(15)}"/><circle class="crater-floor" r="7"/>`],
  [/trench|entrench|dug|bunker/, () => `<path class="dug" d="M-17 6v-6h7v-7h7v7h7v-7h7v7h7v6"/>`],
  [/bridge|pont/, () => `<path class="span" d="M-16-9l5 4h22l5-4M-16 9l5-4h22l5 4"/>`],
  [/objective|victory|control|flag/, () => `<path class="pole" d="M-7 14v-28"/><path class="flag" d="M-7-14 13-9-7-3z"/>`],
];

/** Shell-holes all over a cell that is under fire, around whatever stands in it: small stars at fixed places. */
const HOLES = [[-41, -38], [-14, -43], [17, -41], [42, -34], [43, 2], [40, 37], [12, 43], [-18, 41], [-43, 33], [-44, -4]];

/** Markers that are about a whole cell and lie in its middle, by the words games use. @type {[RegExp, (marker: Marker) => string][]} */
const GROUNDS = [
  [/^assault|^attack/, () => `<path class="aim-bed" d="${AIM}"/><path class="aim" d="${AIM}"/>`],
  [/engag|mêlée|melee/, () => `<path class="melee" d="${_burst(52)}"/><g class="blades" transform="translate(0 -36)"><path class="blade-bed" d="${BLADES}"/><path class="blade" d="${BLADES}"/></g>`],
  [/interdict/, () => HOLES.map(([x, y], i) => `<path class="hole" transform="translate(${x} ${y})" d="${_burst(i % 3 ? 5.5 : 7.5)}"/>`).join("")],
];

/** @param {string | undefined} word */
const _initial = (word) => escapeText((word ?? "").slice(0, 1).toUpperCase());

/** Where markers lie in a cell, so that they show beside a counter. */
const SLOTS = [[-43, -22], [-46, 10], [-34, 40], [22, 44], [44, 30]];

/**
 * Markers: shells, forts and whatever else lies on cells. A kind that is not known becomes a disc with its letters.
 * @param {SVGElement} layer
 * @param {BoardDocument} boardDoc
 * @param {Marker[]} markers
 */
export function drawMarkers(layer, boardDoc, markers) {
  const lattice = latticeOf(boardDoc);
  /** @type {Map<number, number>} */ const used = new Map();
  const drawn = markers.map((marker) => {
    const cell = lattice.index.get(marker.cell);
    if (cell === undefined) return "";
    const words = escapeText(`${marker.kind}${marker.side ? `, ${marker.side}` : ""}${marker.value ? `, ${marker.value}` : ""}, ${marker.cell}`);
    const { palette } = lookOf(boardDoc.looks, marker.side);
    const open = (/** @type {number} */ x, /** @type {number} */ y) => `<g class="marker" data-palette="${palette}" data-marker="${escapeText(marker.kind)}" data-cell="${escapeText(marker.cell)}" role="img" aria-label="${words}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">`;
    if (marker.kind === "unseen") return `${open(lattice.x[cell], lattice.y[cell])}${_hiddenStack(boardDoc, marker)}</g>`;
    if (/fort/.test(marker.kind)) return `${open(lattice.x[cell], lattice.y[cell])}${_fort(marker)}</g>`;
    const whole = GROUNDS.find(([pattern]) => pattern.test(marker.kind.toLowerCase()));
    const ground = whole ? `${open(lattice.x[cell], lattice.y[cell])}${whole[1](marker)}</g>` : "";
    const slot = used.get(cell) ?? 0;
    used.set(cell, slot + 1);
    const [dx, dy] = SLOTS[slot % SLOTS.length];
    const known = MARKERS.find(([pattern]) => pattern.test(marker.kind.toLowerCase()));
    if (ground && !known) return ground;
    return `${ground}${open(lattice.x[cell] + dx, lattice.y[cell] + dy)}${known ? known[1](marker) : _disc(marker)}</g>`;
  });
  layer.replaceChildren(...shapes(drawn.join("")));
}

/** What has become of a fort: pips for more than one step, or a broken trace over rubble. @param {Marker} marker */
function _fort({ kind, value = 0 }) {
  if (/destroy|ruin|fallen/.test(kind)) {
    return `<path class="ruin-ground" d="${fortTrace(0, 0, FORT + 2)}"/><path class="ruin" d="${fortTrace(0, 0, FORT * 0.9)}"/><path class="ruin-crack" d="M-26-22-8-4-15 7 4 26M24-24 7-7l8 8-6 19M-37 3l15 4M37-2l-13 6"/>` +
      `<g transform="translate(0 -41)"><path class="fort-sign" d="${fortTrace(0, 0, 9)}"/><path class="fort-cross" d="M-7-7 7 7M-7 7 7-7"/></g>`;
  }
  return Array.from({ length: Math.min(4, value > 1 ? value : 0) }, (_, i) => `<circle class="fort-step" cx="${(i - (value - 1) / 2) * 9}" cy="-42" r="3"/>`).join("");
}

/** Counters that are known to be there, seen from behind: how many, and whose. @param {BoardDocument} board @param {Marker} marker */
function _hiddenStack(board, { side = "", value = 1 }) {
  const { mark } = lookOf(board.looks, side);
  const back = (/** @type {number} */ lean) => `<path class="hidden-body" transform="translate(${lean} ${-lean})" d="${outlineOf(mark)}"/>`;
  return `<g transform="scale(${(STAND * 0.78) / BOX})">${value > 1 ? back(5) : ""}${back(0)}${emblem(mark, -20, -20, 5.6)}<text class="hidden-sign" y="14">?</text>` +
    `${value > 1 ? `<circle class="hidden-count" cx="22" cy="22" r="13"/><text class="hidden-number" x="22" y="28">${value}</text>` : ""}</g>`;
}

/** @param {Marker} marker */
function _disc({ kind, value = 0 }) {
  const letters = kind.split(/[\s_-]+/).map((w) => w[0] ?? "").join("").slice(0, 3).toUpperCase();
  return `<circle class="disc" r="14"/><text class="mark-letter" y="4.2">${escapeText(letters)}${value ? escapeText(String(value)) : ""}</text>`;
}
