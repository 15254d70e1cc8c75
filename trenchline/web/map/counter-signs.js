/** What is printed on a counter: inks of formations, branch signs, marks of size, emblems, outlines and tabs of states. A counter is a box of 64. */

import { escapeText } from "./curves.js";

/** The side of a counter in its own drawing. */
export const BOX = 64;
const HALF = BOX / 2;

/* ================================================================================================ formations */

/** Inks for formations, far enough apart to be told from each other on blue, grey and khaki. */
const INKS = ["#9c2b25", "#1f5c9e", "#2f7a45", "#c98a12", "#6a3f93", "#12838a", "#b4531f", "#a52f6a", "#6f7d1c", "#3d3a38", "#7a4a2a", "#4d6fbf"];

/** @type {Map<string, string>} */
const inks = new Map();

/**
 * The ink of a formation; the same for all its counters. Inks are handed out in the order they are asked for.
 * @param {string} side
 * @param {string} corps
 */
export function formationInk(side, corps) {
  if (!corps) return "#8d8473";
  const key = `${side}/${corps}`;
  const ink = inks.get(key) ?? INKS[inks.size % INKS.length];
  inks.set(key, ink);
  return ink;
}

/* ================================================================================================ signs */

/** Branch signs inside a box 30 wide and 18 high around the origin: `s` is stroked, `f` filled, `t` lettered, `top` stroked on a bare plate. */
/** @typedef {{s?: string, f?: string, t?: string, plate?: string, top?: string, dashed?: boolean}} Sign */
/** @type {Record<string, Sign>} */
const SIGNS = {
  infantry: { s: "M-15-9 15 9M-15 9 15-9" },
  hunter: { s: "M-15-9 15 9M-15 9 15-9", plate: "M-7-5.5H9V6.5H-7Z", top: "M2.2-1.6A3.6 3.6 0 1 1-1.2-3.2C2.6-3.2 4.2 0 7.6 2.6M5.4 4.4 9 .6" },
  storm: { s: "M-15-9 15 9M-15 9 15-9", f: "M1.8-8.4-3.4.6h2.6l-1.6 7.4 6-9.4H.6z" },
  territorial: { s: "M-15-9 15 9M-15 9 15-9", t: "T" },
  garrison: { s: "M-15-9 15 9M-15 9 15-9", f: "M0-5.6 5-2.2 3.6 4.4h-7.2L-5-2.2z" },
  remnant: { s: "M-15-9-3.4-2M3.4 2 15 9M-15 9-3.4 2M3.4-2 15-9", dashed: true },
  cavalry: { s: "M-15 9 15-9" },
  artillery: { f: "M4.2 0A4.2 4.2 0 1 1-4.2 0 4.2 4.2 0 1 1 4.2 0Z" },
  heavy: { f: "M4.4-1.6A4.4 4.4 0 1 1-4.4-1.6 4.4 4.4 0 1 1 4.4-1.6Z", s: "M-8.5 6h17" },
  railroad: { f: "M3.6-2.8A3.6 3.6 0 1 1-3.6-2.8 3.6 3.6 0 1 1 3.6-2.8Z", s: "M-12 6.6h24M-8 3.4a1.7 1.7 0 1 0 .01 0M-2.8 3.4a1.7 1.7 0 1 0 .01 0M2.8 3.4a1.7 1.7 0 1 0 .01 0M8 3.4a1.7 1.7 0 1 0 .01 0" },
  engineer: { s: "M-8.5 5V-4.5H8.5V5M0 5V-4.5" },
  hq: { t: "HQ", s: "M-15-9V17" },
  tank: { s: "M-9-4.5H6L11 0 6 4.5H-9L-12 0Z" },
  gas: { t: "G", s: "M-12 5c-4-3 0-7 3-5M12 5c4-3 0-7-3-5" },
  air: { f: "M0 0C4-7 13-6 13 0 13 6 4 7 0 0-4-7-13-6-13 0-13 6-4 7 0 0Z" },
  machinegun: { s: "M-15-9 15 9M-15 9 15-9M0-9V9M-3 5l3 4 3-4" },
};

/** Which sign a kind of unit bears, by the words games use. @type {[RegExp, string][]} */
const KINDS = [
  [/hunter|chasseur|jäger|jager|jaeger|alpine/, "hunter"],
  [/stoss|storm|shock/, "storm"],
  [/territorial|landwehr|landsturm/, "territorial"],
  [/garrison|fort/, "garrison"],
  [/remnant/, "remnant"],
  [/rail/, "railroad"],
  [/heavy|siege|howitzer|mortar/, "heavy"],
  [/artillery|gun|battery|field/, "artillery"],
  [/pioneer|engineer|sapper/, "engineer"],
  [/^hq$|headquarter|command/, "hq"],
  [/cavalry/, "cavalry"],
  [/tank/, "tank"],
  [/gas/, "gas"],
  [/air|plane|bomber|balloon/, "air"],
  [/machine/, "machinegun"],
  [/infantry|regiment|brigade/, "infantry"],
];

/** @param {string} kind @returns {Sign} */
function _sign(kind) {
  const word = kind.toLowerCase();
  const known = KINDS.find(([pattern]) => pattern.test(word));
  if (known) return SIGNS[known[1]];
  return { t: word.split(/[\s_-]+/).map((w) => w[0] ?? "").join("").slice(0, 3).toUpperCase() };
}

/** A branch sign in its box. @param {string} kind @param {number} x @param {number} y @param {number} scale */
export function branchSign(kind, x, y, scale) {
  const sign = _sign(kind);
  return `<g class="branch" transform="translate(${x} ${y}) scale(${scale})"><path class="box${sign.dashed ? " broken" : ""}" d="M-15-9h30V9h-30z"/>` +
    (sign.s ? `<path class="stroke" d="${sign.s}"/>` : "") + (sign.f ? `<path class="solid" d="${sign.f}"/>` : "") +
    (sign.top ? `<path class="plate" d="${sign.plate}"/><path class="stroke" d="${sign.top}"/>` : "") + (sign.t ? `<text class="letter" y="4.6">${sign.t}</text>` : "") + "</g>";
}

/** The same from afar, where the counter is a block: what is stroked and what is filled, in a box 40 wide and 24 high. @type {Record<string, {s?: string, f?: string}>} */
const BLOCK_SIGNS = {
  infantry: { s: "M-19-11 19 11M-19 11 19-11M-19-11H19V11H-19Z" },
  hunter: { s: "M-19-11 19 11M-19 11 19-11M-19-11H19V11H-19Z", f: "M-6-6H6V6H-6Z" },
  storm: { s: "M-19-11 19 11M-19 11 19-11M-19-11H19V11H-19Z", f: "M0-11 7 11H-7Z" },
  garrison: { s: "M-19-11 19 11M-19 11 19-11", f: "M0-9 9-2 5 9H-5L-9-2Z" },
  remnant: { s: "M-19-11-6-3.5M6 3.5 19 11M-19 11-6 3.5M6-3.5 19-11" },
  cavalry: { s: "M-19 11 19-11M-19-11H19V11H-19Z" },
  artillery: { f: "M11 0A11 11 0 1 1-11 0 11 11 0 1 1 11 0Z" },
  heavy: { f: "M9-3A9 9 0 1 1-9-3 9 9 0 1 1 9-3Z", s: "M-16 10.5H16" },
  engineer: { s: "M-17 11V-9H17V11M0 11V-9" },
  hq: { s: "M-15-12V12", f: "M-14-12H18L11-4.5 18 3H-14Z" },
  tank: { f: "M-14-9H9L18 0 9 9H-14L-20 0Z" },
  air: { f: "M0 0C6-12 19-10 19 0 19 10 6 12 0 0-6-12-19-10-19 0-19 10-6 12 0 0Z" },
  machinegun: { s: "M-19-11 19 11M-19 11 19-11M0-11V11" },
};
Object.assign(BLOCK_SIGNS, { territorial: BLOCK_SIGNS.infantry, railroad: BLOCK_SIGNS.heavy });

/** A branch sign of bare strokes, for a counter a few pixels high. @param {string} kind @param {number} y */
export function blockSign(kind, y) {
  const { s, f } = BLOCK_SIGNS[KINDS.find(([pattern]) => pattern.test(kind.toLowerCase()))?.[1] ?? ""] ?? { f: "M-8-8H8V8H-8Z" };
  const part = (/** @type {string} */ look, /** @type {string | undefined} */ d) => (d ? `<path class="${look}" transform="translate(0 ${y})" d="${d}"/>` : "");
  return part("block-strokes", s) + part("block-solid", f);
}

/** How large a unit is: strokes from company to regiment, crosses from brigade to army. */
/** @type {Record<string, string>} */
const SIZES = { company: "I", squadron: "I", battery: "I", battalion: "II", group: "III", regiment: "III", brigade: "X", division: "XX", corps: "XXX", army: "XXXX" };

/** @param {string | undefined} size @param {number} x @param {number} y */
export function sizeMark(size, x, y) {
  const marks = SIZES[(size ?? "").toLowerCase()] ?? "";
  if (!marks) return "";
  const gap = marks[0] === "I" ? 3.4 : 6;
  const d = [...marks].map((m, i) => {
    const at = (i - (marks.length - 1) / 2) * gap;
    return m === "I" ? `M${at} -2.8V2.8` : `M${at - 2.3} -2.6l4.6 5.2M${at - 2.3} 2.6l4.6-5.2`;
  }).join("");
  return `<path class="size" transform="translate(${x} ${y})" d="${d}"/>`;
}

/**
 * Marks of nations, so that colour is never the only sign: the emblem in a box of 2, the corners of the counter, round or cut and how far,
 * and the block that it is from afar: a disc, a square, a shield.
 * @type {Record<string, {emblem: string, corner: "round" | "cut", reach: number, block: string, boldRim?: boolean, keyline?: boolean}>}
 */
const MARKS = {
  cockade: { emblem: '<circle class="e-light" r="1"/><circle class="e-ring" r=".78"/><circle class="e-dark" r=".3"/>', corner: "round", reach: 10, block: "M42 0A42 42 0 1 1-42 0 42 42 0 1 1 42 0Z", keyline: true },
  cross: { emblem: '<path class="e-cross" d="M-.42-1h.84L.2-.2 1-.42v.84L.2.2.42 1h-.84L-.2.2-1 .42v-.84L-.2-.2z"/>', corner: "cut", reach: 6, block: "M-38-38H38V38H-38Z", boldRim: true },
  diamond: { emblem: '<path class="e-light" d="M0-1.1 1.1 0 0 1.1-1.1 0z"/><path class="e-bars" d="M-.55-.55.55.55M-.55.55.55-.55"/>', corner: "round", reach: 4, block: "M-39-38H39V10Q39 30 0 45-39 30-39 10Z" },
  square: { emblem: '<path class="e-light" d="M-.8-.8h1.6v1.6h-1.6z"/>', corner: "round", reach: 4, block: "M-38-28Q-38-38-28-38H28Q38-38 38-28V28Q38 38 28 38H-28Q-38 38-38 28Z" },
};

/** What a mark makes of a counter; a mark that is not known is a plain square. @param {string} mark */
export function shapeOf(mark) {
  return MARKS[mark] ?? MARKS.square;
}

/** @param {string} mark @param {number} x @param {number} y @param {number} r */
export function emblem(mark, x, y, r) {
  return `<g class="emblem" transform="translate(${x} ${y}) scale(${r})">${shapeOf(mark).emblem}</g>`;
}

/** The outline of a counter, so far out from its own. @param {string} mark @param {number} [by] */
export function outlineOf(mark, by = 0) {
  const h = HALF + by;
  const { corner: kind, reach: c } = shapeOf(mark);
  const corner = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ ex, /** @type {number} */ ey) => (kind === "cut" ? `L${ex} ${ey}` : `Q${x} ${y} ${ex} ${ey}`);
  return `M${-h + c} ${-h}H${h - c}${corner(h, -h, h, -h + c)}V${h - c}${corner(h, h, h - c, h)}H${-h + c}${corner(-h, h, -h, h - c)}V${-h + c}${corner(-h, -h, -h + c, -h)}Z`;
}

/** The bar in the ink of the formation, along the left edge. @param {string} mark @param {number} wide */
export function formationBar(mark, wide) {
  const { corner, reach: c } = shapeOf(mark);
  const bend = corner === "cut" ? ["L", "L"] : [`Q${-HALF} ${HALF} `, `Q${-HALF} ${-HALF} `];
  return `M${-HALF + wide} ${-HALF}V${HALF}H${-HALF + c}${bend[0]}${-HALF} ${HALF - c}V${-HALF + c}${bend[1]}${-HALF + c} ${-HALF}Z`;
}

/** The lower part of a counter in the colour of its nation, right of the formation's bar: under the number, for the far eye. @param {string} mark @param {number} x where it begins @param {number} y its upper edge */
export function footOf(mark, x, y) {
  const { corner, reach: c } = shapeOf(mark);
  const [right, low] = [HALF - 0.8, HALF - 0.8];
  return `M${x} ${y}H${right}V${low - c}${corner === "cut" ? "L" : `Q${right} ${low} `}${right - c} ${low}H${x}Z`;
}

/* ================================================================================================ facing and mode */

/** Modes that need no word: one shows as a parapet on the side that is faced, the other by having none. */
export const DUG_IN = /entrench|dug/;
export const ON_THE_MOVE = /mobile|march/;

/**
 * Which way a counter faces. As most of its nation do: a small wedge. Another way: a bar along the side that is faced and a wedge that
 * points out of it; over a corner the wedge alone. A unit that is dug in has a parapet instead, round the corners of that side.
 * @param {number} degrees clockwise from north @param {boolean} [dug] @param {boolean} [usual]
 */
export function facingMark(degrees, dug = false, usual = false) {
  const turn = (degrees * Math.PI) / 180;
  const out = HALF / Math.max(Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn)));
  const straight = degrees % 90 === 0;
  const y = -out - 1.6;
  const bar = !straight ? "" : dug
    ? `<path class="facing-bed" d="${_parapet(y)}"/><path class="facing-bar parapet" d="${_parapet(y)}"/>`
    : usual ? "" : `<path class="facing-bar" d="M-28 ${y.toFixed(1)}H28"/>`;
  const base = straight && bar ? y - 1.4 : -out;
  const half = usual ? 6.5 : 12;
  return `<g class="facing${usual ? " usual" : " turned"}" transform="rotate(${degrees})">${bar}<path class="facing-wedge" d="M${-half} ${base.toFixed(1)}L0 ${(base - half * 0.85).toFixed(1)}L${half} ${base.toFixed(1)}Z"/></g>`;
}

/** Bays and traverses along the upper side, with a return down each flank. @param {number} y */
function _parapet(y) {
  const bays = Array.from({ length: 5 }, (_, i) => `H${-27 + 11 * i}v-5h5.5v5`).join("");
  return `M-37 -6V-17h3.5V-25h-3.5V${y.toFixed(1)}${bays}H37V-25h-3.5V-17h3.5V-6`;
}

/** A plate with the mode in a word; a letter of it for the far eye. @param {string} mode @param {number} y where its middle lies */
export function modePlate(mode, y) {
  const wide = Math.min(62, 8 + 5.2 * mode.length);
  return `<g class="mode" transform="translate(3 ${y})"><rect x="${-wide / 2}" y="-6.2" width="${wide}" height="12.4" rx="3"/><text class="mode-word" y="3.4" textLength="${wide - 8}" lengthAdjust="spacingAndGlyphs">${escapeText(mode)}</text></g>` +
    `<g class="mode mode-far" transform="translate(0 ${y})"><rect x="-11" y="-11" width="22" height="22" rx="4"/><text y="6.6">${escapeText(mode.slice(0, 1).toUpperCase())}</text></g>`;
}

/* ================================================================================================ states */

/**
 * Tabs from the most pressing to the least: the words games use, the letters, the look. No two that a game has at the same time share both
 * letter and shape. Without letters a state has no tab: something else tells it.
 * @type {[RegExp, string, string][]}
 */
const STATES = [
  [/broken|breakdown/, "B", "broken"],
  [/demoral|rout/, "DM", "demoralized"],
  [/disrupt/, "D", "disrupted"],
  [/suppress|pinned/, "S", "suppressed"],
  [/neutrali/, "N", "suppressed"],
  [/^held$|locked/, "H", "held"],
  [/^reserve$/, "RV", "held"],
  [/pressed|over.the.top|closed.in/, "O", "pressed"],
  [/engag/, "X", "engaged"],
  [/commit/, "C", "committed"],
  [/unsuppl|out.of.supply|^oos$|isolated/, "S", "unsupplied"],
  [/uncommand/, "U", "uncommanded"],
  [/reduced|weaken|damaged/, "R", "reduced"],
  [/^loss$/, "1", "reduced"],
  [/^flipped$/, "2", "reduced"],
  [/^inside$/, "I", "inside"],
  [/dug|entrench|improved/, "E", "entrenched"],
  [/^assaulted$|^attacked-at$/, "A", "assaulted"],
  [/fired|spent/, "F", "fired"],
  [/^shot$/, "F", "shot"],
  [/^used$/, "U", "shot"],
  [/attacked|fought/, "A", "attacked"],
  [/^met$/, "X", "engaged"],
  [/strategic/, "SM", "strategic"],
  [/moved|marched/, "M", "moved"],
  [/^acted$/, "\u2713", "moved"],
  [/^halted$/, "H", "halted"],
  [/^sheltered$/, "B", "halted"],
  [/^exploited$/, "\u00bb", "entered"],
  [/^newborn$/, "N", "entered"],
  [/^entered$/, "+", "entered"],
  [/^changed$/, "E", "halted"],
  [/^active$|^touched$|^lost$/, "", ""],
];

/** Those who have done what the phase asks of them. */
const SPENT = /^(moved|strategic|fired|shot|attacked|met|acted|used|stayed)$/;
const SENT = /^committed$/; // its part in the phase is settled, but its fight is to come

/** Whether a counter has done its part of the phase and looks it. @param {string[]} states */
export const looksSpent = (states) => states.some((state) => SPENT.test(state));

/** Whether a counter that can still be told something has done its part already. @param {string[]} states */
export const hasActed = (states) => states.some((state) => SPENT.test(state) || SENT.test(state));

/** The shape of each look, so that states are told apart without their colours. @type {Record<string, string>} */
const TAB_SHAPES = {
  plain: "M-7-4.5Q-7-7-4.5-7H4.5Q7-7 7-4.5V4.5Q7 7 4.5 7H-4.5Q-7 7-7 4.5Z",
  demoralized: "M-9-8H13L8.5 0 13 8H-9V13H-12V-8Z", // a white flag
  disrupted: "M0-11 10.5 0 0 11-10.5 0Z",
  suppressed: "M-9-7.5H9V0L0 11.5-9 0Z",
  broken: "M9 0A9 9 0 1 1-9 0 9 9 0 1 1 9 0ZM-1.8-8.8V-12H1.8V-8.8M-1.8 8.8V12H1.8V8.8M8.8-1.8H12V1.8H8.8M-8.8-1.8H-12V1.8H-8.8",
  pressed: "M0-13 11-1H7V9H-7V-1H-11Z",
  held: "M-10.5 0-5-8.5H5L10.5 0 5 8.5H-5Z",
  engaged: "M0-11.5 3-6.5 8-8 6.5-3 11.5 0 6.5 3 8 8 3 6.5 0 11.5-3 6.5-8 8-6.5 3-11.5 0-6.5-3-8-8-3-6.5Z",
  committed: "M-6-8.5H12L6 8.5H-12Z",
  unsupplied: "M-10-7H10L7.5 8.5H-7.5Z",
  uncommanded: "M-8-8H8V9L4 5.5 0 9-4 5.5-8 9Z",
  inside: "M0-10.5 10-3 6.2 8.5H-6.2L-10-3Z",
  entrenched: "M-9.5 8V-8H-5V-4.5H-2.2V-8H2.2V-4.5H5V-8H9.5V8Z",
  fired: "M9 0A9 9 0 1 1-9 0 9 9 0 1 1 9 0Z",
  shot: "M8.4 0A8.4 8.4 0 1 1-8.4 0 8.4 8.4 0 1 1 8.4 0Z",
  attacked: "M0-12 11.5 8.5H-11.5Z",
  assaulted: "M0 12 11.5-8.5H-11.5Z",
  moved: "M-12-8H4L12.5 0 4 8H-12L-8 0Z",
  strategic: "M-13-7.5H6L13 0 6 7.5H-13L-8.5 0Z",
  halted: "M-4-9H4L9-4V4L4 9H-4L-9 4V-4Z",
  entered: "M-9.5 0Q-9.5-7.5 0-7.5T9.5 0Q9.5 7.5 0 7.5T-9.5 0Z",
};

/** Where the middle of the letters lies in shapes that are not even. @type {Record<string, [number, number]>} */
const LETTERS = { demoralized: [-0.6, 3.6], suppressed: [0, 2.4], attacked: [0, 6.4], assaulted: [0, 1.6], moved: [0, 4.2], entrenched: [0, 6.2], uncommanded: [0, 3.4] };

/** The look of a state's tab. @param {string} state */
export const stateLook = (state) => STATES.find(([pattern]) => pattern.test(state.toLowerCase()))?.[2] ?? "other";

/** The tabs of a counter; several states may share one. At most four: more could not be read. @param {string[]} states @param {number} [x] where they stand */
export function stateTabs(states, x = 35) {
  /** @type {Map<string, {letter: string, look: string, rank: number}>} */ const found = new Map();
  for (const state of states) {
    const rank = STATES.findIndex(([pattern]) => pattern.test(state.toLowerCase()));
    const [, letter, look] = rank >= 0 ? STATES[rank] : ["", (state[0] ?? "?").toUpperCase(), "other"];
    if (letter && !found.has(letter + look)) found.set(letter + look, { letter, look, rank: rank < 0 ? 99 : rank });
  }
  const tabs = [...found.values()].sort((a, b) => a.rank - b.rank).slice(0, 4);
  if (!tabs.length) return "";
  return `<g class="tabs${x < 0 ? " west" : ""}">${tabs.map(({ letter, look }, i) => {
    const [dx, dy] = LETTERS[look] ?? [0, 4.2];
    return `<g class="tab ${look}" transform="translate(${x} ${-24 + 18.5 * i})"><path class="tab-shape" d="${TAB_SHAPES[look] ?? TAB_SHAPES.plain}"/><text${letter.length > 1 ? ' class="two"' : ""} x="${dx}" y="${dy}">${escapeText(letter)}</text></g>`;
  }).join("")}</g>`;
}
