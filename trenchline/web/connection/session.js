/** A table as this client knows it: its documents, what has happened, and the ways to change it. */

import { scenarioTitle } from "../common/scenarios.js";
import { actorsOf, Seating } from "../common/seating.js";
import { ApiError, call, callOnce, idempotencyKey, retryWhileLost } from "./api.js";
import { keptTables, keyOf, noteAboutTable } from "./keyring.js";
import { Live } from "./live-channel.js";
import { ServiceTime } from "./service-time.js";
import { serverIsBack } from "./worker-link.js";

/** @import { Action, AtOnce, ChatLine, Decision, Entry, GameDocument, Legality, GroupMarch, MatchEvent, Odds, Overlay, TableDocument, TableState, View } from "../types.js" */
/** @typedef {{what: "state" | "chat" | "presence" | "link" | "busy", fresh?: Entry[], before?: TableState | null}} Change */

/** Load everything that never changes, then where a table stands, then stay in touch. @param {string} id */
export async function openSession(id) {
  const known = keptTables()[id]?.game;
  if (known) gameDocument(known).catch(() => {}); // on its way while the table is asked for
  const session = await joinSession(id, keyOf(id));
  const { game, table } = session;
  noteAboutTable(id, { title: game.info.title, scenario: scenarioTitle(game.info, table.scenario), game: table.game, opened: Date.now() });
  return session;
}

/** The same by any key, of which nothing is kept. @param {string} id @param {string} key */
export async function joinSession(id, key) {
  /** @type {[TableDocument, TableState]} */
  const [found, state] = await Promise.all([call("GET", `api/tables/${id}`, { key }), call("GET", `api/tables/${id}/state?since=0`, { key })]);
  const table = found.holds === "invite" ? { ...found, you: [], watch: true } : found; // who has not sat down looks on
  return new Session(id, key, table, await gameDocument(table.game), state);
}

export class Session extends EventTarget {
  /** @param {string} id @param {string} key @param {TableDocument} table @param {GameDocument} game @param {TableState} state */
  constructor(id, key, table, game, state) {
    super();
    this.id = id;
    this.key = key;
    this.line = idempotencyKey(); // what a call of mine is answered is not pushed to me again
    this.table = table;
    this.game = game;
    this.seating = new Seating(game.info, table.options);
    this.time = new ServiceTime();
    this.time.heard(state.now);
    this.state = state;
    /** @type {Entry[]} */ this.entries = [];
    this.merge(state);
    /** @type {MatchEvent[]} */ this.prelude = state.prelude;
    /** @type {ChatLine[]} */ this.chat = state.chat ?? [];
    this.notes = state.notes ?? "";
    /** @type {import("./live-channel.js").Link} */ this.link = "closed";
    this.lost = false; // whether the server was away
    /** @type {{seq: number} | null} my action that is not known to have arrived */ this.sending = null;
    /** @type {Map<string, Promise<unknown>>} */ this.asked = new Map();
    this.live = new Live(id, {
      hello: () => ({ key: this.key, since: this.state.seq, said: this.said, line: this.line, looking: !document.hidden }),
      message: (pushed) => this.take(pushed),
      poll: () => this.refresh(),
      link: (link) => {
        this.link = link;
        this.time.stop(link === "lost");
        if (link === "live" && this.lost) serverIsBack();
        this.lost = link === "lost";
        this.tell({ what: "link" });
      },
    });
  }

  close() {
    this.live.close();
  }

  /** @param {(change: Change) => void} listener */
  on(listener) {
    const heard = (/** @type {Event} */ event) => listener(/** @type {CustomEvent<Change>} */ (event).detail);
    this.addEventListener("change", heard);
    return () => this.removeEventListener("change", heard);
  }

  /** @param {Change} change */
  tell(change) {
    this.dispatchEvent(new CustomEvent("change", { detail: change }));
  }

  /** What is played here: the game and its scenario. */
  get title() {
    return [this.game.info.title, scenarioTitle(this.game.info, this.table.scenario)].filter(Boolean).join(" \u2013 ");
  }

  // ---------------------------------------------------------------- what comes in

  /** A state of the table: kept if it is not older than what is known. @param {TableState} state */
  take(state) {
    const before = this.state;
    if (state.seq < before.seq) return this.fill(state);
    const fresh = this.merge(state);
    this.state = state;
    this.time.heard(state.now);
    const answered = this.sending !== null && state.seq > this.sending.seq;
    if (answered) this.sending = null; // a push may come before the answer; what is shown now can be acted on now
    const moved = before.seq !== state.seq || !sameDecision(before.decision, state.decision); // what others do in secret is not counted
    if (moved) this.asked.clear();
    if (state.prelude.length) this.prelude = state.prelude;
    if (state.chat) this.chat = withNew(this.chat, state.chat);
    if (typeof state.notes === "string") this.notes = state.notes;
    const here = state.here ?? this.table.seats.filter((s) => s.here).map((s) => s.side);
    this.table = { ...this.table, seats: state.seats.map((s) => ({ ...s, here: here.includes(s.side) })) };
    if (!moved && before.thinking === state.thinking) {
      this.tell({ what: "presence" }); // heard already: by answer and by push, or only talk and company are new
      this.tell({ what: "chat" });
    } else this.tell({ what: "state", fresh, before });
    if (answered) this.tell({ what: "busy" });
  }

  /** The log with what is new; what was taken back goes. @param {{entries: Entry[], length: number}} state @returns {Entry[]} */
  merge(state) {
    const known = new Map(this.entries.map((e) => [e.n, e]));
    const fresh = state.entries.filter((e) => known.get(e.n)?.seq !== e.seq || known.get(e.n)?.text !== e.text);
    for (const entry of state.entries) known.set(entry.n, entry);
    this.entries = [...known.values()].filter((e) => e.n < state.length).sort((a, b) => a.n - b.n);
    return fresh;
  }

  /** An answer that comes after newer news: its entries come by no other way. @param {TableState} late */
  fill(late) {
    const known = new Set(this.entries.map((e) => e.n));
    const lacking = late.entries.filter((e) => !known.has(e.n) && e.n < this.state.length);
    if (!lacking.length) return;
    this.entries = [...this.entries, ...lacking].sort((a, b) => a.n - b.n);
    this.tell({ what: "state", fresh: lacking, before: this.state });
  }

  /** The number of the last message that is known. */
  get said() {
    return this.chat.at(-1)?.n ?? 0;
  }

  async refresh() {
    this.take(await this.get(`/state?since=${this.state.seq}&said=${this.said}`));
  }

  // ---------------------------------------------------------------- what goes out

  /** @template T @param {string} path @returns {Promise<T>} */
  get(path) {
    return call("GET", `api/tables/${this.id}${path}`, { key: this.key });
  }

  /** @template T @param {string} path @param {object} [body] @param {string} [method] @param {number} [patience] @returns {Promise<T>} */
  send(path, body = {}, method = "POST", patience) {
    return call(method, `api/tables/${this.id}${path}`, { key: this.key, body, patience });
  }

  /** Something that changes what others see or may do, beside the match. @template T @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<T>} */
  sendOnce(path, body = {}, method = "POST") {
    return callOnce(method, `api/tables/${this.id}${path}`, { key: this.key, body });
  }

  get mine() {
    return Boolean(this.state.decision?.mine) && !this.state.over;
  }

  /** Whether an action of mine is on its way, and the table that is shown is still the one it was meant for. */
  get busy() {
    return this.sending !== null;
  }

  /** The seats that may act now: mostly one. */
  get actors() {
    return this.state.over ? [] : actorsOf(this.state.decision);
  }

  /** Those of them that are mine. */
  get myActors() {
    return this.actors.filter((name) => this.table.you.includes(name));
  }

  /** Whether I wait for the computer: for a seat whose decision it is, whatever was last heard of its thinking. */
  get botDecides() {
    const { actors } = this;
    return !this.mine && this.table.seats.some((s) => actors.includes(s.side) && s.kind === "bot");
  }

  /** Something that changes the table: one at a time, sent again with the same key until it is known to have arrived. */
  async change(/** @type {string} */ path, /** @type {object} */ body) {
    if (this.busy) return false;
    const sending = { seq: this.state.seq };
    this.sending = sending;
    this.tell({ what: "busy" });
    const sent = { ...body, seq: sending.seq, key: idempotencyKey(), line: this.line };
    try {
      /** @type {TableState} */
      const state = await retryWhileLost(() => this.send(path, sent), () => this.doubt());
      this.take(state);
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

  /** A call was lost, so the live line is not believed either: it hangs up, and what it says once it is back is true. */
  doubt() {
    if (this.link === "live") this.live.drop();
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

  /** @param {boolean} yes to what is asked */
  answer(yes) {
    return this.change("/answer", { yes });
  }

  // ---------------------------------------------------------------- what can be asked, kept until the table moves on

  /** @template T @param {string} name @param {() => Promise<T>} ask @returns {Promise<T>} */
  keep(name, ask) {
    const known = /** @type {Promise<T> | undefined} */ (this.asked.get(name));
    if (known) return known;
    const asked = ask();
    this.asked.set(name, asked);
    asked.catch(() => this.asked.delete(name));
    return asked;
  }

  /** @param {Action} action @returns {Promise<Legality>} */
  legal(action) {
    return this.keep(`legal ${JSON.stringify(actionFields(action))}`, () => this.send("/legal", { action: actionFields(action) }));
  }

  /** @param {Action} action @returns {Promise<Odds | null>} */
  odds(action) {
    return this.keep(`odds ${JSON.stringify(actionFields(action))}`, () => this.send("/odds", { action: actionFields(action) }));
  }

  /** Whether dice might decide an action: where that cannot be asked, they might. @param {Action} action @returns {Promise<boolean>} */
  mayRoll(action) {
    return this.odds(action).then((odds) => odds !== null && !odds.gathering, () => true);
  }

  /** What each of some counters could be told, where it is only named first. @param {string[]} units @returns {Promise<Record<string, Action[]>>} */
  orders(units) {
    return this.keep(`orders ${units}`, () => this.send("/orders", { units }));
  }

  /** Where some counters can go together: who goes, and who stays and why. @param {string[]} units @param {string[]} [cells] all, if none is named @returns {Promise<GroupMarch[]>} */
  marches(units, cells = []) {
    return this.keep(`marches ${units} ${cells}`, () => this.send("/marches", { units, cells }));
  }

  /** Which of some actions can all be done, one after the other. @param {Action[]} actions @returns {Promise<AtOnce>} */
  atOnce(actions) {
    const texts = actions.map((a) => a.text ?? "");
    return this.keep(`at-once ${texts}`, () => this.send("/at-once", { texts }));
  }

  /** The fights that are being put together, as they stand. @returns {Promise<Odds[]>} */
  fights() {
    return this.keep("fights", () => this.get("/fights"));
  }

  /** @param {string} name @param {string} subject @param {number | null} [at] after how many actions; now, if it is not said @returns {Promise<Overlay>} */
  overlay(name, subject, at = null) {
    return this.keep(`overlay ${name} ${subject} ${at}`, () => this.get(`/overlay/${name}?subject=${encodeURIComponent(subject)}${at === null ? "" : `&at=${at}`}`));
  }

  /** @param {string} label @returns {Promise<{lines: string[]}>} */
  cell(label) {
    return this.keep(`cell ${label}`, () => this.get(`/cells/${encodeURIComponent(label)}`));
  }

  /** The view after n actions. @param {number} n @returns {Promise<{n: number, view: View}>} */
  at(n) {
    return this.keep(`at ${n}`, () => this.get(`/at/${n}`));
  }
}

/** Whether the same is asked of the same. @param {Decision | null} a @param {Decision | null} b */
function sameDecision(a, b) {
  return a?.player === b?.player && a?.kind === b?.kind && a?.prompt === b?.prompt && a?.mine === b?.mine && a?.actions.length === b?.actions.length;
}

/** An action as the server reads it: only its fields. @param {Action} action */
export function actionFields(action) {
  const { kind, unit = "", cell = "", value = 0, dice = [], ...more } = action;
  const { facing, mode, by } = more;
  return { kind, unit, cell, value, dice, ...(facing && { facing }), ...(mode && { mode }), ...(by && { by }) };
}

/** What was said, with what is new of it. @param {ChatLine[]} known @param {ChatLine[]} fresh @returns {ChatLine[]} */
function withNew(known, fresh) {
  const lines = new Map([...known, ...fresh].map((line) => [line.n, line]));
  return [...lines.values()].sort((a, b) => a.n - b.n);
}

/** @type {Map<string, Promise<GameDocument>>} */
const games = new Map();

/** A game's documents, asked for once. @param {string} slug @returns {Promise<GameDocument>} */
export function gameDocument(slug) {
  const known = games.get(slug);
  if (known) return known;
  /** @type {Promise<GameDocument>} */ const asked = call("GET", `api/games/${slug}`);
  games.set(slug, asked);
  asked.catch(() => games.delete(slug));
  return asked;
}
