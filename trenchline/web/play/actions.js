/** Doing things at the table: actions, undo, the only choice taken by itself, changing one's mind. */

import { go } from "../common/address.js";
import { askYesOrNo, closeChooser, closeRefusal, showFault, toast } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { setting } from "../common/settings.js";
import { actionWords, counted, worthTelling } from "../common/wording.js";
import { ApiError } from "../connection/api.js";
import { keepNewTable } from "../connection/keyring.js";
import { isLesson } from "../lesson/start-lesson.js";
import { isNaming } from "./group-orders.js";

/** @import { Action, Decision, TableKeys } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Hand } from "./hand.js" */
/** @import { ChecklistCard } from "./checklist.js" */

const LONGEST_UNDO = 12; // choices without a choice that one undo goes back over

export class Actions {
  /** @param {{session: Session, store: Shown, hand: Hand, checklist: ChecklistCard, ordered: (action: Action, kind: string) => void, aimed: (action: Action | null) => void, reading: () => boolean, covered: () => boolean, leftToMe: () => void}} needs */
  constructor({ session, store, hand, checklist, ordered, aimed, reading, covered, leftToMe }) {
    this.session = session;
    this.store = store;
    this.hand = hand;
    this.checklist = checklist;
    this.ordered = ordered;
    this.aimed = aimed;
    this.reading = reading;
    this.covered = covered;
    this.leftToMe = leftToMe;
    /** @type {Action | null} what a tap has chosen and a second tap will do */
    this.pending = null;
    /** @type {Map<number, {choices: import("./choices.js").Choices, mark: number}>} my decisions, by the number of actions before them */
    this.trail = new Map();
    this.said = "";
    /** @type {string | undefined} */ this.sent = ""; // the last order, in notation
    /** @type {Set<number>} */ this.autos = new Set(); // actions taken by themselves, by number
    this.left = -1; // the decision with one answer that is left to me, by its seq
    this.held = false; // after an undo the only choice is not taken again at once
  }

  /** @param {Action} action @returns {Promise<void>} */
  async perform(action) {
    if (this.store.replaying) return;
    if (this.reading()) return toast("Read the page first, then press Next.");
    if (!this.hand.free) return this.performLater(action);
    closeChooser();
    closeRefusal();
    this.pending = null;
    this.sent = action.text;
    this.said = "";
    this.held = false;
    const { decision } = this.session.state;
    this.ordered(action, decision?.kind ?? "");
    try {
      this.store.letGo();
      await this.session.act(action);
    } catch (fault) {
      this.session.tell({ what: "busy" });
      const again = this.overtaken(fault, decision) && this.store.choices.all.find((a) => a.text === action.text);
      if (again) return this.perform(again);
      showFault(fault);
    }
  }

  /** What was ordered before is on its way: this is done after it, if the same is asked then; not the same twice. @param {Action} action */
  async performLater(action) {
    const kind = this.session.state.decision?.kind;
    if (this.sent === action.text) return;
    this.sent = action.text;
    await this.hand.whenFree();
    const still = this.store.choices.all.find((a) => a.text === action.text);
    if (still && this.session.state.decision?.kind === kind) this.perform(still);
  }

  /** Whether a partner acted first, on a decision that is his and mine: what I meant may still be meant. @param {unknown} fault @param {Decision | null} before */
  overtaken(fault, before) {
    const { decision } = this.session.state;
    return fault instanceof ApiError && fault.status === 409 && this.session.mine && Boolean(before?.others.length) && decision?.kind === before?.kind;
  }

  /** @param {Action | null} action */
  confirmLater(action) {
    if (this.pending === action) return;
    this.pending = action;
    this.aimed(action);
    this.store.touch("plans");
  }

  /** Take back the last action, and with it what was taken by itself or only named the counter it was told to. */
  async undo() {
    await this.takeBack(async () => {
      for (let i = 0; i < LONGEST_UNDO; i++) {
        const order = Boolean(this.last?.action.cell);
        await this.session.undo();
        if (!this.session.state.can_undo || !this.session.mine) break;
        const named = order && this.last && isNaming(this.last.action);
        if (!named && this.store.choices.all.length > 1) break;
      }
      if (this.session.state.asked) toast("Asked the other side to take it back.");
    });
  }

  /** Take back all of this phase, as far as no die has fallen in it. */
  async undoPhase() {
    await this.hand.whenFree();
    const choices = this.ofThisPhase.length;
    if (!choices) return;
    const words = `${counted(choices, "choice")} of yours ${choices > 1 ? "are" : "is"} taken back, as far as no dice have fallen.`;
    if (!(await askYesOrNo("Back to the start of the phase?", h("p", null, words), "Take back"))) return;
    await this.takeBack(async () => {
      while (this.ofThisPhase.length && this.session.mine) await this.session.undo();
    });
  }

  /** @param {() => Promise<void>} steps */
  async takeBack(steps) {
    if (!this.hand.free || this.store.replaying || !this.session.table.you.length) return;
    this.hand.takingBack = this.held = true;
    this.pending = null;
    this.store.letGo();
    try {
      await steps();
    } catch (fault) {
      showFault(fault);
    } finally {
      this.hand.takingBack = false;
      this.session.tell({ what: "busy" });
    }
  }

  /** My actions of the phase that is on, from its last back to its first or to where others have acted. */
  get ofThisPhase() {
    const { entries, state, table } = this.session;
    const { turn, date, step } = state.view;
    const titles = this.session.game.sequence.filter((s) => s.title === step).map((s) => `${turn}. ${date}, ${s.number ? `${s.number} ` : ""}${s.title}`);
    const others = entries.findLastIndex((e) => !titles.includes(e.step) || !table.you.includes(e.player));
    return state.can_undo ? entries.slice(others + 1) : [];
  }

  // ---------------------------------------------------------------- the main answer

  /** The answer that Space gives: what the game calls careful, or the only one without a counter or a place. @returns {Action | null} */
  primary() {
    const { checklist } = this;
    const { choices } = this.store;
    if (checklist.open) return checklist.action;
    return choices.all.find((a) => a.default) ?? (choices.plain.length === 1 ? choices.plain[0] : null);
  }

  // ---------------------------------------------------------------- a change of mind

  /** Keep a decision of mine, to come back to. */
  note() {
    if (!this.session.mine) return;
    this.trail.set(this.store.length, { choices: this.store.choices, mark: this.session.entries.at(-1)?.seq ?? -1 });
    if (this.trail.size > 40) this.trail.delete(/** @type {number} */ (this.trail.keys().next().value));
  }

  /** The choice one step back, if that step was mine, told nothing and can be taken otherwise. */
  get before() {
    return worthTelling(this.session.entries.at(-1)?.events ?? []).length ? null : this.last;
  }

  /** The last action, if it was mine and can be taken back, and what there was to choose from. */
  get last() {
    const { entries, state, table } = this.session;
    const last = entries.at(-1);
    if (!last || !this.session.mine || !state.can_undo || !table.you.includes(last.player)) return null;
    const kept = this.trail.get(this.store.length - 1);
    if (!kept || kept.mark !== (entries.at(-2)?.seq ?? -1)) return null;
    const action = kept.choices.all.find((a) => last.text === a.text || last.text === `${a.kind}:${a.text}`);
    return action ? { choices: kept.choices, action } : null;
  }

  /** Whether the last step only chose something, told nothing and can be taken back. */
  canStepBack() {
    const last = this.session.entries.at(-1);
    const placed = this.before?.action.unit && this.before.action.cell;
    return Boolean(last && this.session.mine && this.session.state.can_undo && !worthTelling(last.events).length && !placed);
  }

  /** Other things the counter just chosen could have done. @returns {Action[]} */
  instead() {
    const { before } = this;
    if (!before?.action.unit || before.action.cell || !this.store.choices.subject) return [];
    return before.choices.of(before.action.unit).filter((a) => a !== before.action && !a.cell);
  }

  /** @param {Action} action */
  async switchTo(action) {
    if (!this.before || this.session.busy) return;
    this.held = true;
    try {
      await this.session.undo();
      await this.perform(action);
    } catch (fault) {
      showFault(fault);
    }
  }

  // ---------------------------------------------------------------- no choice, no click

  /** Whether the decision that waits is being taken by itself: it has one legal answer. Until then it is nobody's turn. */
  get takesItself() {
    const { session } = this;
    const [only, ...more] = this.store.choices.all;
    if (!only || more.length || only.dice?.length || this.left === session.state.seq || this.hand.running) return false;
    return session.mine && !isLesson(session) && setting("autoTake") && !this.held && !this.store.replaying && !this.covered();
  }

  /** A decision with one legal answer is taken by itself, unless dice would fall: then it is mine after all. */
  async auto() {
    if (!this.takesItself) return;
    const { session } = this;
    const [only] = this.store.choices.all;
    const seq = session.state.seq;
    const rolls = await session.mayRoll(only);
    if (session.state.seq !== seq || session.busy || !this.takesItself) return; // covered or looking back: asked again after that
    if (rolls) return this.leave(seq);
    const words = `Only one choice, taken for you: ${actionWords(only)}.`;
    try {
      this.autos.add(this.store.length);
      await session.act(only);
      this.said = words;
      this.store.touch("plans");
    } catch (fault) {
      showFault(fault);
      this.leave(seq);
    }
  }

  /** What could have been taken by itself is left to me. @param {number} seq */
  leave(seq) {
    this.left = seq;
    this.leftToMe();
  }

  // ---------------------------------------------------------------- the table as a whole

  /** @param {boolean} yes to what is asked */
  answer(yes) {
    return this.session.answer(yes).catch(showFault);
  }

  /** A new table from here: my seats are mine, bots stay, seats of others come to me. @param {number} at */
  async branch(at) {
    const { table } = this.session;
    const seats = Object.fromEntries(table.seats.map((s) => [s.side, s.kind === "bot" ? `bot:${s.bot === "lesson" ? "recruit" : s.bot}` : "me"]));
    try {
      /** @type {TableKeys} */
      const made = await this.session.sendOnce("/branch", { at, seats, name: "" });
      go(`t/${keepNewTable(made, this.session.game.info.title)}`);
      toast("A new table from there. The old one is as it was.");
    } catch (fault) {
      showFault(fault);
    }
  }
}
