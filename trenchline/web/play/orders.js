/** The orders: whose decision it is, what is asked, by which case, and the buttons for whatever needs no place on the map. */

import { allWords, couldWords } from "../common/deeds.js";
import { diceEntryForm } from "../common/dice-faces.js";
import { fill, h, isPhone } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { listed } from "../common/seating.js";
import { setting } from "../common/settings.js";
import { actionWords, capital, caseLinks, casesInBrackets, counted, entryWords, percent, withLinks, withoutBraces } from "../common/wording.js";
import { swingWords } from "../panels/fight.js";
import { goalsCard } from "../panels/goals.js";
import { worthTelling } from "../panels/log.js";
import { stanceButtons } from "./stance-buttons.js";

/** @import { Action, PendingRequest } from "../types.js" */

const LISTED = 150;
const ENDS = ["done", "ready", "go", "fire", "attack", "assault"]; // the answers after which what is left is lost
const CASES = 4; // in a prompt; a case opened shows those around it

/** What a seat can ask, and how it is answered. @type {Record<PendingRequest["what"], {words: string, yes: string, no: string}>} */
const REQUESTS = {
  undo: { words: "to take the last action back", yes: "Agree", no: "Refuse" },
  draw: { words: "for a draw", yes: "Agree", no: "Refuse" },
  resign: { words: "to resign together: the match would end and the other side win", yes: "Yes, resign", no: "No, play on" },
};

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
    this.pressed = false; // a finger is on a button: it must still be there when the finger is lifted
    this.drawn = -1; // the `seq`
    this.body.addEventListener("pointerdown", () => this.pressBegins());
    this.body.addEventListener("click", () => (this.pressed = false), true); // it has counted: what it does may be drawn
  }

  pressBegins() {
    this.pressed = true;
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => this.lifted()), { once: true }); // after the click
  }

  lifted() {
    this.pressed = false;
    if (this.late) this.update();
  }

  update() {
    const { seq } = this.play.session.state;
    this.late = this.pressed && this.drawn === seq;
    if (this.late) return;
    this.drawn = seq;
    if (this.play.replaying) return this.past();
    const { session, choices } = this.play;
    const state = session.state;
    const focused = this.body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-testid") : null;
    this.colour(session.myActors[0] ?? state.decision?.player ?? "");
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
      this.deeds(),
      stanceButtons(choices.stances, (action) => this.press(action), session.busy),
      this.notYet(),
      this.instead(),
      this.several(),
      this.tray(),
      this.backButtons(),
      this.missed(),
      this.list(),
      this.goals());
    if (focused) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-testid="${focused}"]`) ?? this.body.querySelector("button"))?.focus();
  }

  /** @param {string} seat */
  colour(seat) {
    const colours = this.play.session.seating.colours(seat);
    this.element.dataset.side = seat;
    this.element.dataset.palette = colours["data-palette"];
  }

  /** In the replay nothing can be done but come back. */
  past() {
    const { play } = this;
    const entry = play.session.entries.find((e) => e.n === play.at - 1);
    this.colour(entry?.player ?? "");
    this.element.classList.remove("mine");
    fill(this.who, play.replay.catching ? "Since your last turn" : "Looking back");
    const told = worthTelling(entry?.events ?? []).filter((e) => e.kind !== "step" && e.kind !== "turn");
    fill(this.said, !entry ? "The beginning" : told.length ? told.slice(0, 3).map((e) => h("span.told", null, withLinks(e.text, (t) => play.goTo(t)))) : `${capital(entry.player)}: ${entryWords(entry.text)}`);
    fill(this.body, h("div.buttons", null, h("button.big.primary", { type: "button", "data-testid": "back-to-now", onclick: () => play.replay.now() }, play.replay.catching ? "Skip" : "Back to now", h("kbd", { "aria-hidden": "true" }, "Esc"))));
  }

  // ---------------------------------------------------------------- whose and what

  whoWords() {
    const { session } = this.play;
    const { state, table } = session;
    if (state.over) return "The match is over";
    const { actors, myActors } = session;
    if (session.mine) {
      if (actors[0] === "dice") return "The dice: yours to enter";
      const mine = listed(myActors);
      if (this.play.actions.takesItself) return `${mine}: only one choice`;
      if (myActors.length > 1) return `${mine} to move`;
      const also = actors.filter((name) => !myActors.includes(name));
      if (also.length) return `${mine}: your decision, ${listed(also)} may move too`;
      return table.you.length > 1 ? `${mine} to decide` : `${mine}: your decision`;
    }
    const seats = actors.map((name) => table.seats.find((s) => s.side === name) ?? { side: name, name: "", kind: "human" });
    const called = (/** @type {{side: string, name: string}} */ seat) => `${seat.side}${seat.name ? ` (${seat.name})` : ""}`;
    const thinks = seats.find((seat) => seat.side === state.thinking);
    if (thinks) return [`${capital(called(thinks))} is thinking`, h("span.thinking", { "aria-hidden": "true" }, "...")];
    if (seats.length > 1) return `${listed(seats.map((seat) => (seat.kind === "open" ? `${seat.side} (nobody yet)` : called(seat))))} to move`;
    if (seats[0]?.kind === "open") return `${capital(seats[0].side)}: nobody has taken this ${session.seating.partnersOf(seats[0].side).length ? "seat" : "side"} yet`;
    return `Waiting for ${listed(seats.map(called))}`;
  }

  promptWords() {
    const { session } = this.play;
    const { decision, over, result } = session.state;
    if (over) {
      const text = result ? `${result.level}. ${result.winner ? `${capital(result.winner)} wins` : "Nobody wins"}, ${counted(result.points, "point")}.` : "It is over.";
      return { key: text, nodes: [text] };
    }
    if (!decision) return { key: "", nodes: [] };
    const cases = decision.cases.slice(0, CASES);
    return { key: decision.prompt + casesInBrackets(cases), nodes: [withLinks(decision.prompt, (t) => this.play.goTo(t), (t) => this.play.nameOf(t)), caseLinks(cases, (c) => this.play.openCase(c))] };
  }

  // ---------------------------------------------------------------- things that stand in the way

  notices() {
    const { session, play } = { session: this.play.session, play: this.play };
    const { asked, over, result } = session.state;
    /** @type {HTMLElement[]} */ const found = [];
    if (asked) {
      const answerers = session.seating.answerers(asked, session.table.seats);
      const { words, yes, no } = REQUESTS[asked.what];
      found.push(answerers.some((name) => session.table.you.includes(name))
        ? h("div.notice", { role: "alert", "data-testid": "request" }, h("p", null, `${capital(asked.by)} asks ${words}.`),
          h("div.row", null,
            h("button.primary", { type: "button", "data-testid": "grant", onclick: () => play.actions.answer(asked.what, true) }, yes),
            h("button", { type: "button", "data-testid": "refuse", onclick: () => play.actions.answer(asked.what, false) }, no)))
        : h("p.notice", { "data-testid": "request" }, `${capital(asked.by)} asks ${words}. Waiting for the answer${asked.what === "resign" ? ` of ${listed(answerers)}` : ""}.`));
    }
    if (over) {
      found.push(h("ul.reasons", null, (result?.reasons ?? []).map((r) => h("li", null, r))),
        h("div.row", null,
          session.table.you.length ? h("button.primary", { type: "button", "data-testid": "rematch", onclick: () => play.actions.rematch() }, session.table.seats.length > 2 ? "Rematch, seats changed" : "Rematch, sides swapped") : null,
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

  /** What counters can do where they stand. */
  deeds() {
    const { deeds, plain } = this.play.choices;
    if (!deeds.length) return null;
    return h("div.row.deeds", null, deeds.map((action, i) => h("button", {
      type: "button", "data-testid": `deed-${action.kind}`, "data-unit": action.unit, disabled: this.play.session.busy,
      onclick: () => this.play.actions.perform(action),
      onpointerenter: () => this.play.fight.look(action),
    }, actionWords(action), h("kbd", { "aria-hidden": "true" }, String(plain.length + i + 1)))));
  }

  /** Orders to several counters, and the same again. */
  several() {
    const { choices, session, several } = this.play;
    if (!session.mine || choices.rolls.length) return null;
    const next = several.next();
    const all = choices.together;
    const count = several.party.size;
    const busy = session.busy || several.running;
    const found = [
      all.length ? h("button", { type: "button", "data-testid": "all-together", disabled: busy, onclick: () => several.all(all) }, allWords(all[0].kind, all.length)) : null,
      next ? h("button", { type: "button", "data-testid": "again", disabled: busy, onclick: () => several.again(), onpointerenter: () => this.play.playMap.light([next]) }, `The same for ${next}`, h("kbd", { "aria-hidden": "true" }, ".")) : null,
      several.offered ? h("button", { type: "button", "data-testid": "several", disabled: busy, "aria-pressed": String(several.gathering || count > 0), title: "Choose counters that go together (Shift and click)", onclick: () => several.gather(!several.gathering && !count) }, count ? `${counted(count, "counter")} together` : "Several") : null,
      several.gathering && count ? h("button.primary", { type: "button", "data-testid": "several-where", onclick: () => several.sendOff() }, "Choose where") : null,
    ].filter(Boolean);
    return found.length ? h("div.row.several", null, found) : null;
  }

  /** Where the panels are a sheet, the odds also stand here in one line. */
  oddsLine() {
    const { current, hovered } = this.play.fight;
    if (!current || (hovered?.action.cell && !current.gathering) || !(current.outcomes.length || current.swings.length)) return null;
    return h("button.odds-line", { type: "button", "data-testid": "odds-line", onclick: () => this.play.openSheet("fight") },
      current.column ? h("b", null, `${current.column}: `) : null, current.outcomes.map((o) => `${o.result} ${percent(o.probability)}`).join(", "),
      current.swings.map((swing) => h("small.swing", null, withoutBraces(swingWords(current, swing)))));
  }

  /** @param {Action} action @param {boolean} main @param {number} i */
  button(action, main, i) {
    const warns = this.warning(action);
    const armed = this.armed === key(action) && warns;
    return h("button.big", {
      type: "button", class: `${main ? "primary" : ""} ${armed ? "armed" : ""}`, "data-testid": `action-${action.kind}${this.play.choices.shared ? `-${action.by}` : ""}`,
      "data-value": action.value || null, disabled: this.play.session.busy,
      onclick: () => this.press(action),
      onpointerenter: () => this.play.fight.look(action),
    }, h("span", null, armed ? `${this.name(action)} all the same` : this.name(action)),
    warns ? h("small", null, armed ? `Still possible: ${this.leftWords()}. Press again.` : warns) : null,
    main ? h("kbd", { "aria-hidden": "true" }, "Space") : this.play.choices.plain.length > 1 ? h("kbd", { "aria-hidden": "true" }, String(i + 1)) : null);
  }

  /** What a button says; where answers differ only by a number, the number also where it is 0. @param {Action} action */
  name(action) {
    const { plain, shared } = this.play.choices;
    const same = plain.filter((a) => a.kind === action.kind && a.by === action.by).length > 1;
    const words = same && !action.value ? `${actionWords(action)} 0` : actionWords(action);
    return shared && action.by ? `${capital(action.by)}: ${words}` : words;
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
    const { choices } = this.play;
    if (!ENDS.includes(action.kind) || choices.subject) return ""; // one answer among others, or the one counter at hand goes no further
    const left = choices.left();
    if (!left.units && !left.cells) return "";
    if (this.play.fight.hasOdds(action)) return "";
    const parts = [left.units ? counted(left.units, "counter") : "", left.cells ? counted(left.cells, "place") : ""].filter(Boolean);
    return `${parts.join(" and ")} could still be used`;
  }

  leftWords() {
    return this.play.choices.kindsLeft().map(([kind, count, what]) => couldWords(kind, counted(count, what))).join(", ");
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
    this.element.querySelector("p.hidden")?.remove();
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
        type: "button", "data-unit": c.id, ...inColoursOf(this.play.game.info.looks, this.play.nationOf(c.id)), title: `${this.play.nameOf(c.id)}, ${c.place}`,
        class: this.play.selected === c.id ? "selected" : "",
        onclick: (/** @type {MouseEvent} */ e) => this.play.clicks.unit(c.id, { x: e.clientX, y: e.clientY }),
      }, c.id)));
  }

  backButtons() {
    const { session } = this.play;
    const { state, table } = session;
    if (!table.you.length || state.over) return null;
    const others = table.seats.some((s) => s.kind !== "bot" && !table.you.includes(s.side));
    const bots = table.seats.some((s) => s.kind === "bot");
    const any = session.entries.some((e) => table.you.includes(e.player));
    const ask = !state.can_undo && others;
    const free = state.can_undo || (!others && !bots);
    const stepsBack = this.play.actions.canStepBack();
    const { back } = this.play.choices;
    const away = back && !(stepsBack && free) ? h("button", { type: "button", "data-testid": "step-back", title: "Name something else", disabled: session.busy, onclick: () => this.play.actions.perform(back) }, "Back") : null;
    return h("div.row.back", null, this.play.hint.button(), away, h("button", {
      type: "button", "data-testid": "undo", disabled: session.busy || !any || !(free || ask),
      title: free ? "Take the last action back" : ask ? "Dice have fallen: the other side must agree" : "Nothing can be taken back past the dice",
      onclick: () => this.play.actions.undo(),
    }, ask && any ? "Ask to take back" : stepsBack ? "Back" : "Undo"),
    this.play.actions.ofThisPhase.length > 2 ? h("button", { type: "button", "data-testid": "undo-phase", title: "Take back all of this phase (Shift+Backspace)", disabled: session.busy, onclick: () => this.play.actions.undoPhase() }, "Start of the phase") : null);
  }

  /** What the other side did can be seen again. */
  missed() {
    const { play } = this;
    const count = play.session.mine ? play.replay.missed() : 0;
    if (!count) return null;
    return h("div.row", null, h("button.plainly", { type: "button", "data-testid": "since", onclick: () => play.replay.catchUp(play.replay.lastOwn() + 1) }, `Show what happened since my last turn (${count})`));
  }

  /** At the start of a match: what both sides want. */
  goals() {
    const { play } = this;
    if (play.length > 0 || play.session.state.over) return null;
    return h("details.start-goals", { open: !isPhone() || null }, h("summary", null, "What each side wants"), goalsCard(play));
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
  return `${action.kind}=${action.value ?? 0} ${action.facing ?? ""} ${action.mode ?? ""} ${action.by ?? ""}`;
}
