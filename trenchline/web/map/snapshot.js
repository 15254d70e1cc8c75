/** The map as it is seen, drawn on a canvas: the pictures of the ground, and over them lettering, counters and arrows as one picture of the SVG. */

import { fileAt } from "../common/files.js";

/** @import { MapView } from "./map-view.js" */

const FACES = [["Trenchline Serif", "serif", ""], ["Trenchline Serif", "serif-italic", "font-style:italic;"], ["Trenchline Serif", "serif-semibold", "font-weight:600 700;"],
  ["Trenchline Sans", "sans", ""], ["Trenchline Sans", "sans-bold", "font-weight:600 700;"]];

/** @type {Promise<string> | undefined} */
let styles;

/** The styles that a picture of the map needs, with the typefaces in them: a picture loads nothing. */
function stylesOfMap() {
  styles ??= Promise.all(FACES.map(async ([family, file, more]) => `@font-face{font-family:"${family}";${more}src:url(${await asData(fileAt(`fonts/${file}.woff2`))})}`))
    .then((faces) => `${faces.join("")}${ownRules()}*{animation:none!important;transition:none!important}`);
  styles.catch(() => (styles = undefined));
  return styles;
}

/** All rules of the page but its typefaces. */
function ownRules() {
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => !(rule instanceof CSSFontFaceRule)).map((rule) => rule.cssText).join("\n");
}

/** @param {string} url @returns {Promise<string>} */
async function asData(url) {
  const blob = await (await fetch(url)).blob();
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Once the ground is painted sharp. @param {MapView} mapView @param {AbortSignal} [signal] @returns {Promise<void>} */
export function whenSharp({ container }, signal) {
  return new Promise((done) => {
    const look = () => {
      if (!container.hasAttribute("data-sharp") && !signal?.aborted) return false;
      seen.disconnect();
      done();
      return true;
    };
    const seen = new MutationObserver(look);
    seen.observe(container, { attributes: true, attributeFilter: ["data-sharp"] });
    if (!look()) signal?.addEventListener("abort", look);
  });
}

/** @param {MapView} mapView @param {CanvasRenderingContext2D} pen which draws as many pixels as the map's window has */
export async function drawMap(mapView, pen) {
  const { w, h } = mapView.size;
  pen.fillStyle = getComputedStyle(mapView.container).backgroundColor;
  pen.fillRect(0, 0, w, h);
  mapView.drawGround(pen);
  const picture = await pictureOf(mapView);
  pen.drawImage(picture, 0, 0, w, h);
}

/** @param {MapView} mapView @returns {Promise<HTMLImageElement>} */
async function pictureOf({ svg, size, scale, left, top }) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  copy.removeAttribute("style");
  copy.setAttribute("viewBox", `${-left / scale} ${-top / scale} ${size.w / scale} ${size.h / scale}`);
  copy.setAttribute("width", String(size.w));
  copy.setAttribute("height", String(size.h));
  copy.setAttribute("data-colours", document.documentElement.dataset.colours ?? "");
  const style = document.createElementNS(copy.namespaceURI, "style");
  style.textContent = await stylesOfMap();
  copy.prepend(style);
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(url);
  }
  return image;
}
