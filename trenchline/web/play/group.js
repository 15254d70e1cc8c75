/** Orders to several counters: those who go together, the same again for the next one, all who may. What they can do together is asked before it is ordered. */

import { showFault, toast } from "../common/dialogs.js";
import { casesInBrackets, counted, withoutBraces } from "../common/wording.js";
import { alike, goesOn, isNaming, joins, marchWords, sameGoal } from "./group-orders.js";

/** @import { Action, AtOnce, GroupMarch } from "../types.js" */
/** @import { Order } from "./group-orders.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Actions } from "./actions.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @typedef {(actions: Action[]) => Action | undefined} Pick the one that is meant, of what a counter can do */

const MOST = 16; // counters that are asked about together
const NEAREST = 8; // counters of which it is asked at once whether they can follow an order

export class Group {
  /** @param {{session: Session, store: Shown, board: Board, hand: Hand, actions: Actions, playMap: PlayMap, click: import("./clicks.js").Clicks["cell"], follow: import("./clicks.js").Clicks["follow"], press: (action: Action) => void, pressPrimary: () => void}} needs */
  constructor({ session, store, board, hand, actions, playMap, click, follow, press, pressPrimary }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.hand = hand;
    this.actions = actions;
    this.playMap = playMap;
    this.click = click;
    this.follow = follow;
    this.press = press;
    this.pressPrimary = pressPrimary;
    /** @type {Set<string>} those who go together */ this.party = new Set();
    this.gathering = false; // a tap on a counter adds it
    /** The first and last entry of the orders that were last given together. @type {[number, number]} */ this.run = [0, -1];
    /** @type {Order | null} */ this.last = null;
    /** @type {Set<string>} those who have had the last order, or cannot follow it */ this.told = new Set();
    this.named = ""; // the kind of decision in which the counter that is being told was named
    /** @type {Map<string, GroupMarch>} where those who go together can go */ this.reach = new Map();
    /** @type {{seq: number, orders: Map<string, Action[] | null>}} what counters could be told once they are named; null while it is asked */ this.known = { seq: -1, orders: new Map() };
    /** @type {{seq: number, key: string, found: AtOnce | null}} what can be done at once */ this.plan = { seq: -1, key: "", found: null };
  }

  // ---------------------------------------------------------------- those who go together

  /** Whether there is a choice of counters to send somewhere. */
  get offered() {
    return this.session.mine && !this.store.replaying && this.store.choices.goers.size > 1;
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
    const able = units.filter((unit) => this.store.choices.goers.has(unit));
    const all = able.every((unit) => this.party.has(unit));
    for (const unit of able) {
      if (all) this.party.delete(unit);
      else this.party.add(unit);
    }
    if (this.store.selected) this.store.select("");
    this.changed();
    return able.length > 0;
  }

  /** These go together, and nobody else. @param {string[]} units */
  take(units) {
    const others = units.every((unit) => !this.party.has(unit));
    if (others) this.party.clear();
    for (const unit of units) if (this.store.choices.goers.has(unit)) this.party.add(unit);
    this.changed();
  }

  /** Whether a hand can take a counter up: it can be sent somewhere, or could if the one just named is let go, or an order is still on its way. @param {string} unit */
  canGo(unit) {
    const { board: { commanders } } = this;
    const { choices } = this.store;
    const { free } = this.hand;
    if (!unit || choices.goers.has(unit)) return Boolean(unit);
    return this.couldGo(unit) || (!free && this.session.table.you.includes(commanders.get(unit) ?? ""));
  }

  /** Whether a hand can take a counter up to carry it to what it is to fire at or attack: it can join, or a target can be named. @param {string} unit */
  canAim(unit) {
    const { board: { commanders } } = this;
    const { choices } = this.store;
    if (!unit || !this.session.mine || choices.goers.has(unit)) return false;
    if (choices.of(unit).some(joins)) return true;
    const named = choices.all.some((a) => a.cell && !a.unit);
    return named && !choices.units.size && choices.actors.includes(commanders.get(unit) ?? "");
  }

  /** They fire at a place or attack it: it is named, if it is not yet, and they join. @param {string[]} units @param {string} cell @param {import("../types.js").ScreenPoint} at */
  async aim(units, cell, at) {
    if (!this.store.choices.of(units[0]).some(joins)) {
      const meant = this.store.choices.atCell(cell, [], "");
      if (!("do" in meant)) return this.follow(meant, at, { cell });
      await this.each([meant.do], async (naming) => {
        await this.session.act(naming);
        return "";
      });
    } else if (!(this.session.state.decision?.about?.cells ?? [cell]).includes(cell)) return this.click(cell, at);
    await this.each(units, async (unit) => {
      const joining = this.store.choices.of(unit).find(joins);
      if (!joining) return units.length > 1 ? "" : this.why(unit, "", { kind: "add", unit });
      await this.session.act(joining);
      return "";
    });
  }

  /** @param {string} unit */
  couldGo(unit) {
    const { actions } = this;
    return actions.canStepBack() && Boolean(actions.before?.choices.goers.has(unit));
  }

  /** A new decision: those who can go no more are let go. */
  prune() {
    if (this.hand.running) return;
    const { goers } = this.store.choices;
    for (const unit of this.party) if (!goers.has(unit)) this.party.delete(unit);
    if (!this.offered) this.gathering = false;
  }

  changed() {
    this.store.touch("party");
  }

  /** They go there, one after the other; who cannot is named, with the reason, and the others go all the same. @param {string} cell */
  async lead(cell) {
    const units = [...this.party].filter((unit) => this.board.placeOf(unit) !== cell);
    this.party.clear();
    this.gathering = false;
    const kind = this.session.state.decision?.kind;
    /** @type {string[]} */ const stays = [];
    await this.each(units, async (unit) => {
      const why = await this.tell(unit, (acts) => acts.find((a) => a.cell === cell), cell);
      if (why) stays.push(why.includes(unit) ? why : `${unit} stays: ${why}`);
      const halt = this.store.choices.plain.find((a) => a.kind === "halt"); // it could go on: the next one waits for it
      if (!why && halt && this.session.state.decision?.kind !== kind) await this.session.act(halt);
      return "";
    });
    if (!stays.length) return;
    const gone = units.length - stays.length;
    this.actions.said = `${gone ? `${gone} of ${units.length} went to ${cell}. ` : ""}${stays.join(" ")}`;
    this.store.touch("plans");
  }

  /** Light where those who go together can go: all of them, or some. */
  async showReach() {
    const units = [...this.party];
    this.reach = new Map();
    if (!units.length || units.length > MOST || this.hand.running || this.store.replaying) return;
    const { seq } = this.session.state;
    const found = await this.session.marches(units).catch(() => []);
    if (this.session.state.seq !== seq || `${[...this.party]}` !== `${units}` || this.store.replaying) return;
    const apart = found.map((march) => ({ ...march, stays: march.stays.filter(({ unit }) => this.board.placeOf(unit) !== march.cell) })); // who is there already need not go
    this.reach = new Map(apart.filter((march) => march.goes.length).map((march) => [march.cell, march]));
    this.playMap.groupReach([...this.reach.values()]);
  }

  /** What a click would do with those who go together: how many go, who stays and why. @param {string} cell */
  wouldDo(cell) {
    const march = this.reach.get(cell);
    return march ? marchWords(march) : "";
  }

  /** What of some actions can be done at once, as soon as that is known. @param {Action[]} actions @returns {AtOnce | null} */
  planFor(actions) {
    const { seq } = this.session.state;
    const key = actions.map((a) => a.text).join(" ");
    if (this.plan.seq === seq && this.plan.key === key) return this.plan.found;
    const plan = (this.plan = { seq, key, found: /** @type {AtOnce | null} */ (null) });
    this.session.atOnce(actions).then((found) => {
      plan.found = found;
      if (this.plan === plan) this.store.touch("plans");
    }, () => {});
    return null;
  }

  /** All of these that can be done together, as far as they are still possible when their turn comes. @param {Action[]} all */
  async all(all) {
    const kind = this.session.state.decision?.kind;
    const { goes } = await this.session.atOnce(all).catch(() => ({ goes: /** @type {string[]} */ ([]) }));
    const actions = goes.length ? all.filter((a) => goes.includes(a.text ?? "")) : all;
    return this.each(actions, async (action) => {
      if (this.session.state.decision?.kind !== kind) return "Something else must be decided first.";
      const now = this.store.choices.all.find((a) => a.text === action.text);
      if (now) await this.session.act(now); // else it went with another, or is not needed any more
      return "";
    });
  }

  /** A target is named, and all who can join do. @param {Action} naming */
  async gatherAt(naming) {
    await this.each([naming], async (action) => {
      await this.session.act(action);
      const kind = this.session.state.decision?.kind;
      for (const { text } of this.store.choices.together) {
        const joining = this.session.state.decision?.kind === kind && this.store.choices.all.find((a) => a.text === text);
        if (joining) await this.session.act(joining);
      }
      return "";
    });
  }

  /** The default again and again, as long as the same is asked and it ends nothing; before what is put together begins, all who can join do. */
  async rest() {
    if (!this.hand.free || !this.session.mine) return;
    if (this.store.choices.together.length && this.actions.primary()?.kind !== "done") {
      await this.all(this.store.choices.together);
      const begins = this.actions.primary();
      return begins && this.press(begins);
    }
    const kind = this.session.state.decision?.kind;
    const next = () => (this.session.mine && this.session.state.decision?.kind === kind ? this.actions.primary() : null);
    if (!goesOn(next())) return this.pressPrimary();
    const joining = next()?.kind === "add";
    await this.each([kind], async () => {
      for (let action = next(); action && goesOn(action); action = next()) await this.session.act(action);
      return "";
    });
    const begins = joining ? next() : null;
    if (begins) this.press(begins); // all that it needs has joined
  }

  // ---------------------------------------------------------------- the same again

  /** Keep in mind what a counter is told. @param {Action} action @param {string} kind of the decision it answers */
  note(action, kind) {
    if (!action.unit) return;
    if (isNaming(action)) {
      this.named = kind;
      return;
    }
    const alone = this.store.choices.units.size === 1;
    if (!action.cell && !action.facing && !action.mode && !alone) return;
    const same = this.last && alike(this.last.action, action);
    this.last = { unit: action.unit, from: this.board.placeOf(action.unit), action, begins: alone && this.named ? this.named : kind };
    if (!same) this.told.clear();
    this.told.add(action.unit);
  }

  /** The nearest counter of the same kind that can be told the same; nobody while it is asked who can. */
  next() {
    const { last } = this;
    if (!last || !this.offered || this.hand.running || this.session.state.decision?.kind !== last.begins) return "";
    const kind = this.board.counters.get(last.unit)?.kind;
    const near = (/** @type {string} */ unit) => this.distance(last.from, this.board.placeOf(unit));
    const waiting = this.store.choices.able.filter((unit) => this.store.choices.goers.has(unit) && !this.told.has(unit) && this.board.counters.get(unit)?.kind === kind && near(unit) < Infinity).sort((a, b) => near(a) - near(b));
    for (const unit of waiting) {
      const orders = this.ordersOf(unit, waiting);
      if (!orders) return "";
      if (this.same(unit, last, orders)) return unit;
    }
    return "";
  }

  /** What a counter could be told, once it is named; null while that is asked, together with those after it. @param {string} unit @param {string[]} waiting */
  ordersOf(unit, waiting) {
    const direct = this.store.choices.of(unit);
    if (!direct.some(isNaming)) return direct;
    const { seq } = this.session.state;
    if (this.known.seq !== seq) this.known = { seq, orders: new Map() };
    const { orders } = this.known;
    if (!orders.has(unit)) {
      const from = waiting.indexOf(unit);
      const asked = waiting.slice(from, from + NEAREST).filter((one) => !orders.has(one));
      for (const one of asked) orders.set(one, null);
      this.session.orders(asked).then((found) => {
        for (const one of asked) orders.set(one, [...direct.filter((a) => a.unit === one && !isNaming(a)), ...(found[one] ?? [])]);
        if (this.known.seq === this.session.state.seq) this.store.touch("plans");
      }, () => {});
    }
    return orders.get(unit) ?? null;
  }

  /** The order that is the same for another counter, of those it could be given. @param {string} unit @param {Order} last @param {Action[]} orders */
  same(unit, last, orders) {
    const goal = this.goalOf(unit, last, orders);
    return orders.find((a) => (goal ? a.cell === goal && a.kind === last.action.kind : alike(a, last.action)));
  }

  async again() {
    const unit = this.next();
    const { last } = this;
    if (!unit || !last || this.session.busy || this.hand.running) return;
    this.told.add(unit);
    const goal = this.goalOf(unit, last, this.ordersOf(unit, [unit]) ?? []);
    await this.each([unit], () => this.tell(unit, (acts) => acts.find((a) => (goal ? a.cell === goal && a.kind === last.action.kind : alike(a, last.action))), goal, last.action));
  }

  /** Where the same order leads another counter: to the same place from the same place or if it can go there, else as far in the same direction. @param {string} unit @param {Order} last @param {Action[]} orders */
  goalOf(unit, last, orders) {
    return sameGoal(last, this.board.placeOf(unit), orders, this.board.cells);
  }

  /** @param {string} a @param {string} b */
  distance(a, b) {
    const [from, to] = [this.board.cells.get(a), this.board.cells.get(b)];
    return from && to ? Math.hypot(from.x - to.x, from.y - to.y) : Infinity;
  }

  // ---------------------------------------------------------------- one after the other

  /** @template T @param {T[]} things @param {(thing: T) => Promise<string>} one answers with what stands against it, or nothing */
  async each(things, one) {
    if (this.hand.running || this.session.busy || this.store.replaying) return;
    this.hand.running = true;
    this.run = [(this.session.entries.at(-1)?.n ?? -1) + 1, Infinity];
    this.hand.comeFree();
    this.actions.said = "";
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
      this.hand.running = false;
      this.run[1] = this.session.entries.at(-1)?.n ?? -1;
      this.prune();
      this.changed();
      this.hand.comeFree();
      this.actions.auto();
    }
  }

  /**
   * What a click on a counter and another on a place would do.
   * @param {string} unit @param {Pick} pick @param {string} [goal] @param {Action} [like] what was meant, to ask why not
   * @returns {Promise<string>} why not, or nothing
   */
  async tell(unit, pick, goal = "", like) {
    const kind = this.session.state.decision?.kind ?? "";
    let meant = pick(this.store.choices.of(unit));
    if (!meant) {
      const naming = this.store.choices.of(unit).find(isNaming);
      if (!naming) return this.why(unit, goal, like);
      await this.step(naming, kind);
      meant = pick(this.store.choices.of(unit));
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
    if (this.store.choices.subject === unit) return;
    await this.each([unit], async () => {
      if (!this.store.choices.goers.has(unit) && this.couldGo(unit)) await this.letGo();
      const naming = this.store.choices.of(unit).find(isNaming);
      if (naming) await this.step(naming, this.session.state.decision?.kind ?? "");
      return "";
    });
    if (!this.store.choices.subject && this.store.choices.of(unit).some((a) => a.cell)) this.store.select(unit);
  }

  /** The counter that was named is let go again. */
  async letGo() {
    const { back } = this.store.choices;
    if (this.session.state.can_undo) await this.session.undo();
    else if (back) await this.session.act(back);
  }

  /** @param {string} unit @param {string} goal @param {Action} [like] */
  async why(unit, goal, like) {
    const { choices } = this.store;
    const guess = like && !goal ? { ...like, unit } : choices.guess(goal, unit, unit);
    const answer = guess && (await this.session.legal(guess));
    const reason = answer && !answer.legal ? withoutBraces(answer.reason) + casesInBrackets(answer.cases) : "";
    return reason || `${unit} cannot do that.`;
  }
}
