/**
 * The ground as strokes of a pen: what a painter off the page needs to draw it without a document.
 * It reads the SVG that sheet.js made with the style sheet applied, so that the look of the ground stays in the style sheet.
 */

/** @import { Box } from "./curves.js" */

/**
 * @typedef {{d: string, matrix: number[], fill: string, fillAlpha: number, rule: CanvasFillRule, pattern: Pattern | null,
 *   stroke: string, strokeAlpha: number, width: number, cap: CanvasLineCap, join: CanvasLineJoin, miter: number, dash: number[]}} Stroke
 * @typedef {{width: number, height: number, matrix: number[], strokes: Stroke[]}} Pattern
 * @typedef {{colour: string, field: Box, relief: {box: Box, href: string} | null, strokes: Stroke[]}} Engraving
 * @typedef {{name: string, look: string, scale: number, x: number, y: number, w: number, h: number}} Order a picture that is wanted:
 *   how many pixels a unit has, where the map's origin lies in it, its size in pixels
 */

/**
 * @param {SVGSVGElement} svg the ground of a sheet; it is taken into the page and out again, since only there it has a style
 * @param {string} lod the distance of the eye it is drawn for
 * @returns {Engraving}
 */
export function engrave(svg, lod) {
  svg.setAttribute("class", `trench-map ground ${lod}`);
  svg.setAttribute("display", "none");
  document.body.append(svg);
  try {
    const relief = svg.querySelector("image");
    const [paper, field] = [svg.querySelector(".paper"), svg.querySelector("clipPath rect")];
    if (!paper || !field) throw new Error("This is not the ground of a sheet.");
    return {
      colour: getComputedStyle(paper).fill,
      field: _box(field),
      relief: relief && { box: _box(relief), href: relief.getAttribute("href") ?? "" },
      strokes: [.../** @type {NodeListOf<SVGPathElement>} */ (svg.querySelectorAll(".layer-ground path"))].map((path) => _stroke(svg, path)),
    };
  } finally {
    svg.remove();
  }
}

/** @param {Element} element @returns {Box} */
const _box = (element) => {
  const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name)));
  return { x, y, w, h };
};

/** @param {SVGSVGElement} svg @param {SVGPathElement} path @returns {Stroke} */
function _stroke(svg, path) {
  const style = getComputedStyle(path);
  const named = /url\("?#([\w-]+)/.exec(style.fill);
  const pattern = named && /** @type {SVGPatternElement | null} */ (svg.querySelector(`#${named[1]}`));
  return {
    d: path.getAttribute("d") ?? "", matrix: _matrix(path, svg),
    fill: pattern || style.fill === "none" ? "" : style.fill, fillAlpha: Number(style.fillOpacity), rule: /** @type {CanvasFillRule} */ (style.fillRule),
    pattern: pattern ? _pattern(svg, pattern) : null,
    stroke: style.stroke === "none" ? "" : style.stroke, strokeAlpha: Number(style.strokeOpacity), width: Number.parseFloat(style.strokeWidth),
    cap: /** @type {CanvasLineCap} */ (style.strokeLinecap), join: /** @type {CanvasLineJoin} */ (style.strokeLinejoin), miter: Number(style.strokeMiterlimit),
    dash: style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map((n) => Number.parseFloat(n)),
  };
}

/** @param {SVGSVGElement} svg @param {SVGPatternElement} tile @returns {Pattern} */
function _pattern(svg, tile) {
  const { w, h } = _box(tile);
  return { width: w, height: h, matrix: _six(tile.patternTransform.baseVal.consolidate()?.matrix), strokes: [...tile.querySelectorAll("path")].map((path) => _stroke(svg, path)) };
}

/** How an element's units lie in those of the sheet. @param {SVGGraphicsElement} element @param {SVGSVGElement} svg */
function _matrix(element, svg) {
  let matrix = svg.createSVGMatrix();
  /** @type {Node | null} */ let at = element;
  for (; at instanceof SVGGraphicsElement && at !== svg; at = at.parentNode) {
    const own = at.transform.baseVal.consolidate()?.matrix;
    if (own) matrix = own.multiply(matrix);
  }
  return _six(matrix);
}

/** @param {DOMMatrix | undefined} m */
const _six = (m) => (m ? [m.a, m.b, m.c, m.d, m.e, m.f] : [1, 0, 0, 1, 0, 0]);
