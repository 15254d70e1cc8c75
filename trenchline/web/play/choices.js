/** The decision that waits, sorted for the hand: what a click on a counter or a cell means. Pure logic, no page. */

import { actorsOf } from "../common/seating.js";

/** @import { Action, Decision } from "../types.js" */

/**
 * What a click comes to.
 * @typedef {{do: Action} | {select: string} | {fan: string[]} | {choose: Action[], select?: string} | {why: Action | null}} Meaning
 */

const NAMING = "select"; // the answer that only names a counter
const ONE_BY_ONE = [NAMING, "rally", "build", "corps", "buy", "raise", "restore", "return", "rearm"]; // answers whose order matters, whose end is for all the rest, or that cost something
const FEW = 6; // buttons
const FEW_GO = 4; // counters whose ways are all shown at once

export class Choices {
  /**
   * @param {Decision | null} decision
   * @param {Map<string, string>} commanders the seat that decides for each counter
   * @param {Set<string>} [acted] counters that have done their part, whatever they can still be told
   */
  constructor(decision, commanders, acted = new Set()) {
    this.actors = actorsOf(decision);
    this.commanders = commanders;
    this.acted = acted;
    /** Whether places where nothing is to be hit are lit too. */ this.lightsAll = false;
    const { back, rest } = withoutBack(decision?.mine ? decision.actions : []);
    /** @type {Action | null} to step back to the decision before: offered beside the choices, none of them */ this.back = back;
    this.all = rest;
    /** @type {Map<string, Action[]>} */ this.units = new Map();
    /** @type {Map<string, Action[]>} */ this.cells = new Map();
    /** @type {Action[]} */ this.plain = [];
    /** @type {Action[]} */ this.rolls = [];
    const listed = decision?.checklist?.kind; // what is chosen from a list has no buttons
    /** @type {Action[]} answers that differ only in facing or mode */ this.stances = stancesOf(this.all.filter((a) => a.kind !== listed));
    for (const action of this.all) {
      if (action.dice?.length) this.rolls.push(action);
      else if (action.kind !== listed && !action.unit && !action.cell && !this.stances.includes(action) && !action.idle) this.plain.push(action);
      if (action.unit) group(this.units, action.unit, action);
      if (action.cell) group(this.cells, action.cell, action);
    }
    /** Whether these are the parts of several seats, all mine. */
    this.shared = new Set(this.all.map((a) => a.by)).size > 1;
    this.placed = this.all.filter((a) => a.unit && a.cell);
    /** Counters that can be sent somewhere, at once or once they are named. */
    this.goers = new Set(this.all.filter((a) => a.unit && (a.cell || a.kind === NAMING)).map((a) => a.unit ?? ""));
    /** @type {Action[]} what counters can do where they stand, where it is little enough for buttons */ this.deeds = deedsOf(this.all, this.units, this.stances);
    const [only, ...more] = new Set(this.placed.map((a) => a.unit));
    /** The one counter that all of it is about. */
    this.subject = only && !more.length && this.units.size === 1 ? only : "";
  }

  /** Answers that several counters could all give, one by one: guns that join, units that go in. @returns {Action[]} */
  get together() {
    const acts = this.all.filter((a) => a.unit && !a.cell && !a.facing && !a.mode);
    const [kind, ...more] = new Set(acts.map((a) => a.kind));
    if (acts.length < 2 || more.length || ONE_BY_ONE.includes(kind)) return [];
    return kind === "add" || this.plain.some((a) => a.kind === "done") ? acts : [];
  }

  /** Places that can be named although nothing is there to be hit, where there are others. @returns {string[]} */
  get emptyPlaces() {
    const empty = [...this.cells].filter(([, actions]) => actions.every((a) => a.empty)).map(([cell]) => cell);
    return empty.length < this.cells.size ? empty : [];
  }

  /** Counters that can act and have not yet. @returns {string[]} */
  get able() {
    return [...this.units.keys()].filter((unit) => !this.acted.has(unit));
  }

  /** Cells and counters that light up. @param {string} selected */
  lit(selected) {
    const about = this.subject || selected;
    const every = !about && this.placed.length === this.all.length && this.units.size <= FEW_GO; // those who retreat: where to
    /** @type {Set<string>} */ const cells = new Set();
    for (const [cell, actions] of this.cells) {
      if (every || actions.some((a) => !a.unit || a.unit === about)) cells.add(cell);
    }
    if (!this.lightsAll) for (const cell of this.emptyPlaces) cells.delete(cell);
    const units = new Set(this.subject ? [] : this.units.keys());
    return { cells, units };
  }

  /** @param {string} cell @param {string[]} here the counters in the cell @param {string} selected @returns {Meaning} */
  atCell(cell, here, selected) {
    const about = this.subject || selected;
    const all = this.cells.get(cell) ?? [];
    const ofSubject = about ? all.filter((a) => a.unit === about || !a.unit) : [];
    if (ofSubject.length) return one(ofSubject);
    const ready = this.subject ? [] : here.filter((unit) => this.units.has(unit));
    const free = all.filter((a) => !a.unit);
    if (free.length && ready.length) return { choose: [...free, ...ready.flatMap((u) => this.units.get(u) ?? [])] };
    if (free.length) return one(free);
    if (ready.length === 1) return this.atUnit(ready[0]);
    if (ready.length) return { fan: ready };
    if (all.length && !about) return one(all);
    return { why: this.guess(cell, here[0] ?? "", about) };
  }

  /** @param {string} unit @returns {Meaning} */
  atUnit(unit) {
    const all = this.units.get(unit) ?? [];
    const acts = all.filter((a) => !a.cell);
    const goes = all.length > acts.length;
    if (!all.length) return { why: this.guess("", unit, "") };
    if (goes && !acts.length) return { select: unit };
    const usual = acts.find(isUsual);
    if (usual && !goes) return { do: usual };
    return acts.length === 1 && !goes ? { do: acts[0] } : { choose: acts, select: goes ? unit : undefined };
  }

  /** Everything that can be done with a counter. @param {string} unit */
  of(unit) {
    return this.units.get(unit) ?? [];
  }

  /**
   * The action somebody probably meant, to ask why it is not legal.
   * @param {string} cell @param {string} unit @param {string} about @returns {Action | null}
   */
  guess(cell, unit, about) {
    const going = this.placed[0];
    if (about && going && cell) return { kind: going.kind, unit: about, cell, ...stanceOf(going) };
    const mine = unit && this.actors.includes(this.commanders.get(unit) ?? "");
    const atCell = this.all.find((a) => a.cell && !a.unit);
    if (atCell && cell && !mine) return { kind: atCell.kind, cell, ...stanceOf(atCell) };
    const ofUnit = this.all.find((a) => a.unit && !a.cell && isUsual(a)) ?? this.all.find((a) => a.unit && !a.cell);
    if (ofUnit && unit) return { kind: ofUnit.kind, unit, ...stanceOf(ofUnit) };
    if (atCell && cell) return { kind: atCell.kind, cell, ...stanceOf(atCell) };
    if (going && unit && cell) return { kind: going.kind, unit, cell, ...stanceOf(going) };
    return null;
  }

  /** How much could still be done, beside the plain answers. */
  left() {
    return { units: this.able.length, cells: [...this.cells].filter(([, acts]) => acts.some((a) => !a.unit && !a.empty)).length };
  }

  /** The kinds of the other answers, with how many counters or places each. @returns {[string, number, "counter" | "place"][]} */
  kindsLeft() {
    /** @type {Map<string, Set<string>>} */ const kinds = new Map();
    for (const action of this.all) {
      if ((!action.unit && !action.cell) || action.empty || this.acted.has(action.unit ?? "")) continue;
      const things = kinds.get(action.kind) ?? new Set();
      things.add(action.unit || action.cell || "");
      kinds.set(action.kind, things);
    }
    return [...kinds].map(([kind, things]) => [kind, things.size, this.all.some((a) => a.kind === kind && a.unit) ? "counter" : "place"]);
  }
}

/** What counters can do where they stand: all of it where there is but one, else what the game has words for. @param {Action[]} all @param {Map<string, Action[]>} units @param {Action[]} stances */
function deedsOf(all, units, stances) {
  const deeds = all.filter((a) => a.unit && !a.cell && a.kind !== NAMING && !stances.includes(a) && (units.size === 1 || a.label));
  return deeds.length <= FEW ? deeds : [];
}

/** The answers that name a facing or a mode, where they are all about the same thing. @param {Action[]} all */
export function stancesOf(all) {
  const turning = all.filter((a) => a.facing || a.mode);
  const about = new Set(turning.map((a) => `${a.cell ? a.kind : ""} ${a.unit ?? ""} ${a.cell ?? ""} ${a.value ?? 0} ${a.by ?? ""}`));
  return about.size === 1 ? turning : [];
}

/** The facing and mode of an action, and whose it is. @param {Action} action @returns {Partial<Action>} */
function stanceOf({ facing, mode, by }) {
  return { ...(facing && { facing }), ...(mode && { mode }), ...(by && { by }) };
}

/** The step back apart from the choices. @param {Action[]} actions @returns {{back: Action | null, rest: Action[]}} */
export function withoutBack(actions) {
  const rest = actions.filter((a) => a.kind !== "back");
  return rest.length ? { back: actions.find((a) => a.kind === "back") ?? null, rest } : { back: null, rest: actions };
}

/** The usual thing to do needs no verb in its text form. @param {Action} action */
function isUsual(action) {
  return action.text !== undefined && !action.text.includes(":") && !action.value;
}

/** @param {Action[]} actions @returns {Meaning} */
function one(actions) {
  return actions.length === 1 ? { do: actions[0] } : { choose: actions };
}

/** @param {Map<string, Action[]>} groups @param {string} key @param {Action} action */
function group(groups, key, action) {
  const found = groups.get(key);
  if (found) found.push(action);
  else groups.set(key, [action]);
}
