/** Where the client's files lie. A module does not ask where it lies itself: bundled with others it lies elsewhere. */

/** Taken before the address of the page changes: it is written relative to that. */
const app = /** @type {HTMLScriptElement | null} */ (globalThis.document?.querySelector("script[type=module]") ?? null)?.src;

/** The address of a file of the client. @param {string} path from the client's folder */
export function fileAt(path) {
  return new URL(path, app).href;
}
