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
 * Marks of nations, so that colour is never the only sign: the emblem in a box of 2, and the corners of the counter, round or cut and how far.
 * @type {Record<string, {emblem: string, corner: "round" | "cut", reach: number, boldRim?: boolean, keyline?: boolean}>}
 */
const MARKS = {
  cockade: { emblem: '<circle class="e-light" r="1"/><circle class="e-ring" r=".78"/><circle class="e-dark" r=".3"/>', corner: "round", reach: 10, keyline: true },
  cross: { emblem: '<path class="e-cross" d="M-.42-1h.84L.2-.2 1-.42v.84L.2.2.42 1h-.84L-.2.2-1 .42v-.84L-.2-.2z"/>', corner: "cut", reach: 6, boldRim: true },
  diamond: { emblem: '<path class="e-light" d="M0-1.1 1.1 0 0 1.1-1.1 0z"/><path class="e-bars" d="M-.55-.55.55.55M-.55.55.55-.55"/>', corner: "round", reach: 4 },
  square: { emblem: '<path class="e-light" d="M-.8-.8h1.6v1.6h-1.6z"/>', corner: "round", reach: 4 },
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

/* ================================================================================================ facing and mode */

/** Modes that need no word: one shows as a parapet on the side that is faced, the other by having none. */
export const DUG_IN = /entrench|dug/;
export const ON_THE_MOVE = /mobile|march/;

/**
 * A bar along the side that is faced and a wedge that points out of it; over a corner the wedge alone. A unit that is dug in has a
 * parapet instead, round the corners of that side.
 * @param {number} degrees clockwise from north @param {boolean} [dug]
 */
export function facingMark(degrees, dug = false) {
  const turn = (degrees * Math.PI) / 180;
  const out = HALF / Math.max(Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn)));
  const straight = degrees % 90 === 0;
  const y = -out - 1.6;
  const bar = !straight ? "" : dug
    ? `<path class="facing-bed" d="${_parapet(y)}"/><path class="facing-bar parapet" d="${_parapet(y)}"/>`
    : `<path class="facing-bar" d="M-28 ${y.toFixed(1)}H28"/>`;
  const base = straight ? y - 1.4 : -out;
  return `<g class="facing" transform="rotate(${degrees})">${bar}<path class="facing-wedge" d="M-12 ${base.toFixed(1)}L0 ${(base - 10).toFixed(1)}L12 ${base.toFixed(1)}Z"/></g>`;
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

/** Tabs from the most pressing to the least: the words games use, the letter, the look. @type {[RegExp, string, string][]} */
const STATES = [
  [/broken|breakdown/, "B", "broken"],
  [/demoral|disrupt|rout/, "D", "disrupted"],
  [/suppress|pinned/, "S", "suppressed"],
  [/^held$|locked/, "H", "held"],
  [/pressed|over.the.top/, "O", "pressed"],
  [/engag/, "X", "engaged"],
  [/commit/, "C", "committed"],
  [/unsuppl|out.of.supply|^oos$|isolated/, "S", "unsupplied"],
  [/reduced|weaken|damaged/, "R", "reduced"],
  [/dug|entrench|improved/, "E", "entrenched"],
  [/fired|spent/, "F", "fired"],
  [/attacked|assault|fought/, "A", "attacked"],
  [/moved|strategic|marched/, "M", "moved"],
];

/** Disorder has shapes of its own, so that it is told apart without its colour: a lozenge, a shield, a wheel, a hexagon. @type {Record<string, string>} */
const TAB_SHAPES = {
  plain: "M-7-4.5Q-7-7-4.5-7H4.5Q7-7 7-4.5V4.5Q7 7 4.5 7H-4.5Q-7 7-7 4.5Z",
  disrupted: "M0-11 10.5 0 0 11-10.5 0Z",
  suppressed: "M-9-7.5H9V0L0 11.5-9 0Z",
  broken: "M9 0A9 9 0 1 1-9 0 9 9 0 1 1 9 0ZM-1.8-8.8V-12H1.8V-8.8M-1.8 8.8V12H1.8V8.8M8.8-1.8H12V1.8H8.8M-8.8-1.8H-12V1.8H-8.8",
  pressed: "M0-13 11-1H7V9H-7V-1H-11Z",
  held: "M-9.5 0-5-8.5H5L9.5 0 5 8.5H-5Z",
};

/** The tabs of a counter; several states may share one. At most four: more could not be read. @param {string[]} states @param {number} [x] where they stand */
export function stateTabs(states, x = 35) {
  /** @type {Map<string, {letter: string, look: string, rank: number}>} */ const found = new Map();
  for (const state of states) {
    const rank = STATES.findIndex(([pattern]) => pattern.test(state.toLowerCase()));
    const [, letter, look] = rank >= 0 ? STATES[rank] : ["", (state[0] ?? "?").toUpperCase(), "other"];
    const key = rank < 0 ? letter : look;
    if (!found.has(key)) found.set(key, { letter, look, rank: rank < 0 ? 99 : rank });
  }
  const tabs = [...found.values()].sort((a, b) => a.rank - b.rank).slice(0, 4);
  if (!tabs.length) return "";
  return `<g class="tabs">${tabs.map(({ letter, look }, i) => `<g class="tab ${look}" transform="translate(${x} ${-24 + 17 * i})"><path class="tab-shape" d="${TAB_SHAPES[look] ?? TAB_SHAPES.plain}"/><text y="4.2">${escapeText(letter)}</text></g>`).join("")}</g>`;
}
