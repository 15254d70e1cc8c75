/** Building elements without innerHTML: the strict content security policy allows no inline script or style. */

import { pageUrl } from "./address.js";

/** @import { Child } from "../types.js" */
/** @typedef {Record<string, unknown> | null} Props attributes; `on...` are listeners; null and false are left out */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: `h("button.primary", {onclick, "data-testid": "undo"}, "Undo")`.
 * @param {string} tag name, with classes after dots
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  return /** @type {HTMLElement} */ (dress(element, props, children));
}

/**
 * The same for SVG.
 * @param {string} tag @param {Props} [props] @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return /** @type {SVGElement} */ (dress(element, props, children));
}

/** @param {Element} element @param {Props | undefined} props @param {Child[]} children */
function dress(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "class") element.classList.add(...String(value).split(/\s+/).filter(Boolean));
    else if (key === "value" || key === "checked" || key === "disabled") Object.assign(element, { [key]: value });
    else if (key === "href" && String(value).startsWith("#/")) element.setAttribute(key, pageUrl(String(value))); // the path itself: it can be copied
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** @param {Node} parent @param {Child} child */
export function append(parent, child) {
  if (Array.isArray(child)) for (const one of child) append(parent, one);
  else if (child instanceof Node) parent.appendChild(child);
  else if (child !== null && child !== undefined && child !== false) parent.appendChild(document.createTextNode(String(child)));
}

/** Put new children in place of the old. @param {Element} parent @param {...Child} children */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

/** Whether the user asks for stillness, by the system or by our own setting. */
export function motionReduced() {
  return document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long motions take, against the usual time. */
export function motionPace() {
  return Number(document.documentElement.style.getPropertyValue("--pace")) || 1;
}

/** Whether the screen is a phone's: the map is the screen, the prompt a strip. */
export function isPhone() {
  return matchMedia("(max-width: 820px), (max-height: 500px)").matches;
}

/** Whether the panels are a sheet from below: on phones and tablets. */
export function panelsAreSheet() {
  return matchMedia("(max-width: 1100px), (max-height: 500px)").matches;
}

/** When whatever waited before has had its turn. @returns {Promise<void>} */
export function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });
}

/** When what is on the page now has been painted; soon, where the page is not on show. @returns {Promise<void>} */
export function afterPaint() {
  return new Promise((resolve) => (document.hidden ? setTimeout(resolve) : requestAnimationFrame(() => setTimeout(resolve))));
}
