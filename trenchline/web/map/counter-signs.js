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
  if (!inks.has(key)) inks.set(key, INKS[inks.size % INKS.length]);
  return inks.get(key);
}

/* ================================================================================================ signs */

/** Branch signs inside a box 30 wide and 18 high around the origin: `s` is stroked, `f` filled, `t` lettered, `top` stroked on a bare plate. */
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

function _sign(kind) {
  const word = kind.toLowerCase();
  const known = KINDS.find(([pattern]) => pattern.test(word));
  if (known) return SIGNS[known[1]];
  return { t: word.split(/[\s_-]+/).map((w) => w[0] ?? "").join("").slice(0, 3).toUpperCase() };
}

/** A branch sign in its box. */
export function branchSign(kind, x, y, scale) {
  const sign = _sign(kind);
  return `<g class="branch" transform="translate(${x} ${y}) scale(${scale})"><path class="box${sign.dashed ? " broken" : ""}" d="M-15-9h30V9h-30z"/>` +
    (sign.s ? `<path class="stroke" d="${sign.s}"/>` : "") + (sign.f ? `<path class="solid" d="${sign.f}"/>` : "") +
    (sign.top ? `<path class="plate" d="${sign.plate}"/><path class="stroke" d="${sign.top}"/>` : "") + (sign.t ? `<text class="letter" y="4.6">${sign.t}</text>` : "") + "</g>";
}

/** How large a unit is: strokes from company to regiment, crosses from brigade to army. */
const SIZES = { company: "I", squadron: "I", battery: "I", battalion: "II", group: "III", regiment: "III", brigade: "X", division: "XX", corps: "XXX", army: "XXXX" };

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

/** A nation's own sign, so that colour is never the only one: cockade, cross, diamond. */
export function emblem(nation, x, y, r) {
  const at = `transform="translate(${x} ${y}) scale(${r})"`;
  if (nation === "france") return `<g class="emblem" ${at}><circle class="e-light" r="1"/><circle class="e-ring" r=".78"/><circle class="e-dark" r=".3"/></g>`;
  if (nation === "germany") return `<g class="emblem" ${at}><path class="e-cross" d="M-.42-1h.84L.2-.2 1-.42v.84L.2.2.42 1h-.84L-.2.2-1 .42v-.84L-.2-.2z"/></g>`;
  if (nation === "britain") return `<g class="emblem" ${at}><path class="e-light" d="M0-1.1 1.1 0 0 1.1-1.1 0z"/><path class="e-bars" d="M-.55-.55.55.55M-.55.55.55-.55"/></g>`;
  return `<g class="emblem" ${at}><path class="e-light" d="M-.8-.8h1.6v1.6h-1.6z"/></g>`;
}

/** The outline of a counter, each nation with corners of its own: round, cut, square. */
export function outlineOf(nation, by = 0) {
  const h = HALF + by;
  const [kind, c] = nation === "germany" ? ["L", 6] : ["Q", nation === "france" ? 10 : 4];
  const corner = (x, y, ex, ey) => (kind === "L" ? `L${ex} ${ey}` : `Q${x} ${y} ${ex} ${ey}`);
  return `M${-h + c} ${-h}H${h - c}${corner(h, -h, h, -h + c)}V${h - c}${corner(h, h, h - c, h)}H${-h + c}${corner(-h, h, -h, h - c)}V${-h + c}${corner(-h, -h, -h + c, -h)}Z`;
}

/** The bar in the ink of the formation, along the left edge. */
export function formationBar(nation, wide) {
  const c = nation === "germany" ? 6 : nation === "france" ? 10 : 4;
  const bend = nation === "germany" ? ["L", "L"] : [`Q${-HALF} ${HALF} `, `Q${-HALF} ${-HALF} `];
  return `M${-HALF + wide} ${-HALF}V${HALF}H${-HALF + c}${bend[0]}${-HALF} ${HALF - c}V${-HALF + c}${bend[1]}${-HALF + c} ${-HALF}Z`;
}

/* ================================================================================================ states */

/** Tabs from the most pressing to the least: the words games use, the letter, the look. @type {[RegExp, string, string][]} */
const STATES = [
  [/demoral|disrupt|rout/, "D", "disrupted"],
  [/unsuppl|out.of.supply|^oos$|isolated/, "S", "unsupplied"],
  [/reduced|weaken|damaged/, "R", "reduced"],
  [/dug|entrench|improved/, "E", "entrenched"],
  [/fired|spent/, "F", "fired"],
  [/attacked|assault|fought/, "A", "attacked"],
  [/moved|strategic|marched/, "M", "moved"],
];

/** The tabs of a counter; several states may share one. At most four: more could not be read. */
export function stateTabs(states) {
  const found = new Map();
  for (const state of states) {
    const rank = STATES.findIndex(([pattern]) => pattern.test(state.toLowerCase()));
    const [letter, look] = rank >= 0 ? STATES[rank].slice(1) : [(state[0] ?? "?").toUpperCase(), "other"];
    if (!found.has(letter)) found.set(letter, { letter, look, rank: rank < 0 ? 99 : rank });
  }
  const tabs = [...found.values()].sort((a, b) => a.rank - b.rank).slice(0, 4);
  if (!tabs.length) return "";
  return `<g class="tabs">${tabs.map(({ letter, look }, i) => `<g class="tab ${look}" transform="translate(35 ${-24 + 15 * i})"><rect x="-7" y="-7" width="14" height="14" rx="2.5"/><text y="4.2">${escapeText(letter)}</text></g>`).join("")}</g>`;
}
