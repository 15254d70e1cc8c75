/**
 * The ground as strokes of a pen: what a painter off the page needs to draw it without a document.
 * It reads the SVG that sheet.js made with the style sheet applied, so that the look of the ground stays in the style sheet.
 */

/**
 * @typedef {{d: string, matrix: number[], fill: string, fillAlpha: number, rule: CanvasFillRule, pattern: Pattern | null,
 *   stroke: string, strokeAlpha: number, width: number, cap: CanvasLineCap, join: CanvasLineJoin, miter: number, dash: number[]}} Stroke
 * @typedef {{width: number, height: number, matrix: number[], strokes: Stroke[]}} Pattern
 * @typedef {{x: number, y: number, w: number, h: number}} Box
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
    return {
      colour: getComputedStyle(svg.querySelector(".paper")).fill,
      field: _box(svg.querySelector("clipPath rect")),
      relief: relief && { box: _box(relief), href: relief.getAttribute("href") },
      strokes: [...svg.querySelectorAll(".layer-ground path")].map((path) => _stroke(svg, path)),
    };
  } finally {
    svg.remove();
  }
}

const _box = (element) => {
  const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name)));
  return { x, y, w, h };
};

/** @returns {Stroke} */
function _stroke(svg, path) {
  const style = getComputedStyle(path);
  const pattern = /url\("?#([\w-]+)/.exec(style.fill);
  return {
    d: path.getAttribute("d"), matrix: _matrix(path, svg),
    fill: pattern || style.fill === "none" ? "" : style.fill, fillAlpha: Number(style.fillOpacity), rule: /** @type {CanvasFillRule} */ (style.fillRule),
    pattern: pattern ? _pattern(svg, svg.querySelector(`#${pattern[1]}`)) : null,
    stroke: style.stroke === "none" ? "" : style.stroke, strokeAlpha: Number(style.strokeOpacity), width: Number.parseFloat(style.strokeWidth),
    cap: /** @type {CanvasLineCap} */ (style.strokeLinecap), join: /** @type {CanvasLineJoin} */ (style.strokeLinejoin), miter: Number(style.strokeMiterlimit),
    dash: style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map((n) => Number.parseFloat(n)),
  };
}

/** @returns {Pattern} */
function _pattern(svg, tile) {
  const { w, h } = _box(tile);
  return { width: w, height: h, matrix: _six(tile.patternTransform.baseVal.consolidate()?.matrix), strokes: [...tile.querySelectorAll("path")].map((path) => _stroke(svg, path)) };
}

/** How an element's units lie in those of the sheet. */
function _matrix(element, svg) {
  let matrix = svg.createSVGMatrix();
  for (let at = element; at.transform && at !== svg; at = at.parentNode) {
    const own = at.transform.baseVal.consolidate()?.matrix;
    if (own) matrix = own.multiply(matrix);
  }
  return _six(matrix);
}

const _six = (m) => (m ? [m.a, m.b, m.c, m.d, m.e, m.f] : [1, 0, 0, 1, 0, 0]);
