/** Calls to the server. Keys travel only in a header, never in a URL. */

import { root } from "../common/address.js";

const PATIENCE = 20000;

/** @import { Fault as WholeFault } from "../types.js" */
/** @typedef {Partial<WholeFault>} Fault a proxy's error has none of the fields */

/** Something the server would not do, or could not be asked. */
export class ApiError extends Error {
  /** @param {number} status @param {Fault} error */
  constructor(status, error) {
    super(error.reason || "Something went wrong on the server.");
    this.status = status;
    this.code = error.code || "";
    this.cases = error.cases ?? [];
    this.seq = error.seq;
  }

  /** The server could not be reached: worth trying again. */
  get lost() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** @param {string} path */
function address(path) {
  return new URL(path.replace(/^\//, ""), root);
}

/**
 * @template T the document that is answered
 * @param {string} method @param {string} path
 * @param {{key?: string, body?: unknown, patience?: number}} [options] patience: how many ms to wait
 * @returns {Promise<T>}
 */
export async function call(method, path, { key, body, patience = PATIENCE } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer, text;
  try {
    answer = await fetch(address(path), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(patience),
    });
    text = await answer.text(); // a server may die while it answers: what was cut off is no answer, whatever its head said
  } catch {
    throw new ApiError(0, { code: "lost", reason: "The server cannot be reached. Nothing is lost; trying again." });
  }
  if (!answer.ok) throw new ApiError(answer.status, reasonOf(answer.status, text));
  return /** @type {T} */ (JSON.parse(text));
}

/** Why the server would not do it, from what it answered. @param {number} status @param {string} text @returns {Fault} */
function reasonOf(status, text) {
  /** @type {{error?: Fault, detail?: unknown} | null} */ let body = null;
  try {
    body = JSON.parse(text);
  } catch { /* not ours: a proxy's page */ }
  if (body?.error) return body.error;
  const detail = typeof body?.detail === "string" ? body.detail : "";
  return { code: String(status), reason: detail || `The server answered ${status}.` };
}

/** Where the live channel of a table is. @param {string} table */
export function liveAddress(table) {
  const url = address(`api/tables/${table}/live`);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}

/** A fresh idempotency key. */
export function idempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * Try again while the server cannot be reached; anything else is the caller's.
 * @template T @param {() => Promise<T>} task @param {(again: number) => void} [tell] @param {number} [times]
 * @returns {Promise<T>}
 */
export async function retryWhileLost(task, tell, times = 8) {
  for (let again = 1; ; again++) {
    try {
      return await task();
    } catch (fault) {
      if (!(fault instanceof ApiError) || !fault.lost || again >= times) throw fault;
      tell?.(again);
      await new Promise((done) => setTimeout(done, Math.min(8000, 400 * 2 ** (again - 1))));
    }
  }
}

const TRIES = 4; // of a call behind a button: then its user is told

/**
 * A call that changes something: sent again while the server cannot be reached, and carried out once by its idempotency key.
 * @template T the document that is answered
 * @param {string} method @param {string} path
 * @param {{key?: string, body?: object, patience?: number}} [options]
 * @returns {Promise<T>}
 */
export function callOnce(method, path, { key, body = {}, patience } = {}) {
  const sent = { ...body, key: idempotencyKey() };
  return retryWhileLost(() => call(method, path, { key, body: sent, patience }), undefined, TRIES);
}
