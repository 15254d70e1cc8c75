/** The chances of a match as a picture: a line by action, a tick for each roll that told, marks at turning points. A click looks back. */

import { fill, h, s } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { capital } from "../common/wording.js";
import { chancesOf, linePoints, luckyRolls, momentAt } from "./chances.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Replay } from "../play/replay.js" */
/** @import { Shown } from "../play/shown.js" */

const TICKS = 14; // pixels below the line, in which rolls stand
const LONGEST_TICK = 0.2; // of a match: the luck of a roll whose tick has its full length

export class ChanceGraph {
  /** @param {{session: Session, store: Shown, replay: Replay}} needs @param {number} height pixels of the line */
  constructor({ session, store, replay }, height) {
    this.session = session;
    this.store = store;
    this.replay = replay;
    this.height = height;
    this.wide = 0;
    this.svg = s("svg", { "aria-hidden": "true", focusable: "false" });
    this.element = h("div.chance-graph", { hidden: true, "data-testid": "chance-graph", onclick: (/** @type {MouseEvent} */ e) => this.goTo(e) }, this.svg);
    new ResizeObserver(([{ contentRect }]) => {
      this.wide = Math.round(contentRect.width);
      this.draw();
    }).observe(this.element);
    store.on(["analysis"], () => this.draw());
    store.on(["past", "state"], () => this.mark());
  }

  get analysis() {
    return this.store.values.analysis?.analysis ?? null;
  }

  /** The side whose chances are shown: mine, or the first. */
  get side() {
    const [mine] = this.session.table.you;
    return mine ? this.session.seating.sideOf(mine) : this.session.game.info.sides[0];
  }

  draw() {
    const { analysis, wide, height, side } = this;
    this.element.hidden = !analysis;
    if (!analysis || !wide) return;
    const { sides, looks } = this.session.game.info;
    const length = analysis.chances.length - 1;
    const at = (/** @type {number} */ n) => (wide * n) / Math.max(1, length);
    const points = linePoints(chancesOf(analysis, side), wide, height);
    const line = points.map(({ x, y }) => `${x},${y}`).join(" L");
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${height + TICKS}`);
    this.svg.setAttribute("width", String(wide));
    this.svg.setAttribute("height", String(height + TICKS));
    const other = sides.find((one) => one !== analysis.first_side) ?? "";
    const enemy = sides.find((one) => one !== side);
    fill(this.svg,
      s("rect.enemy", { ...inColoursOf(looks, enemy), width: wide, height }),
      s("path.mine", { ...inColoursOf(looks, side), d: `M0,${height} L${line} L${wide},${height} Z` }),
      s("path.even", { d: `M0,${height / 2} H${wide}` }),
      s("path.course", { d: `M${line}` }),
      ...analysis.turning_points.map((n) => s("path.turning", { d: `M${at(n)},0 V${height}` })),
      ...luckyRolls(analysis, other).map(({ number, luck, side: whose }) =>
        s("path.roll", { ...inColoursOf(looks, whose), d: `M${at(number)},${height + 1} v${3 + (TICKS - 4) * Math.min(1, luck / LONGEST_TICK)}` })),
      ...analysis.mistakes.filter((m) => m.side === side).map((m) => s("circle.mistake", { cx: at(m.number), cy: height * (1 - chancesOf(analysis, side)[m.number]), r: 4 })),
      (this.here = s("path.here")));
    this.mark();
  }

  /** Where the board is looked at. */
  mark() {
    const { analysis } = this;
    if (!analysis || !this.here) return;
    const length = analysis.chances.length - 1;
    const n = Math.min(length, this.store.at);
    this.here.setAttribute("d", `M${(this.wide * n) / Math.max(1, length)},0 V${this.height + TICKS}`);
    const chance = Math.round(100 * chancesOf(analysis, this.side)[n]);
    this.element.title = `${capital(this.side)}: ${chance} % after ${n} actions`;
  }

  /** @param {MouseEvent} event */
  goTo(event) {
    const { analysis } = this;
    if (!analysis) return;
    const box = this.svg.getBoundingClientRect();
    this.replay.pause();
    this.replay.go(momentAt(event.clientX - box.left, box.width, analysis.chances.length - 1));
  }
}
