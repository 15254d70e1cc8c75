/** The columns beside the map can be made wider: dragged, or by the arrow keys. The width is kept on this device. */

import { h } from "../common/dom.js";
import { keptWidth, keepWidth } from "../common/settings.js";

const LEAST = 180; // pixels
const MOST = 0.45; // of the window
const STEP = 16; // pixels for each press of an arrow key

/** @typedef {"left" | "right"} Side */

/** The handle on the edge of a column. @param {HTMLElement} screen the element whose grid it is @param {HTMLElement} column @param {Side} side */
export function addHandle(screen, column, side) {
  const handle = h("div.widen", { role: "separator", "aria-orientation": "vertical", "aria-label": `Width of the ${side} column`, tabindex: "0", "data-testid": `widen-${side}`, title: "Drag to make the column wider; double click for the usual width" });
  const towards = side === "left" ? 1 : -1;
  const set = (/** @type {number} */ width) => {
    const held = width && Math.round(Math.max(LEAST, Math.min(width, MOST * innerWidth)));
    if (held) screen.style.setProperty(`--${side}-column`, `${held}px`);
    else screen.style.removeProperty(`--${side}-column`);
    return held;
  };
  set(keptWidth(side));
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const [from, width] = [event.clientX, column.getBoundingClientRect().width];
    const drag = (/** @type {PointerEvent} */ moved) => set(width + towards * (moved.clientX - from));
    const end = (/** @type {PointerEvent} */ last) => {
      handle.removeEventListener("pointermove", drag);
      if (last.clientX !== from) keepWidth(side, drag(last));
    };
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
  });
  handle.addEventListener("dblclick", () => keepWidth(side, set(0)));
  handle.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    keepWidth(side, set(column.getBoundingClientRect().width + towards * step));
  });
  column.append(handle);
  new ResizeObserver(() => { // a screen reader says how wide it is
    const width = Math.round(column.getBoundingClientRect().width);
    const values = { now: width, min: Math.min(LEAST, width), max: Math.max(Math.round(MOST * innerWidth), width) };
    for (const [name, value] of Object.entries(values)) handle.setAttribute(`aria-value${name}`, String(value));
  }).observe(column);
}
