/** A table as this client knows it: its documents, what has happened, and the ways to change it. */

import { ApiError, call, idempotencyKey, retryWhileLost } from "./api.js";
import { keptTables, keyOf, noteAboutTable } from "./keyring.js";
import { Live } from "./live-channel.js";

/** @typedef {import("../common/wording.js").Action} Action */
/** @typedef {{kind: string, text: string, cases?: string[], lines?: {text: string, value: number, case?: string}[], dice?: number[], result?: string}} Event_ */
/** @typedef {{n: number, seq: number, player: string, text: string, turn?: number, step?: string, events: Event_[], why?: string}} Entry */
/** @typedef {{title: string, lines: {text: string, value: number, case?: string}[], column: string, outcomes: {result: string, probability: number, detail?: string}[]}} Odds */
/** @typedef {{what: "state" | "chat" | "presence" | "link" | "busy", fresh?: Entry[], before?: any}} Change */

export class Session extends EventTarget {
  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    this.key = keyOf(id);
    /** @type {any} */ this.table = null;
    /** @type {any} */ this.game = null;
    /** @type {any} */ this.state = null;
    /** @type {Entry[]} */ this.entries = [];
    /** @type {Event_[]} */ this.prelude = [];
    /** @type {any[]} */ this.chat = [];
    this.notes = "";
    /** @type {import("./live-channel.js").Link} */ this.link = "closed";
    /** @type {{seq: number} | null} my action that is not known to have arrived */ this.sending = null;
    /** @type {Map<string, Promise<any>>} */ this.asked = new Map();
  }

  /** Load everything that never changes, then where the table stands, then stay in touch. */
  async open() {
    const known = keptTables()[this.id]?.game;
    if (known) gameDocument(known).catch(() => {}); // on its way while the table is asked for
    const [table, state] = await Promise.all([this.get(""), this.get("/state?since=0")]);
    this.table = table;
    this.game = await gameDocument(table.game);
    noteAboutTable(this.id, { title: this.game.info.title, game: table.game });
    this.take(state);
    this.live = new Live(this.id, {
      hello: () => ({ key: this.key, since: this.state?.seq ?? 0 }),
      message: (document_) => this.hear(document_),
      poll: () => this.refresh(),
      link: (link) => {
        this.link = link;
        this.tell({ what: "link" });
      },
    });
    return this;
  }

  close() {
    this.live?.close();
  }

  /** @param {(change: Change) => void} listener */
  on(listener) {
    const heard = (/** @type {any} */ event) => listener(event.detail);
    this.addEventListener("change", heard);
    return () => this.removeEventListener("change", heard);
  }

  /** @param {Change} change */
  tell(change) {
    this.dispatchEvent(new CustomEvent("change", { detail: change }));
  }

  // ---------------------------------------------------------------- what comes in

  /** @param {any} document_ */
  hear(document_) {
    if (document_.error) return;
    if ("seq" in document_ && "view" in document_) this.take(document_);
    else if (document_.chat) this.hearChat(document_.chat);
    else if (document_.presence) this.hearPresence(document_.presence);
  }

  /** @param {any} said one line or all */
  hearChat(said) {
    this.chat = Array.isArray(said) ? said : [...this.chat, said];
    this.tell({ what: "chat" });
  }

  /** @param {any} here the sides that are connected */
  hearPresence(here) {
    const sides = new Set(Array.isArray(here) ? here : Object.keys(here).filter((side) => here[side]));
    if (this.table) this.table = { ...this.table, seats: this.table.seats.map((/** @type {any} */ s) => ({ ...s, here: sides.has(s.side) })) };
    this.tell({ what: "presence" });
  }

  /** A state of the table: kept if it is not older than what is known. @param {any} state */
  take(state) {
    const before = this.state;
    if (before && state.seq < before.seq) return;
    const fresh = this.merge(state);
    this.state = state;
    const answered = this.sending !== null && state.seq > this.sending.seq;
    if (answered) this.sending = null; // a push may come before the answer; what is shown now can be acted on now
    if (before?.seq !== state.seq) this.asked.clear();
    if (state.prelude?.length) this.prelude = state.prelude;
    if (state.chat) this.chat = state.chat;
    if (typeof state.notes === "string") this.notes = state.notes;
    if (state.seats && this.table) {
      const here = state.here ?? this.table.seats.filter((/** @type {any} */ s) => s.here).map((/** @type {any} */ s) => s.side);
      this.table = { ...this.table, seats: state.seats.map((/** @type {any} */ s) => ({ ...s, here: here.includes(s.side) })) };
    }
    if (before && before.seq === state.seq && before.thinking === state.thinking) {
      this.tell({ what: "presence" }); // heard already: by answer and by push, or only talk and company are new
      this.tell({ what: "chat" });
    } else this.tell({ what: "state", fresh, before });
    if (answered) this.tell({ what: "busy" });
  }

  /** The log with what is new; what was taken back goes. @param {any} state @returns {Entry[]} */
  merge(state) {
    const known = new Map(this.entries.map((e) => [e.n, e]));
    const length = state.length ?? Infinity;
    const fresh = state.entries.filter((/** @type {Entry} */ e) => known.get(e.n)?.seq !== e.seq || known.get(e.n)?.text !== e.text);
    for (const entry of state.entries) known.set(entry.n, entry);
    this.entries = [...known.values()].filter((e) => e.n < length).sort((a, b) => a.n - b.n);
    return fresh;
  }

  async refresh() {
    this.take(await this.get(`/state?since=${this.state?.seq ?? 0}`));
  }

  // ---------------------------------------------------------------- what goes out

  /** @param {string} path */
  get(path) {
    return call("GET", `api/tables/${this.id}${path}`, { key: this.key });
  }

  /** @param {string} path @param {object} [body] @param {string} [method] @param {number} [patience] */
  send(path, body = {}, method = "POST", patience) {
    return call(method, `api/tables/${this.id}${path}`, { key: this.key, body, patience });
  }

  get mine() {
    return Boolean(this.state?.decision?.mine) && !this.state.over;
  }

  /** Whether an action of mine is on its way, and the table that is shown is still the one it was meant for. */
  get busy() {
    return this.sending !== null;
  }

  /** Whether the computer decides now: the seat of whose decision it is, whatever was last heard of its thinking. */
  get botDecides() {
    const side = this.state.over ? "" : this.state.decision?.player;
    return this.table.seats.some((/** @type {any} */ s) => s.side === side && s.kind === "bot");
  }

  /** Something that changes the table: one at a time, sent again with the same key until it is known to have arrived. */
  async change(/** @type {string} */ path, /** @type {object} */ body) {
    if (this.busy) return false;
    const sending = { seq: this.state.seq };
    this.sending = sending;
    this.tell({ what: "busy" });
    const sent = { ...body, seq: sending.seq, key: idempotencyKey() };
    try {
      const state = await retryWhileLost(() => this.send(path, sent), () => this.link !== "lost" && this.lostTouch());
      if (state?.view) this.take(state);
      else await this.refresh();
      return true;
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 409) await this.refresh().catch(() => {});
      throw fault;
    } finally {
      if (this.sending === sending) {
        this.sending = null;
        this.tell({ what: "busy" });
      }
    }
  }

  lostTouch() {
    this.link = "lost";
    this.tell({ what: "link" });
  }

  /** @param {Action} action */
  act(action) {
    return this.change("/actions", { action: actionFields(action) });
  }

  /** @param {string} text an action in notation */
  say(text) {
    return this.change("/actions", { text });
  }

  undo() {
    return this.change("/undo", {});
  }

  /** @param {"undo" | "draw"} what @param {boolean} yes */
  answer(what, yes) {
    return this.change("/answer", { what, yes });
  }

  // ---------------------------------------------------------------- what can be asked, kept until the table moves on

  /** @param {string} name @param {() => Promise<any>} ask */
  keep(name, ask) {
    let found = this.asked.get(name);
    if (!found) {
      found = ask();
      this.asked.set(name, found);
      found.catch(() => this.asked.delete(name));
    }
    return found;
  }

  /** @param {Action} action @returns {Promise<{legal: boolean, reason: string, cases: string[]}>} */
  legal(action) {
    return this.keep(`legal ${JSON.stringify(actionFields(action))}`, () => this.send("/legal", { action: actionFields(action) }));
  }

  /** @param {Action} action @returns {Promise<Odds | null>} */
  odds(action) {
    return this.keep(`odds ${JSON.stringify(actionFields(action))}`, () => this.send("/odds", { action: actionFields(action) }));
  }

  /** @param {string} name @param {string} subject @param {number | null} [at] after how many actions; now, if it is not said */
  overlay(name, subject, at = null) {
    return this.keep(`overlay ${name} ${subject} ${at}`, () => this.get(`/overlay/${name}?subject=${encodeURIComponent(subject)}${at === null ? "" : `&at=${at}`}`));
  }

  /** @param {string} label @returns {Promise<{lines: string[]}>} */
  cell(label) {
    return this.keep(`cell ${label}`, () => this.get(`/cells/${encodeURIComponent(label)}`));
  }

  /** The view after n actions. @param {number} n @returns {Promise<{n: number, view: any}>} */
  at(n) {
    return this.keep(`at ${n}`, () => this.get(`/at/${n}`));
  }
}

/** An action as the server reads it: only its fields. @param {Action} action */
export function actionFields(action) {
  const { kind, unit = "", cell = "", value = 0, dice = [] } = action;
  return { kind, unit, cell, value, dice };
}

/** @type {Map<string, Promise<any>>} */
const games = new Map();

/** A game's documents, asked for once. @param {string} slug */
export function gameDocument(slug) {
  let found = games.get(slug);
  if (!found) {
    found = call("GET", `api/games/${slug}`);
    games.set(slug, found);
    found.catch(() => games.delete(slug));
  }
  return found;
}
