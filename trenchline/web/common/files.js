/** Where the client's files lie. A module does not ask where it lies itself: bundled with others it lies elsewhere. */

/** The address of a file of the client. @param {string} path from the client's folder */
export function fileAt(path) {
  const app = /** @type {HTMLScriptElement} */ (document.querySelector("script[type=module]"));
  return new URL(path, app.src).href;
}
