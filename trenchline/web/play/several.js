/** Orders to several counters: those who go together, the same again for the next one, all who may. One after the other; the first refusal ends it. */

import { showFault, toast } from "../common/dialogs.js";
import { casesInBrackets, counted, withoutBraces } from "../common/wording.js";

/** @import { Action } from "../types.js" */
/** @typedef {{unit: string, from: string, action: Action, begins: string}} Order what a counter was told, where it stood, and the kind of decision it began with */
/** @typedef {(actions: Action[]) => Action | undefined} Pick the one that is meant, of what a counter can do */

export class Several {
  /** @param {import("./play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Set<string>} those who go together */ this.party = new Set();
    this.gathering = false; // a tap on a counter adds it
    this.running = false;
    /** @type {Order | null} */ this.last = null;
    /** @type {Set<string>} those who have had the last order, or cannot follow it */ this.told = new Set();
    this.named = ""; // the kind of decision in which the counter that is being told was named
  }

  get session() {
    return this.play.session;
  }

  // ---------------------------------------------------------------- those who go together

  /** Whether there is a choice of counters to send somewhere. */
  get offered() {
    return this.session.mine && !this.play.replaying && this.play.choices.goers.size > 1;
  }

  /** @param {boolean} on */
  gather(on) {
    this.gathering = on;
    if (on) toast("Choose those who go together, then where they go.");
    else this.party.clear();
    this.changed();
  }

  /** Those who go together are complete: the next tap says where. */
  sendOff() {
    this.gathering = false;
    this.changed();
  }

  /** Take counters in, or, if all of them are in, let them go. @param {string[]} units */
  toggle(units) {
    const able = units.filter((unit) => this.play.choices.goers.has(unit));
    const all = able.every((unit) => this.party.has(unit));
    for (const unit of able) {
      if (all) this.party.delete(unit);
      else this.party.add(unit);
    }
    if (this.play.selected) this.play.select("");
    this.changed();
    return able.length > 0;
  }

  /** These go together, and nobody else. @param {string[]} units */
  take(units) {
    const others = units.every((unit) => !this.party.has(unit));
    if (others) this.party.clear();
    for (const unit of units) if (this.play.choices.goers.has(unit)) this.party.add(unit);
    this.changed();
  }

  /** Whether a hand can take a counter up: it can be sent somewhere, or could if the one just named is let go, or an order is still on its way. @param {string} unit */
  canGo(unit) {
    const { choices, commanders, free } = this.play;
    if (!unit || choices.goers.has(unit)) return Boolean(unit);
    return this.couldGo(unit) || (!free && this.session.table.you.includes(commanders.get(unit) ?? ""));
  }

  /** @param {string} unit */
  couldGo(unit) {
    const { actions } = this.play;
    return actions.canStepBack() && Boolean(actions.before?.choices.goers.has(unit));
  }

  /** A new decision: those who can go no more are let go. */
  prune() {
    if (this.running) return;
    const { goers } = this.play.choices;
    for (const unit of this.party) if (!goers.has(unit)) this.party.delete(unit);
    if (!this.offered) this.gathering = false;
  }

  changed() {
    this.play.lightUp();
    this.play.orders.update();
  }

  /** They go there, one after the other. @param {string} cell */
  lead(cell) {
    const units = [...this.party].filter((unit) => this.play.placeOf(unit) !== cell);
    this.party.clear();
    this.gathering = false;
    return this.each(units, (unit) => this.tell(unit, (acts) => acts.find((a) => a.cell === cell), cell));
  }

  /** All of these, as far as they are still possible when their turn comes. @param {Action[]} actions */
  all(actions) {
    const kind = this.session.state.decision?.kind;
    return this.each(actions, async (action) => {
      if (this.session.state.decision?.kind !== kind) return "Something else must be decided first.";
      const now = this.play.choices.all.find((a) => a.text === action.text);
      if (now) await this.session.act(now); // else it went with another, or is not needed any more
      return "";
    });
  }

  // ---------------------------------------------------------------- the same again

  /** Keep in mind what a counter is told. @param {Action} action @param {string} kind of the decision it answers */
  note(action, kind) {
    if (!action.unit) return;
    if (isNaming(action)) {
      this.named = kind;
      return;
    }
    const alone = this.play.choices.units.size === 1;
    if (!action.cell && !action.facing && !action.mode && !alone) return;
    const same = this.last && alike(this.last.action, action);
    this.last = { unit: action.unit, from: this.play.placeOf(action.unit), action, begins: alone && this.named ? this.named : kind };
    if (!same) this.told.clear();
    this.told.add(action.unit);
  }

  /** The nearest counter of the same kind that could be told the same. */
  next() {
    const { last, play } = this;
    if (!last || !this.offered || this.session.state.decision?.kind !== last.begins) return "";
    const kind = play.counters.get(last.unit)?.kind;
    const near = (/** @type {string} */ unit) => this.distance(last.from, play.placeOf(unit));
    const [first] = [...play.choices.goers].filter((unit) => !this.told.has(unit) && play.counters.get(unit)?.kind === kind && near(unit) < Infinity).sort((a, b) => near(a) - near(b));
    return first ?? "";
  }

  async again() {
    const unit = this.next();
    const { last } = this;
    if (!unit || !last || this.session.busy || this.running) return;
    this.told.add(unit);
    const goal = this.goalOf(unit, last);
    await this.each([unit], () => this.tell(unit, (acts) => acts.find((a) => (goal ? a.cell === goal && a.kind === last.action.kind : alike(a, last.action))), goal, last.action));
  }

  /** Where the same order leads another counter: to the same place from the same place or if that is one step of it, else as far in the same direction. @param {string} unit @param {Order} last */
  goalOf(unit, last) {
    const { play } = this;
    const { cell } = last.action;
    if (!cell || play.placeOf(unit) === last.from || play.choices.of(unit).some((a) => a.cell === cell)) return cell ?? "";
    const [from, to, mine] = [last.from, cell, play.placeOf(unit)].map((label) => play.cells.get(label));
    if (!from || !to || !mine) return cell;
    const [x, y] = [mine.x + to.x - from.x, mine.y + to.y - from.y];
    return play.game.board.cells.find((c) => Math.hypot(c.x - x, c.y - y) < 0.2)?.label ?? cell;
  }

  /** @param {string} a @param {string} b */
  distance(a, b) {
    const [from, to] = [this.play.cells.get(a), this.play.cells.get(b)];
    return from && to ? Math.hypot(from.x - to.x, from.y - to.y) : Infinity;
  }

  // ---------------------------------------------------------------- one after the other

  /** @template T @param {T[]} things @param {(thing: T) => Promise<string>} one answers with what stands against it, or nothing */
  async each(things, one) {
    if (this.running || this.session.busy || this.play.replaying) return;
    this.running = true;
    this.play.actions.said = "";
    let done = 0;
    try {
      for (const thing of things) {
        const why = await one(thing);
        if (why) {
          toast(done ? `${counted(done, "order")} carried out. ${why}` : why, "bad");
          break;
        }
        done += 1;
      }
    } catch (fault) {
      showFault(fault);
    } finally {
      this.running = false;
      this.prune();
      this.changed();
      this.play.comeFree();
      this.play.actions.auto();
    }
  }

  /**
   * What a click on a counter and another on a place would do.
   * @param {string} unit @param {Pick} pick @param {string} [goal] @param {Action} [like] what was meant, to ask why not
   * @returns {Promise<string>} why not, or nothing
   */
  async tell(unit, pick, goal = "", like) {
    const { play } = this;
    const kind = this.session.state.decision?.kind ?? "";
    let meant = pick(play.choices.of(unit));
    if (!meant) {
      const naming = play.choices.of(unit).find(isNaming);
      if (!naming) return this.why(unit, goal, like);
      await this.step(naming, kind);
      meant = pick(play.choices.of(unit));
      if (!meant) {
        const why = await this.why(unit, goal, like);
        await this.letGo();
        return why;
      }
    }
    await this.step(meant, this.session.state.decision?.kind ?? "");
    return "";
  }

  /** @param {Action} action @param {string} kind */
  async step(action, kind) {
    this.note(action, kind);
    await this.session.act(action);
  }

  /** Name a counter, as a hand that takes it up. @param {string} unit */
  async name(unit) {
    const { play } = this;
    if (play.choices.subject === unit) return;
    await this.each([unit], async () => {
      if (!play.choices.goers.has(unit) && this.couldGo(unit)) await this.letGo();
      const naming = play.choices.of(unit).find(isNaming);
      if (naming) await this.step(naming, this.session.state.decision?.kind ?? "");
      return "";
    });
    if (!play.choices.subject && play.choices.of(unit).some((a) => a.cell)) play.select(unit);
  }

  /** The counter that was named is let go again. */
  async letGo() {
    const { back } = this.play.choices;
    if (this.session.state.can_undo) await this.session.undo();
    else if (back) await this.session.act(back);
  }

  /** @param {string} unit @param {string} goal @param {Action} [like] */
  async why(unit, goal, like) {
    const { choices } = this.play;
    const guess = like && !goal ? { ...like, unit } : choices.guess(goal, unit, unit);
    const answer = guess && (await this.session.legal(guess));
    const reason = answer && !answer.legal ? withoutBraces(answer.reason) + casesInBrackets(answer.cases) : "";
    return reason || `${unit} cannot do that.`;
  }
}

/** An action that only names the counter which is to be told something. @param {Action} action */
export function isNaming(action) {
  return action.kind === "select" && Boolean(action.unit) && !action.cell;
}

/** Whether two orders say the same to two counters. @param {Action} a @param {Action} b */
function alike(a, b) {
  return a.kind === b.kind && (a.cell ?? "") === (b.cell ?? "") && (a.facing ?? "") === (b.facing ?? "") && (a.mode ?? "") === (b.mode ?? "");
}
