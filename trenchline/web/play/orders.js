/** The orders: whose decision it is, what is asked, by which case, and the buttons for whatever needs no place on the map. */

import { diceEntryForm } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { inColoursOf, lookOf } from "../common/looks.js";
import { setting } from "../common/settings.js";
import { actionWords, capital, caseLinks, counted, kindWords, percent, withLinks, withoutBraces } from "../common/wording.js";
import { worthTelling } from "../panels/log.js";
import { stanceButtons } from "./stance-buttons.js";

/** @import { Action } from "../types.js" */

const LISTED = 150;

export class Orders {
  /** @param {import("./play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {string} */ this.armed = "";
    /** @type {Map<string, Map<string, Action>>} answers without a place that each kind of decision has had */
    this.usual = new Map();
    /** @type {{seq: number, action: Action, reason: string, cases: string[]}[]} answers that are not open now, and why */
    this.closed = [];
    this.said = h("p.said", { "aria-live": "polite", "data-testid": "prompt" });
    this.who = h("p.who", { "data-testid": "whose" });
    this.body = h("div.answers");
    this.element = h("section.orders", { "aria-label": "The decision that waits" }, this.who, this.said, this.body);
  }

  update() {
    if (this.play.replaying) return this.past();
    const { session, choices } = this.play;
    const state = session.state;
    const focused = this.body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-testid") : null;
    this.colour(state.decision?.player ?? "");
    this.element.classList.toggle("mine", session.mine);
    fill(this.who, this.whoWords());
    const words = this.promptWords();
    if (this.said.textContent !== withoutBraces(words.key)) fill(this.said, words.nodes);
    fill(this.body,
      this.notices(),
      this.play.actions.pending ? this.confirmation(this.play.actions.pending) : null,
      this.play.hint.card(),
      choices.rolls.length ? diceEntryForm(choices.rolls, (action) => this.play.actions.perform(action)) : null,
      this.oddsLine(),
      this.buttons(),
      stanceButtons(choices.stances, (action) => this.press(action), session.busy),
      this.notYet(),
      this.instead(),
      this.tray(),
      this.backButtons(),
      this.missed(),
      this.list());
    if (focused) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-testid="${focused}"]`) ?? this.body.querySelector("button"))?.focus();
  }

  /** @param {string} side */
  colour(side) {
    this.element.dataset.side = side;
    this.element.dataset.palette = lookOf(this.play.game.info.looks, side).palette;
  }

  /** In the replay nothing can be done but come back. */
  past() {
    const { play } = this;
    const entry = play.session.entries.find((e) => e.n === play.at - 1);
    this.colour(entry?.player ?? "");
    this.element.classList.remove("mine");
    fill(this.who, play.replay.catching ? "Since your last turn" : "Looking back");
    const told = worthTelling(entry?.events ?? []).filter((e) => e.kind !== "step" && e.kind !== "turn");
    fill(this.said, !entry ? "The beginning" : told.length ? told.slice(0, 3).map((e) => h("span.told", null, withLinks(e.text, (t) => play.goTo(t)))) : `${capital(entry.player)}: ${entry.text}`);
    fill(this.body, h("div.buttons", null, h("button.big.primary", { type: "button", "data-testid": "back-to-now", onclick: () => play.replay.now() }, play.replay.catching ? "Skip" : "Back to now", h("kbd", { "aria-hidden": "true" }, "Esc"))));
  }

  // ---------------------------------------------------------------- whose and what

  whoWords() {
    const { session } = this.play;
    const { state, table } = session;
    if (state.over) return "The match is over";
    const side = state.decision?.player ?? "";
    const seat = table.seats.find((s) => s.side === side);
    const name = seat?.name ? ` (${seat.name})` : "";
    if (session.mine) {
      if (side === "dice") return "The dice: yours to enter";
      if (this.play.actions.takesItself) return `${capital(side)}: only one choice`;
      return table.you.length > 1 ? `${capital(side)} to decide` : `${capital(side)}: your decision`;
    }
    if (state.thinking === side) return [`${capital(side)}${name} is thinking`, h("span.thinking", { "aria-hidden": "true" }, "...")];
    if (seat?.kind === "open") return `${capital(side)}: nobody has taken this side yet`;
    return `Waiting for ${capital(side)}${name}`;
  }

  promptWords() {
    const { session } = this.play;
    const { decision, over, result } = session.state;
    if (over) {
      const text = result ? `${result.level}. ${result.winner ? `${capital(result.winner)} wins` : "Nobody wins"}, ${counted(result.points, "point")}.` : "It is over.";
      return { key: text, nodes: [text] };
    }
    if (!decision) return { key: "", nodes: [] };
    const cases = decision.cases.length ? ` (${decision.cases.join(", ")})` : "";
    return { key: decision.prompt + cases, nodes: [withLinks(decision.prompt, (t) => this.play.goTo(t), (t) => this.play.nameOf(t)), caseLinks(decision.cases, (c) => this.play.openCase(c))] };
  }

  // ---------------------------------------------------------------- things that stand in the way

  notices() {
    const { session, play } = { session: this.play.session, play: this.play };
    const { asked, over, result } = session.state;
    /** @type {HTMLElement[]} */ const found = [];
    if (asked) {
      const own = session.table.you.includes(asked.by) && session.table.you.length === 1;
      const what = asked.what === "undo" ? "to take the last action back" : "for a draw";
      found.push(own || !session.table.you.length
        ? h("p.notice", null, `${capital(asked.by)} ask${own ? "s" : ""} ${what}. Waiting for the answer.`)
        : h("div.notice", { role: "alert" }, h("p", null, `${capital(asked.by)} asks ${what}.`),
          h("div.row", null,
            h("button.primary", { type: "button", "data-testid": "grant", onclick: () => play.actions.answer(asked.what, true) }, "Agree"),
            h("button", { type: "button", "data-testid": "refuse", onclick: () => play.actions.answer(asked.what, false) }, "Refuse"))));
    }
    if (over) {
      found.push(h("ul.reasons", null, (result?.reasons ?? []).map((r) => h("li", null, r))),
        h("div.row", null,
          session.table.you.length ? h("button.primary", { type: "button", "data-testid": "rematch", onclick: () => play.actions.rematch() }, "Rematch, sides swapped") : null,
          h("a.button", { href: `#/t/${session.id}/dice` }, "Dice")));
    }
    if (play.actions.said) found.push(h("p.notice", { "data-testid": "said" }, play.actions.said));
    return found;
  }

  /** @param {Action} action what a tap has chosen and a second tap will do */
  confirmation(action) {
    return h("div.notice.confirm", { role: "alert" }, h("p", null, `${actionWords(action)}?`), h("div.row", null,
      h("button.primary", { type: "button", "data-testid": "confirm", onclick: () => this.play.actions.perform(action) }, "Do it"),
      h("button", { type: "button", "data-testid": "not-yet", onclick: () => this.play.actions.confirmLater(null) }, "Not yet")));
  }

  // ---------------------------------------------------------------- buttons

  buttons() {
    const { choices } = this.play;
    if (!choices.plain.length) return null;
    const main = this.play.actions.primary();
    return h("div.buttons", null, choices.plain.map((action, i) => this.button(action, action === main, i)));
  }

  /** Where the panels are a sheet, the odds also stand here in one line. */
  oddsLine() {
    const [shown] = this.play.fight.shown;
    if (!shown || shown.action.cell) return null;
    return h("button.odds-line", { type: "button", "data-testid": "odds-line", onclick: () => this.play.openSheet("fight") },
      shown.odds.column ? h("b", null, `${shown.odds.column}: `) : null, shown.odds.outcomes.map((o) => `${o.result} ${percent(o.probability)}`).join(", "));
  }

  /** @param {Action} action @param {boolean} main @param {number} i */
  button(action, main, i) {
    const warns = this.warning(action);
    const armed = this.armed === key(action) && warns;
    return h("button.big", {
      type: "button", class: `${main ? "primary" : ""} ${armed ? "armed" : ""}`, "data-testid": `action-${action.kind}`,
      "data-value": action.value || null, disabled: this.play.session.busy,
      onclick: () => this.press(action),
      onpointerenter: () => this.play.fight.look(action),
    }, h("span", null, armed ? `${this.name(action)} all the same` : this.name(action)),
    warns ? h("small", null, armed ? `Still possible: ${this.leftWords()}. Press again.` : warns) : null,
    main ? h("kbd", { "aria-hidden": "true" }, "Space") : this.play.choices.plain.length > 1 ? h("kbd", { "aria-hidden": "true" }, String(i + 1)) : null);
  }

  /** What a button says; where answers differ only by a number, the number also where it is 0. @param {Action} action */
  name(action) {
    const same = this.play.choices.plain.filter((a) => a.kind === action.kind).length > 1;
    return same && !action.value ? `${actionWords(action)} 0` : actionWords(action);
  }

  /** Answers this kind of decision has had before and has not now: ask why, and say it. */
  notYet() {
    const { session, choices } = this.play;
    const kind = session.state.decision?.kind ?? "";
    if (!session.mine || choices.rolls.length) return null;
    const known = this.usual.get(kind) ?? new Map();
    this.usual.set(kind, known);
    for (const action of choices.plain) known.set(key(action), action);
    const seq = session.state.seq;
    for (const [name, action] of known) {
      if (action.value || choices.plain.some((a) => key(a) === name) || this.closed.some((c) => c.seq === seq && c.action === action)) continue;
      const found = { seq, action, reason: "", cases: /** @type {string[]} */ ([]) };
      this.closed = [...this.closed.filter((c) => c.seq === seq), found];
      session.legal(action).then((answer) => {
        if (answer.legal || session.state.seq !== seq) return;
        Object.assign(found, answer);
        this.update();
      }, () => {});
    }
    return this.closed.filter((c) => c.seq === seq && c.reason).map((c) => h("p.notice.closed", { "data-testid": `closed-${c.action.kind}` },
      h("b", null, `${actionWords(c.action)}: not yet. `), withLinks(c.reason, (t) => this.play.goTo(t)), caseLinks(c.cases, (x) => this.play.openCase(x))));
  }

  /** What would be left undone. @param {Action} action */
  warning(action) {
    const left = this.play.choices.left();
    if (!left.units && !left.cells) return "";
    if (this.play.fight.hasOdds(action)) return "";
    const parts = [left.units ? counted(left.units, "counter") : "", left.cells ? counted(left.cells, "place") : ""].filter(Boolean);
    return `${parts.join(" and ")} could still be used`;
  }

  leftWords() {
    return this.play.choices.kindsLeft().map(([kind, count]) => `${kindWords(kind).toLowerCase()} ${count}`).join(", ");
  }

  /** Press a button; one that leaves something undone says so first. @param {Action} action */
  press(action) {
    const ends = !this.play.choices.stances.includes(action); // a turn or a mode is what is asked for, and leaves nothing undone
    if (ends && setting("confirmDone") && this.warning(action) && this.armed !== key(action)) {
      this.armed = key(action);
      this.update();
      this.said.after(h("p.hidden", { role: "alert" }, `Still possible: ${this.leftWords()}. Press again to end all the same.`));
      setTimeout(() => {
        this.element.querySelector("p.hidden")?.remove();
        if (this.armed !== key(action)) return;
        this.armed = "";
        this.update();
      }, 7000);
      return;
    }
    this.armed = "";
    this.play.actions.perform(action);
  }

  /** Other things the counter just chosen could do. */
  instead() {
    const others = this.play.actions.instead();
    if (!others.length) return null;
    return h("div.row.instead", null, h("span", null, "Instead:"), others.map((action) =>
      h("button", { type: "button", "data-testid": `instead-${action.kind}`, onclick: () => this.play.actions.switchTo(action) }, actionWords(action, { unit: true }))));
  }

  /** Counters off the map that can act. */
  tray() {
    const { choices, view } = this.play;
    const off = view.counters.filter((c) => choices.units.has(c.id) && !this.play.cells.has(c.place));
    if (!off.length || choices.subject) return null;
    return h("div.tray", { "aria-label": "Off the map" }, h("span", null, "Off the map:"), off.map((c) =>
      h("button.chip", {
        type: "button", "data-unit": c.id, ...inColoursOf(this.play.game.info.looks, this.play.counters.get(c.id)?.side), title: `${this.play.nameOf(c.id)}, ${c.place}`,
        class: this.play.selected === c.id ? "selected" : "",
        onclick: (/** @type {MouseEvent} */ e) => this.play.clicks.unit(c.id, { x: e.clientX, y: e.clientY }),
      }, c.id)));
  }

  backButtons() {
    const { session } = this.play;
    const { state, table } = session;
    if (!table.you.length || state.over) return null;
    const others = table.seats.some((s) => s.kind === "human" && !table.you.includes(s.side));
    const bots = table.seats.some((s) => s.kind === "bot");
    const any = session.entries.some((e) => table.you.includes(e.player));
    const ask = !state.can_undo && others;
    const free = state.can_undo || (!others && !bots);
    return h("div.row.back", null, this.play.hint.button(), h("button", {
      type: "button", "data-testid": "undo", disabled: session.busy || !any || !(free || ask),
      title: free ? "Take the last action back" : ask ? "Dice have fallen: the other side must agree" : "Nothing can be taken back past the dice",
      onclick: () => this.play.actions.undo(),
    }, ask && any ? "Ask to take back" : this.play.actions.canStepBack() ? "Back" : "Undo"));
  }

  /** What the other side did can be seen again. */
  missed() {
    const { play } = this;
    const count = play.session.mine ? play.replay.missed() : 0;
    if (!count) return null;
    return h("div.row", null, h("button.plainly", { type: "button", "data-testid": "since", onclick: () => play.replay.catchUp(play.replay.lastOwn() + 1) }, `Show what happened since my last turn (${count})`));
  }

  /** Every legal action as a list, for the keyboard and for those who cannot see the map. */
  list() {
    const { choices } = this.play;
    const rest = choices.all.filter((a) => (a.unit || a.cell) && !a.dice?.length && !choices.stances.includes(a));
    if (!rest.length) return null;
    return h("details.list", { open: this.listOpen || null, ontoggle: (/** @type {Event} */ e) => (this.listOpen = /** @type {HTMLDetailsElement} */ (e.target).open) },
      h("summary", { "data-testid": "all-choices" }, `All choices (${rest.length})`),
      h("ul", null, rest.slice(0, LISTED).map((action) => h("li", null, h("button.plainly", {
        type: "button", "data-action": action.text,
        onfocus: () => this.play.playMap.focusOn(action.cell || this.play.placeOf(action.unit ?? "")),
        onpointerenter: () => this.play.playMap.focusOn(action.cell || this.play.placeOf(action.unit ?? "")),
        onclick: () => this.play.actions.perform(action),
      }, actionWords(action))))),
      rest.length > LISTED ? h("p", null, `and ${rest.length - LISTED} more on the map`) : null);
  }
}

/** @param {Action} action */
function key(action) {
  return `${action.kind}=${action.value ?? 0} ${action.facing ?? ""} ${action.mode ?? ""}`;
}
