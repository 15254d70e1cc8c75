/** The orders: whose decision it is, what is asked, by which case, and the buttons for whatever needs no place on the map. */

import { allWords, someWords } from "../common/deeds.js";
import { diceEntryForm } from "../common/dice-faces.js";
import { fill, h, isPhone } from "../common/dom.js";
import { takesKeys } from "../common/focus.js";
import { inColoursOf } from "../common/looks.js";
import { listed } from "../common/seating.js";
import { setting } from "../common/settings.js";
import { markTerms } from "../common/terms.js";
import { actionWords, capital, casesInBrackets, counted, entryWords, percent, withLinks, withoutBraces, worthTelling } from "../common/wording.js";
import { isLesson } from "../lesson/start-lesson.js";
import { swingWords } from "../panels/fight-sums.js";
import { goalsCard } from "../panels/goals.js";
import { nameOf, Slots } from "./slots.js";
import { stanceButtons } from "./stance-buttons.js";

/** @import { Action, PendingRequest, Stays } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Links } from "./links.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Actions } from "./actions.js" */
/** @import { ChecklistCard } from "./checklist.js" */
/** @import { Group } from "./group.js" */
/** @import { KeyCursor } from "./key-cursor.js" */
/** @import { Hint } from "./hint.js" */
/** @import { RematchNotice } from "./rematch.js" */
/** @import { Clicks } from "./clicks.js" */
/** @import { FightOdds } from "./fight-odds.js" */
/** @import { Replay } from "./replay.js" */
/** @import { StandingOrders } from "./standing-orders.js" */

const LISTED = 150;
const ENDS = ["done", "ready", "go", "fire", "attack", "assault"]; // the answers after which what is left is lost
const SETTLES = 350; // ms in which a click on what has just come under the pointer does not count
const CASES = 4; // in a prompt; a case opened shows those around it
const KEYS = 9; // answers that a number gives
const OFFERS_END = /\b(end|stop|finish)\b/; // in a prompt

/** What a seat can ask, and how it is answered. @type {Record<PendingRequest["what"], {words: string, yes: string, no: string}>} */
const REQUESTS = {
  undo: { words: "to take the last action back", yes: "Agree", no: "Refuse" },
  draw: { words: "for a draw", yes: "Agree", no: "Refuse" },
  pause: { words: "to stop the clocks", yes: "Agree", no: "Refuse" },
  resign: { words: "to resign together: the match would end and the other side win", yes: "Yes, resign", no: "No, play on" },
};

export class Orders {
  /** @param {{session: Session, store: Shown, board: Board, hand: Hand, links: Links, playMap: PlayMap, actions: Actions, checklist: ChecklistCard, group: Group, cursor: KeyCursor, hint: Hint, rematch: RematchNotice, clicks: Clicks, odds: FightOdds, replay: Replay, standing: StandingOrders, announce: (words: string) => void, openSheet: (tab: string) => void, lightAll: () => void, lesson: () => {next: () => boolean} | undefined}} needs */
  constructor({ session, store, board, hand, links, playMap, actions, checklist, group, cursor, hint, rematch, clicks, odds, replay, standing, announce, openSheet, lightAll, lesson }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.hand = hand;
    this.links = links;
    this.playMap = playMap;
    this.actions = actions;
    this.checklist = checklist;
    this.group = group;
    this.cursor = cursor;
    this.hint = hint;
    this.rematch = rematch;
    this.clicks = clicks;
    this.odds = odds;
    this.replay = replay;
    this.standing = standing;
    this.announce = announce;
    this.openSheet = openSheet;
    this.lightAll = lightAll;
    this.lesson = lesson;
    /** @type {string} */ this.armed = "";
    /** @type {Map<string, Map<string, Action>>} answers without a place that each kind of decision has had */
    this.usual = new Map();
    /** @type {{seq: number, action: Action, reason: string, cases: string[]}[]} answers that are not open now, and why */
    this.closed = [];
    this.said = h("p.said", { "aria-live": "polite", "data-testid": "prompt" });
    this.who = h("p.who", { "data-testid": "whose" });
    this.body = h("div.answers");
    this.element = h("section.orders", { "aria-label": "The decision that waits", tabindex: "-1" }, this.who, this.said, this.body);
    this.pressed = false; // a finger is on a button: it must still be there when the finger is lifted
    this.drawn = -1; // the `seq`
    /** @type {import("./slots.js").Slot[]} the buttons that have a number */ this.numbered = [];
    this.plainSlots = new Slots();
    this.deedSlots = new Slots();
    this.stanceSlots = new Slots();
    /** @type {Map<string, number>} how high each button has been while the same is asked */ this.heights = new Map();
    this.heightsOf = "";
    /** @type {import("../types.js").ScreenPoint | null} where the pointer was last */ this.pointer = null;
    /** When a click on an answer counts again. @type {Promise<void>} */ this.settled = Promise.resolve();
    this.store.on(["state", "past", "selected", "party", "plans", "mine"], () => this.update());
    this.store.on(["reference"], () => markTerms(this.said));
    for (const kind of ["pointerdown", "pointermove"]) this.element.addEventListener(kind, (event) => (this.pointer = { x: /** @type {PointerEvent} */ (event).clientX, y: /** @type {PointerEvent} */ (event).clientY }));
    this.element.addEventListener("pointerleave", (event) => /** @type {PointerEvent} */ (event).pointerType !== "touch" && (this.pointer = null));
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
    const { seq } = this.session.state;
    this.late = this.pressed && this.drawn === seq;
    if (this.late) return;
    if (this.drawn !== seq) this.armed = "";
    this.drawn = seq;
    if (this.store.replaying) this.checklist.update();
    if (this.store.replaying) return this.past();
    const { session } = this;
    const { choices } = this.store;
    const state = session.state;
    const focused = this.body.contains(document.activeElement) && takesKeys(document.activeElement) ? document.activeElement?.getAttribute("data-name") ?? document.activeElement?.getAttribute("data-testid") : null;
    const under = this.underPointer();
    this.colour(session.myActors[0] ?? state.decision?.player ?? "");
    this.element.classList.toggle("mine", session.mine);
    fill(this.who, this.whoWords());
    const words = this.promptWords();
    if (this.said.textContent !== withoutBraces(words.key)) fill(this.said, words.nodes);
    fill(this.body,
      this.notices(),
      this.actions.pending ? this.confirmation(this.actions.pending) : null,
      choices.rolls.length ? diceEntryForm(choices.rolls, (action) => this.actions.perform(action)) : null,
      this.buttons(),
      this.checklist.update(),
      this.deeds(),
      this.shown(),
      this.stances(),
      this.hint.card(), // what comes later stands below the answers: they stay where they are
      this.oddsLine(),
      this.taken(),
      this.notYet(),
      this.instead(),
      this.several(),
      this.tray(),
      this.backButtons(),
      this.list(),
      this.goals());
    this.keepHeights();
    if (focused) /** @type {HTMLElement} */ (this.body.querySelector(`[data-name="${focused}"]:enabled, [data-testid="${focused}"]:enabled`) ?? this.element).focus(); // from there Tab goes on
    if (this.underPointer() !== under) this.settle();
  }

  /** A button whose words get shorter keeps its height, so that those below it stay where they are. */
  keepHeights() {
    const { asked } = this.plainSlots;
    if (asked !== this.heightsOf) this.heights.clear();
    this.heightsOf = asked;
    if (!asked) return;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.body.querySelectorAll(".buttons [data-name]"))) {
      const name = button.dataset.name ?? "";
      const [now, before] = [button.offsetHeight, this.heights.get(name) ?? 0];
      if (now < before) button.style.minHeight = `${before}px`;
      this.heights.set(name, Math.max(now, before));
    }
  }

  /** The answer that a click would give now, where the pointer is. */
  underPointer() {
    if (!this.pointer || this.element.classList.contains("settling")) return this.covered ?? "";
    const button = document.elementFromPoint(this.pointer.x, this.pointer.y)?.closest(".answers button");
    return (this.covered = button ? `${this.plainSlots.asked}: ${button.getAttribute("data-name") ?? button.getAttribute("data-testid")}` : "");
  }

  /** Something else has come under the pointer: a click that was meant for what lay there before does not count. */
  settle() {
    clearTimeout(this.settling);
    this.element.classList.add("settling");
    this.settled = new Promise((resolve) => {
      this.settling = window.setTimeout(() => {
        this.element.classList.remove("settling");
        this.underPointer();
        resolve();
      }, SETTLES);
    });
  }

  /** @param {string} seat */
  colour(seat) {
    const colours = this.session.seating.colours(seat);
    this.element.dataset.side = seat;
    this.element.dataset.palette = colours["data-palette"];
  }

  /** In the replay nothing can be done but come back. */
  past() {
    const entry = this.session.entries.find((e) => e.n === this.store.at - 1);
    this.colour(entry?.player ?? "");
    this.element.classList.remove("mine");
    fill(this.who, this.replay.catching ? "Since your last turn" : "Looking back");
    const told = worthTelling(entry?.events ?? []).filter((e) => e.kind !== "step" && e.kind !== "turn");
    fill(this.said, !entry ? "The beginning" : told.length ? told.slice(0, 3).map((e) => h("span.told", null, withLinks(e.text, (t) => this.links.goTo(t)))) : `${capital(entry.player)}: ${entryWords(entry.text)}`);
    fill(this.body, h("div.buttons", null, h("button.big.primary", { type: "button", "data-testid": "back-to-now", onclick: () => this.replay.now() }, this.replay.catching ? "Skip" : "Back to now", h("kbd", { "aria-hidden": "true" }, "Esc"))));
  }

  // ---------------------------------------------------------------- whose and what

  whoWords() {
    const { session } = this;
    const { state, table } = session;
    if (state.over) return "The match is over";
    const { actors, myActors } = session;
    if (session.mine) {
      if (actors[0] === "dice") return "The dice: yours to enter";
      const mine = listed(myActors);
      if (this.actions.takesItself) return `${mine}: only one choice`;
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
    const { session } = this;
    const { decision, over, result } = session.state;
    if (over) {
      const score = this.store.view.standing?.text.split(/[:;]/)[0];
      const text = result ? `${result.level}. ${result.winner ? `The ${capital(result.winner)} side wins` : "Nobody wins"}${score ? `: ${score}` : ""}.` : "It is over.";
      return { key: text, nodes: [text] };
    }
    if (!decision) return { key: "", nodes: [] };
    const cases = decision.cases.slice(0, CASES);
    return { key: decision.prompt + casesInBrackets(cases), nodes: [this.links.names(decision.prompt), this.links.cases(cases)] };
  }

  // ---------------------------------------------------------------- things that stand in the way

  notices() {
    const { session } = this;
    const { asked, over, result } = session.state;
    /** @type {HTMLElement[]} */ const found = [];
    if (asked) {
      const answerers = session.seating.answerers(asked, session.table.seats);
      const { words, yes, no } = REQUESTS[asked.what];
      found.push(answerers.some((name) => session.table.you.includes(name))
        ? h("div.notice", { role: "alert", "data-testid": "request" }, h("p", null, `${capital(asked.by)} asks ${words}.`),
          h("div.row", null,
            h("button.primary", { type: "button", "data-testid": "grant", onclick: () => this.actions.answer(true) }, yes),
            h("button", { type: "button", "data-testid": "refuse", onclick: () => this.actions.answer(false) }, no)))
        : h("p.notice", { "data-testid": "request" }, `${capital(asked.by)} asks ${words}. Waiting for the answer${asked.what === "resign" ? ` of ${listed(answerers)}` : ""}.`));
    }
    if (over) {
      found.push(h("ul.reasons", null, (result?.reasons ?? []).map((r) => h("li", null, r))),
        h("div.row", null,
          h("a.button", { href: `#/t/${session.id}/dice` }, "Dice")));
    }
    return [...found, ...this.rematch.parts()];
  }

  /** What was taken for me. */
  taken() {
    const { said } = this.actions;
    return said ? h("p.notice", { "data-testid": "said" }, said) : null;
  }

  /** @param {Action} action what a tap has chosen and a second tap will do */
  confirmation(action) {
    return h("div.notice.confirm", { role: "alert" }, h("p", null, `${actionWords(action)}?`), h("div.row", null,
      h("button.primary", { type: "button", "data-testid": "confirm", onclick: () => this.actions.perform(action) }, "Do it"),
      h("button", { type: "button", "data-testid": "not-yet", onclick: () => this.actions.confirmLater(null) }, "Not yet")));
  }

  // ---------------------------------------------------------------- buttons

  /** The decision whose answers keep their places: mine, and not that of a lesson, which has one answer at a time. */
  get asked() {
    const { session } = this;
    return session.mine && !isLesson(session) ? session.state.decision : null;
  }

  buttons() {
    const { choices } = this.store;
    this.numbered = this.plainSlots.lay(this.asked, choices.plain);
    if (!this.numbered.length) return null;
    return h("div.buttons", null, this.numbered.map((slot, i) => this.button(slot, i)));
  }

  /** What counters can do where they stand, and the default where it is about a counter or a place. */
  deeds() {
    const { session } = this;
    const { choices } = this.store;
    const main = this.actions.primary();
    if (this.checklist.open) return null; // the list has its own button
    const more = main && !this.hand.running && !choices.plain.includes(main) && !choices.deeds.includes(main) && !choices.stances.includes(main) ? [main] : [];
    const slots = this.deedSlots.lay(this.asked, [...choices.deeds, ...more]);
    const before = this.numbered.length;
    this.numbered.push(...slots);
    if (!slots.length) return null;
    return h("div.row.deeds", null, slots.map(({ name, action, open }, i) => h("button", {
      type: "button", class: action === main ? "primary" : "", "data-testid": `deed-${action.kind}`, "data-name": name, "data-unit": action.unit, disabled: session.busy || !open,
      onclick: () => this.press(action),
      onpointerenter: () => open && this.look(action),
    }, this.named(action, actionWords(action)), this.badge(action === main, before + i), this.stake(action))));
  }

  /** Answers that differ only in facing or mode. */
  stances() {
    const { session } = this;
    const { choices } = this.store;
    const slots = this.stanceSlots.lay(this.asked, choices.stances);
    const gone = slots.some(({ action }) => action.facing) ? [] : slots.filter(({ open }) => !open).map(({ action }) => action); // in a rose each facing has its place
    const shown = gone.length ? slots.map(({ action }) => action) : choices.stances;
    return stanceButtons(shown, (action) => this.press(action), session.busy, gone);
  }

  /** What an answer would do: its odds, and its arrow on the map. @param {Action} action */
  look(action) {
    this.odds.look(action);
    if (action.cell && !this.actions.pending) this.playMap.preview(action);
  }

  /** The answer of a numbered button. @param {number} n */
  nth(n) {
    const { stances } = this.store.choices;
    const slots = [...this.numbered, ...stances.map((action) => ({ action, open: true }))];
    return slots[n]?.open ? slots[n].action : null;
  }

  /** Orders to several counters, and the same again. */
  several() {
    const { session, group } = this;
    const { choices } = this.store;
    if (!session.mine || choices.rolls.length) return null;
    const next = group.next();
    const all = choices.together;
    const count = group.party.size;
    const busy = session.busy || this.hand.running;
    const plan = all.length ? group.planFor(all) : null;
    const able = this.cursor.able();
    const empty = choices.emptyPlaces.length;
    const found = [
      all.length ? h("button", { type: "button", "data-testid": "all-together", disabled: busy || plan?.goes.length === 0, onclick: () => group.all(all) }, plan && plan.goes.length < all.length ? someWords(all[0].kind, plan.goes.length, all.length, all[0]) : allWords(all[0].kind, all.length, all[0])) : null,
      plan?.stays.length ? this.leftOut(plan.stays) : null,
      empty ? h("button", { type: "button", "data-testid": "light-all", "aria-pressed": String(choices.lightsAll), title: "Any place in range can be named; those where nothing is to be hit are not lit", onclick: () => this.lightAll() }, `Light ${counted(empty, "empty place")} too`) : null,
      able.length > 1 ? h("button", { type: "button", "data-testid": "next-able", disabled: busy, title: "Choose the next counter that can still act", onclick: () => this.cursor.next(1) }, `Next of ${able.length}`, h("kbd", { "aria-hidden": "true" }, "N")) : null,
      next ? h("button", { type: "button", "data-testid": "again", "data-unit": next, disabled: busy, onclick: () => group.again(), onpointerenter: () => this.playMap.light([next]) }, `The same for ${next}`, h("kbd", { "aria-hidden": "true" }, ".")) : null,
      group.offered ? h("button", { type: "button", "data-testid": "several", disabled: busy, "aria-pressed": String(group.gathering || count > 0), title: "Choose counters that go together (Shift and click)", onclick: () => group.gather(!group.gathering && !count) }, count ? `${counted(count, "counter")} together` : "Several") : null,
      group.gathering && count ? h("button.primary", { type: "button", "data-testid": "several-where", onclick: () => group.sendOff() }, "Choose where") : null,
    ].filter(Boolean);
    return found.length ? h("div.row.several", null, found) : null;
  }

  /** Those who cannot join, and why. @param {Stays[]} stays */
  leftOut(stays) {
    /** @type {Map<string, Stays[]>} those with the same reason */ const alike = new Map();
    for (const one of stays) {
      const reason = one.reason.replaceAll(one.unit, "");
      alike.set(reason, [...(alike.get(reason) ?? []), one]);
    }
    return h("details.left-out", { "data-testid": "left-out", open: this.leftOutOpen || null, ontoggle: (/** @type {Event} */ e) => (this.leftOutOpen = /** @type {HTMLDetailsElement} */ (e.target).open) },
      h("summary", null, `Why not ${stays.length === 1 ? stays[0].unit : `${stays.length} others`}?`),
      h("ul", null, [...alike.values()].map((those) => {
        const { unit, reason, cases = [] } = those[0];
        const names = those.length > 1 || !reason.includes(unit) ? `${those.map((s) => s.unit).join(", ")}: ` : "";
        const words = those.length > 1 ? reason.replace(new RegExp(`\\{?${unit}\\}?'s`), "their") : reason;
        return h("li", { onpointerenter: () => this.playMap.light(those.map((s) => s.unit)) }, names, withLinks(words, (t) => this.links.goTo(t)), this.links.cases(cases));
      })));
  }

  /** Where the panels are a sheet, the odds also stand here in one line. */
  oddsLine() {
    const { current, hovered } = this.odds;
    if (!current || (hovered?.action.cell && !current.gathering) || !(current.outcomes.length || current.swings.length)) return null;
    return h("button.odds-line", { type: "button", "data-testid": "odds-line", onclick: () => this.openSheet("fight") },
      current.column ? h("b", null, `${current.column}: `) : null, current.outcomes.map((o) => `${/\w/.test(o.result) ? o.result : o.detail} ${percent(o.probability)}`).join(", "),
      current.swings.map((swing) => h("small.swing", null, withoutBraces(swingWords(current, swing)))),
      h("small", null, " Tap for what they mean."));
  }

  /** @param {import("./slots.js").Slot} slot @param {number} i */
  button({ name, action, open }, i) {
    const { session, actions } = this;
    const { choices } = this.store;
    const main = action === actions.primary();
    const armed = open && this.armed === name;
    const left = open ? this.leftOver(action) : "";
    return h("button.big", {
      type: "button", class: `${main ? "primary" : ""} ${armed ? "armed" : ""}`, "data-testid": `action-${action.kind}${choices.shared ? `-${action.by}` : ""}`, "data-name": name,
      "data-value": action.value || null, disabled: session.busy || !open,
      onclick: () => this.press(action),
      onpointerenter: () => open && this.look(action),
    }, this.named(action, this.name(action)),
    open && action.stake ? this.stake(action) : left ? h("small", null, left) : null,
    main || this.numbered.length > 1 ? this.badge(main, i) : null);
  }

  /** The key that presses a button, where there is one. @param {boolean} main @param {number} i */
  badge(main, i) {
    return main || i < KEYS ? h("kbd", { "aria-hidden": "true" }, main ? "Space" : String(i + 1)) : null;
  }

  /** The words of a button. One that asks to be pressed again has room for that from the start, so that nothing moves; what it gives away stays in sight. @param {Action} action @param {string} words */
  named(action, words) {
    return h("span.name", null, h("span.plain-name", null, words), action.stake?.grave ? h("span.again", { "aria-hidden": "true" }, "Press again to do it") : null);
  }

  /** What an answer gives away. @param {Action} action */
  stake(action) {
    const { stake } = action;
    if (!stake) return null;
    return h("small.stake", { "data-testid": "stake" }, stake.text);
  }

  /** Where those are whom the default gives away. */
  shown() {
    const { board, playMap } = this;
    const main = this.actions.primary();
    const places = [...(main?.stake?.cells ?? []), ...(main?.stake?.units ?? []).map((unit) => board.placeOf(unit))].filter((cell) => board.cells.has(cell));
    if (!places.length) return null;
    return h("button.plainly", { type: "button", "data-testid": "show-stake", onclick: () => this.pointOut(places) }, `${playMap.pointsAt.length ? "Hide" : "Show"} ${stakeWords(main?.stake?.units?.length ?? 0, places.length)} on the map`);
  }

  /** @param {string[]} places */
  pointOut(places) {
    const { playMap } = this;
    playMap.point(playMap.pointsAt.length ? [] : [...new Set(places)]);
    this.update();
  }

  /** What a button says; where answers differ only by a number, the number also where it is 0. @param {Action} action */
  name(action) {
    const { plain, shared } = this.store.choices;
    const same = plain.filter((a) => a.kind === action.kind && a.by === action.by).length > 1;
    const words = same && !action.value ? `${actionWords(action)} 0` : actionWords(action);
    return shared && action.by ? `${capital(action.by)}: ${words}` : words;
  }

  /** Answers this kind of decision has had before and has not now: ask why, and say it. */
  notYet() {
    const { session } = this;
    const { choices } = this.store;
    const kind = session.state.decision?.kind ?? "";
    if (!session.mine || choices.rolls.length) return null;
    const known = this.usual.get(kind) ?? new Map();
    this.usual.set(kind, known);
    for (const action of choices.plain) known.set(nameOf(action), action);
    const end = /** @type {Action} */ ({ kind: "done" });
    if (!choices.subject && OFFERS_END.test(session.state.decision?.prompt ?? "") && !choices.plain.length && !known.has(nameOf(end))) known.set(nameOf(end), end); // an end that is spoken of and not open
    const seq = session.state.seq;
    for (const [name, action] of known) {
      if (action.value || choices.plain.some((a) => nameOf(a) === name) || this.closed.some((c) => c.seq === seq && c.action === action)) continue;
      const found = { seq, action, reason: "", cases: /** @type {string[]} */ ([]) };
      this.closed = [...this.closed.filter((c) => c.seq === seq), found];
      session.legal(action).then((answer) => {
        if (answer.legal || session.state.seq !== seq) return;
        Object.assign(found, answer);
        this.update();
      }, () => {});
    }
    return this.closed.filter((c) => c.seq === seq && c.reason).map((c) => h("p.notice.closed", { "data-testid": `closed-${c.action.kind}` },
      h("b", null, `${c.action.kind === "done" && !c.action.label ? "The phase cannot end yet" : `${actionWords(c.action)}: not yet`}. `), this.links.rich(`${c.reason}.`.replace("..", ".")), this.links.cases(c.cases)));
  }

  /** What would be left undone: said, and no reason to ask twice. @param {Action} action */
  leftOver(action) {
    const { choices } = this.store;
    if (!ENDS.includes(action.kind) || choices.subject) return ""; // one answer among others, or the one counter at hand goes no further
    const left = choices.left();
    if (!left.units && !left.cells) return "";
    if (this.odds.hasOdds(action)) return "";
    const parts = [left.units ? counted(left.units, "counter") : "", left.cells ? counted(left.cells, "place") : ""].filter(Boolean);
    return `${parts.join(" and ")} could still be used`;
  }

  /** Press a button; one that gives something away says so first, and waits as long as it is read. @param {Action} action */
  press(action) {
    const name = nameOf(action);
    if (action.stake?.grave && setting("confirmDone") && this.armed !== name) {
      this.arm(name);
      this.announce(`${action.stake.text}. Press again to do it.`);
      return;
    }
    this.armed = "";
    this.actions.perform(action);
  }

  /** The main answer, by its key; in a lesson the page turns first. */
  pressPrimary() {
    const { actions } = this;
    if (this.lesson()?.next()) return true;
    if (this.store.choices.rolls.length) return this.pressDice("enter-dice");
    if (actions.pending) actions.perform(actions.pending);
    else {
      const action = actions.primary();
      if (!action) return false;
      this.press(action);
    }
    return true;
  }

  /** A button of the form for dice rolled by hand. @param {string} testid */
  pressDice(testid) {
    const button = /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-testid="${testid}"]:enabled`));
    button?.click();
    return Boolean(button);
  }

  /** @param {number} n */
  pressNth(n) {
    if (this.checklist.toggleNth(n)) return true;
    const { rolls } = this.store.choices;
    if (rolls.length) return this.pressDice(`die-${1 + this.element.querySelectorAll(".face[aria-checked=true]").length % (rolls[0].dice?.length ?? 1)}-${n + 1}`);
    const action = this.nth(n);
    if (action) this.press(action);
    return Boolean(action);
  }

  /** The keyboard comes to a button. @param {string} testid */
  focusOn(testid) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-testid="${testid}"]`))?.focus();
  }

  /** Nothing is pressed for good yet. */
  disarm() {
    const armed = this.armed !== "";
    if (armed) this.arm("");
    return armed;
  }

  /** @param {string} name */
  arm(name) {
    this.armed = name;
    for (const button of this.body.querySelectorAll("[data-name]")) button.classList.toggle("armed", button.getAttribute("data-name") === name);
  }

  /** Other things the counter just chosen could do. */
  instead() {
    const others = this.actions.instead();
    if (!others.length) return null;
    return h("div.row.instead", null, h("span", null, "Instead:"), others.map((action) =>
      h("button", { type: "button", "data-testid": `instead-${action.kind}`, onclick: () => this.actions.switchTo(action) }, actionWords(action, { unit: true }))));
  }

  /** Counters off the map that can act. */
  tray() {
    const { choices, view } = this.store;
    const off = view.counters.filter((c) => choices.units.has(c.id) && !this.board.cells.has(c.place));
    if (!off.length || choices.subject) return null;
    return h("div.tray", { "aria-label": "Off the map" }, h("span", null, "Off the map:"), off.map((c) =>
      h("button.chip", {
        type: "button", "data-unit": c.id, ...inColoursOf(this.session.game.info.looks, this.board.nationOf(c.id)), title: `${this.board.nameOf(c.id)}, ${c.place}`,
        class: this.store.selected === c.id ? "selected" : "",
        onclick: (/** @type {MouseEvent} */ e) => this.clicks.unit(c.id, { x: e.clientX, y: e.clientY }),
      }, c.id)));
  }

  backButtons() {
    const { session } = this;
    const { state, table } = session;
    if (!table.you.length || state.over) return null;
    const others = table.seats.some((s) => s.kind !== "bot" && !table.you.includes(s.side));
    const bots = table.seats.some((s) => s.kind === "bot");
    const any = session.entries.some((e) => table.you.includes(e.player));
    const ask = !state.can_undo && others;
    const free = state.can_undo || (!others && !bots);
    const stepsBack = this.actions.canStepBack();
    const { back } = this.store.choices;
    const away = back && !(stepsBack && free) ? h("button", { type: "button", "data-testid": "step-back", title: "Name something else", disabled: session.busy, onclick: () => this.actions.perform(back) }, "Back") : null;
    return h("div.row.back", null, this.hint.button(), away, h("button", {
      type: "button", "data-testid": "undo", disabled: session.busy || !any || !(free || ask),
      title: free ? "Take the last action back" : ask ? "Dice have fallen: the other side must agree" : "Nothing can be taken back past the dice",
      onclick: () => this.actions.undo(),
    }, ask && any ? "Ask to take back" : stepsBack ? "Back" : "Undo"),
    this.actions.ofThisPhase.length > 2 ? h("button", { type: "button", "data-testid": "undo-phase", title: "Take back all of this phase (Shift+Backspace)", disabled: session.busy, onclick: () => this.actions.undoPhase() }, "Start of the phase") : null, this.standing.button());
  }

  /** At the start of a match: what both sides want. */
  goals() {
    if (this.store.length > 0 || this.session.state.over) return null;
    return h("details.start-goals", { open: !isPhone() || null }, h("summary", null, "What each side wants"), goalsCard(this.session, this.store.view));
  }

  /** Every legal action as a list, for the keyboard and for those who cannot see the map. */
  list() {
    const { choices } = this.store;
    const rest = choices.all.filter((a) => (a.unit || a.cell) && !a.dice?.length && !choices.stances.includes(a));
    if (!rest.length) return null;
    return h("details.list", { open: this.listOpen || null, ontoggle: (/** @type {Event} */ e) => (this.listOpen = /** @type {HTMLDetailsElement} */ (e.target).open) },
      h("summary", { "data-testid": "all-choices" }, `All choices (${rest.length})`),
      h("ul", null, rest.slice(0, LISTED).map((action) => h("li", null, h("button.plainly", {
        type: "button", "data-action": action.text,
        onfocus: () => this.playMap.focusOn(action.cell || this.board.placeOf(action.unit ?? "")),
        onpointerenter: () => this.playMap.focusOn(action.cell || this.board.placeOf(action.unit ?? "")),
        onclick: () => this.actions.perform(action),
      }, actionWords(action))))),
      rest.length > LISTED ? h("p", null, `and ${rest.length - LISTED} more on the map`) : null);
  }
}

/** What an answer gives away, counted. @param {number} units @param {number} places */
function stakeWords(units, places) {
  const count = units || places;
  return count === 1 ? `the ${units ? "unit" : "place"}` : `the ${count} ${units ? "units" : "places"}`;
}
