/** The hand: what a click, a tap or a key on a counter or a cell does. A refusal says why, with the case. */

import { closeChooser, closeRefusal, openChooser, showFault, showRefusal } from "../common/dialogs.js";
import { listed } from "../common/seating.js";
import { setting } from "../common/settings.js";
import { actionWords, withoutBraces } from "../common/wording.js";
import { stancesOf } from "./choices.js";
import { stanceButtons } from "./stance-buttons.js";

/** @import { Action, ScreenPoint as Point } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Group } from "./group.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Tooltip } from "./tooltip.js" */
/** @import { Links } from "./links.js" */
/** @typedef {import("./choices.js").Meaning} Meaning */

export class Clicks {
  /** @param {{session: Session, store: Shown, board: Board, hand: Hand, actions: Actions, group: Group, playMap: PlayMap, tooltip: Tooltip, links: Links}} needs */
  constructor({ session, store, board, hand, actions, group, playMap, tooltip, links }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.hand = hand;
    this.actions = actions;
    this.group = group;
    this.playMap = playMap;
    this.tooltip = tooltip;
    this.links = links;
    /** @type {{cell: string, unit?: string} | null} */ this.last = null;
  }

  /**
   * @param {string} cell @param {Point} at
   * @param {{unit?: string, touch?: boolean, menu?: boolean, join?: boolean, apart?: boolean}} [how] which counter was hit; by finger; all that can be done; to go with others; apart from its stack
   */
  cell(cell, at, how = {}) {
    closeRefusal();
    if (this.store.replaying) return this.tell(cell, this.board.unitsIn(cell), at, how);
    if (!this.hand.free) return this.later(cell, at, how);
    this.last = { cell, unit: how.unit };
    const pending = this.actions.pending;
    if (pending && pending.cell === cell) return this.actions.perform(pending);
    this.actions.confirmLater(null);
    const here = this.board.unitsIn(cell);
    if (how.menu) return this.everything(cell, here, at);
    if (!this.session.mine) return this.tell(cell, here, at, how);
    if (this.together(cell, here, how)) return;
    if (how.join && this.everybody(cell)) return;
    const aimed = how.unit && this.store.choices.units.has(how.unit) && !this.store.choices.subject;
    if (aimed && !this.store.choices.cells.has(cell)) return this.unit(/** @type {string} */ (how.unit), at, how);
    this.follow(this.store.choices.atCell(cell, here, this.store.selected), at, { ...how, cell });
  }

  /** The click before is on its way: this one is made when that has arrived, unless it is the same twice or another comes after it. @param {string} cell @param {Point} at @param {{unit?: string}} how */
  async later(cell, at, how) {
    const { last } = this;
    const click = { cell, ...how };
    if (last?.cell === cell && last.unit === click.unit) return;
    this.last = click;
    await this.hand.whenFree();
    if (this.last === click && this.session.mine && !this.store.replaying) this.cell(cell, at, how);
  }

  /** Whether the click is about those who go together: one more, or where they go. @param {string} cell @param {string[]} here @param {{unit?: string, join?: boolean, apart?: boolean}} how */
  together(cell, here, how) {
    const { group } = this;
    const joins = (how.join || group.gathering) && group.toggle(how.apart && how.unit ? [how.unit] : here);
    if (joins || !group.party.size) return joins;
    group.lead(cell);
    return true;
  }

  /** Whether Shift on a place has called everybody there: all who can go against it, or the place is named and all who can join do. @param {string} cell */
  everybody(cell) {
    const { group } = this;
    const { choices } = this.store;
    const actions = choices.cells.get(cell) ?? [];
    if (ofAll(actions)) group.all(actions);
    else if (actions.length === 1 && !actions[0].unit) group.gatherAt(actions[0]);
    else return false;
    return true;
  }

  /** @param {string} unit @param {Point} at @param {{touch?: boolean, cell?: string}} [how] */
  unit(unit, at, how = {}) {
    closeRefusal();
    this.follow(this.store.choices.atUnit(unit), at, { ...how, unit });
  }

  /** @param {Meaning} meaning @param {Point} at @param {{cell?: string, unit?: string, touch?: boolean}} how */
  follow(meaning, at, how) {
    if ("do" in meaning) this.perform(meaning.do, how.touch);
    else if ("select" in meaning && !("choose" in meaning)) this.store.select(this.store.selected === meaning.select ? "" : meaning.select ?? "");
    else if ("fan" in meaning) this.fan(meaning.fan, at, how);
    else if ("choose" in meaning) this.choose(meaning.choose, at, how, meaning.select);
    else this.otherwise(meaning.why, at, how);
  }

  /** A tap that dice would follow is confirmed; what can be taken back is done at once. @param {Action} action @param {boolean} [touch] */
  async perform(action, touch) {
    const { actions, session } = this;
    const { seq } = session.state;
    const asks = touch && action.cell && setting("confirmTouch") && (await session.mayRoll(action));
    if (session.state.seq !== seq) return;
    if (asks) actions.confirmLater(action);
    else actions.perform(action);
  }

  /** Several counters can act: choose one. @param {string[]} units @param {Point} at @param {{cell?: string, touch?: boolean}} how */
  fan(units, at, how) {
    if (how.touch && how.cell) return this.playMap.fan(how.cell, 58);
    const goers = units.filter((id) => this.store.choices.goers.has(id));
    const all = goers.length > 1 ? [{ text: `${goers.length === 2 ? "Both" : `All ${goers.length}`} together`, testid: "pick-all", act: () => void this.group.toggle(goers) }] : [];
    openChooser(at, `Which one${how.cell ? ` in ${how.cell}` : ""}?`, [...units.map((id) => ({
      text: id, detail: this.board.describe(id), testid: `pick-${id}`, act: () => void this.unit(id, at, how),
    })), ...all]);
  }

  /** Several actions fit. @param {Action[]} actions @param {Point} at @param {{touch?: boolean}} how @param {string} [select] */
  choose(actions, at, how, select) {
    const same = new Set(actions.map((a) => a.unit)).size === 1;
    if (actions.length > 1 && stancesOf(actions).length === actions.length) return this.chooseStance(actions, at, how);
    /** @type {{text: string, testid: string, act: () => void}[]} */ const items = actions.map((action) => ({ text: actionWords(action, { unit: same, cell: true }), testid: `choose-${action.kind}`, act: () => void this.perform(action, how.touch) }));
    if (ofAll(actions)) items.unshift({ text: `All ${actions.length}`, testid: "choose-all", act: () => this.group.all(actions) });
    if (select) items.unshift({ text: "Choose where", testid: "choose-where", act: () => this.store.select(select) });
    openChooser(at, same && actions[0]?.unit ? actions[0].unit : "Which?", items);
  }

  /** It goes there: facing which way, or in which mode? @param {Action[]} actions @param {Point} at @param {{touch?: boolean}} how */
  chooseStance(actions, at, how) {
    const press = (/** @type {Action} */ action) => {
      closeChooser();
      this.perform(action, how.touch);
    };
    openChooser(at, actionWords({ kind: actions[0].kind, unit: actions[0].unit, cell: actions[0].cell }), [], stanceButtons(actions, press, false));
  }

  /** All that can be done here: the menu of the right button. @param {string} cell @param {string[]} here @param {Point} at */
  everything(cell, here, at) {
    const { choices } = this.store;
    const actions = [...(choices.cells.get(cell) ?? []), ...here.flatMap((u) => choices.of(u).filter((a) => !a.cell))];
    if (actions.length) {
      openChooser(at, cell, actions.slice(0, 24).map((action) => ({ text: actionWords(action), testid: `choose-${action.kind}`, act: () => this.actions.perform(action) })));
    } else this.tooltip.pin(cell, at);
  }

  /** Not legal here: it may mean another choice one step back; else say why. @param {Action | null} guess @param {Point} at @param {{cell?: string, unit?: string, touch?: boolean}} how */
  otherwise(guess, at, how) {
    if (this.store.selected && !this.store.choices.subject) this.store.select("");
    const back = this.actions.before;
    if (back) {
      const meant = how.cell ? back.choices.atCell(how.cell, this.board.unitsIn(how.cell), "") : back.choices.atUnit(how.unit ?? "");
      if ("do" in meant && meant.do !== back.action) return void this.actions.switchTo(meant.do);
      if ("fan" in meant) {
        return openChooser(at, "Instead, which one?", meant.fan.map((id) => ({
          text: id, detail: this.board.describe(id), testid: `pick-${id}`, act: () => {
            const then = back.choices.atUnit(id);
            if ("do" in then) this.actions.switchTo(then.do);
            else if ("choose" in then) openChooser(at, id, then.choose.map((a) => ({ text: actionWords(a, { unit: true }), act: () => this.actions.switchTo(a) })));
          },
        })));
      }
    }
    this.why(guess, at);
  }

  /** @param {Action | null} guess @param {Point} at */
  async why(guess, at) {
    const { session } = this;
    if (!guess) return showRefusal(at, withoutBraces(session.state.decision?.prompt ?? "Nothing can be done here."));
    try {
      const answer = await session.legal(guess);
      if (!answer.legal) showRefusal(at, [withoutBraces(answer.reason), this.links.cases(answer.cases)]);
    } catch (fault) {
      showFault(fault);
    }
  }

  /** Not my decision: tell what is there. @param {string} cell @param {string[]} here @param {Point} at @param {{unit?: string, touch?: boolean}} how */
  tell(cell, here, at, how) {
    if (here.length) this.store.select(how.unit || here[0]);
    if (how.touch) this.tooltip.pin(cell, at);
    if (how.touch || this.store.replaying) return;
    if (!here.length && !this.session.state.over && this.session.table.you.length) {
      const { actors } = this.session;
      showRefusal(at, actors[0] === "dice" ? "The dice are being rolled." : `Not your decision: ${listed(actors)} must decide.`);
    }
  }
}

/** Whether these are one deed of several counters. @param {Action[]} actions */
function ofAll(actions) {
  const [kind, ...more] = new Set(actions.map((a) => a.kind));
  return Boolean(kind) && !more.length && actions.length > 1 && actions.every((a) => a.unit && a.cell) && new Set(actions.map((a) => a.unit)).size === actions.length;
}
