/** The guided first battle: a card over the map that says one thing at a time and points at what to click. What it asks for is all that can be done. */

import { showFault } from "../common/dialogs.js";
import { fill, h, isPhone } from "../common/dom.js";
import { markTerms } from "../common/terms.js";
import { actionWords, namesInBraces, pointWords, withLinks } from "../common/wording.js";
import { call } from "../connection/api.js";
import { keepNewTable } from "../connection/keyring.js";
import { withCases } from "../learn/reference.js";
import { readSteps, markRead, startLesson } from "./start-lesson.js";

/** @import { Action, LessonDocument, LessonMove, LessonStep, TableKeys } from "../types.js" */

const SETTLED = 300; // ms until the map has come to rest
const ROOM = 8; // pixels between the card and the strip of orders

export class LessonPanel {
  /** @param {import("../play/play-screen.js").Play} play @param {LessonDocument} lesson */
  constructor(play, lesson) {
    this.play = play;
    this.lesson = lesson;
    this.timer = 0;
    this.shown = -1; // the step that the card showed last
    this.back = 0; // steps that are looked at again
    this.element = h("section.lesson", { "aria-label": "The lesson", "data-testid": "lesson", "aria-live": "polite" });
    play.mapBox.append(this.element);
  }

  /** The first look: near enough to read the counters that take part. */
  open() {
    const { mapView } = this.play.playMap;
    const places = this.play.view.counters.map((c) => mapView.pointOf(c.place)).filter((p) => p !== null);
    const [xs, ys] = [places.map((p) => p.x), places.map((p) => p.y)];
    const first = this.lesson.steps.flatMap((step) => step.moves ?? []).find((move) => move.cell);
    const near = places.length ? Math.max(400, Math.max(...xs) - Math.min(...xs) + 250, Math.max(...ys) - Math.min(...ys) + 250) : 1000;
    const box = this.play.mapBox.getBoundingClientRect();
    if (first?.cell) mapView.centreOn(first.cell, (Math.min(box.width, box.height) / Math.min(near, 1100) / mapView.scale) * mapView.k);
  }

  /** How many moves of the script are done. */
  get done() {
    return this.play.session.state.lesson ?? 0;
  }

  /** The step that is under way: the first that is neither done nor, where it only tells something, read. */
  get current() {
    const { steps } = this.lesson;
    const read = readSteps(this.play.session.id);
    const reached = steps.findLastIndex((step) => step.moves?.length && step.until - step.moves.length < this.done);
    const at = steps.findIndex((step, i) => (step.moves?.length ? step.until > this.done : i >= read && i > reached));
    return at < 0 ? steps.length : at;
  }

  /** The move that is asked for, where it is the learner's. @returns {LessonMove | null} */
  get wanted() {
    const step = this.lesson.steps[this.current];
    const moves = step?.moves ?? [];
    const move = step ? moves[this.done - (step.until - moves.length)] : undefined;
    return move && move.seat === this.lesson.seat ? move : null;
  }

  update() {
    const /** @type {number} */ current = this.current;
    if (this.shown !== current) this.back = 0;
    this.shown = current;
    this.play.element.classList.toggle("lesson-reads", !this.wanted);
    if (this.wanted && this.play.session.mine && !this.play.replaying) this.play.playMap.advise(this.wanted.unit ?? "", this.wanted.cell ?? "");
    else this.play.playMap.advise("", "");
    fill(this.element, current < this.lesson.steps.length || this.back ? this.card(current - this.back) : this.end());
    markTerms(this.element.querySelector(".lesson-words"));
    this.keepClear();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keepClear(), SETTLED);
  }

  /** @param {number} at */
  card(at) {
    const { steps } = this.lesson;
    const step = steps[at];
    const again = at !== this.current;
    const only = !again && !step.moves?.length;
    return [
      h("header", null, h("h2", { "data-testid": "lesson-title" }, step.title), h("small", null, `${at + 1} of ${steps.length}`)),
      h("progress", { max: steps.length, value: at, "aria-label": "How far the lesson is" }),
      h("div.lesson-words", { "data-testid": "lesson-words" }, this.words(step)),
      again ? null : this.now(),
      h("div.row", null,
        at ? h("button", { type: "button", "data-testid": "lesson-back", onclick: () => this.look(1) }, "Back") : null,
        again ? h("button.primary", { type: "button", "data-testid": "lesson-on", onclick: () => this.look(-1) }, "On") : null,
        only ? h("button.primary", { type: "button", "data-testid": "lesson-next", onclick: () => this.next(at) }, "Next") : null,
        h("a.button.leave", { href: "#/", "data-testid": "lesson-leave", title: "It waits for you among your tables" }, "Leave")),
    ];
  }

  /** @param {LessonStep} step */
  words(step) {
    const { play } = this;
    return withLinks(step.say, (t) => play.goTo(t), (t) => play.nameOf(t)).map((node) =>
      node instanceof Text && play.reference ? h("span", null, withCases(play.reference, node.data, (c) => play.openCase(c))) : node);
  }

  /** What to click now, in a line. */
  now() {
    const { wanted, play } = this;
    const step = this.lesson.steps[this.current];
    if (!step?.moves?.length) return null;
    if (!wanted || !play.session.mine) return h("p.lesson-now.waiting", { "data-testid": "lesson-now" }, "The enemy answers.");
    const action = play.choices.all.find((a) => a.kind === wanted.kind);
    const line = { "data-testid": "lesson-now", "data-kind": wanted.kind, "data-unit": wanted.unit, "data-cell": wanted.cell, "data-facing": wanted.facing, "data-mode": wanted.mode, "data-move": String(this.done) };
    return h("p.lesson-now", line, "\u25b6 ", withLinks(this.clickWords(wanted, action), (t) => play.goTo(t)));
  }

  /** @param {LessonMove} move @param {Action | undefined} action */
  clickWords(move, action) {
    const place = move.unit ? this.play.placeOf(move.unit) : "";
    const stance = move.facing ? `, facing ${pointWords(move.facing)}` : "";
    const click = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
    if (move.cell) return `${click} {${move.cell}}${stance}`;
    if (move.facing) return `Choose the facing: ${pointWords(move.facing)}`;
    if (move.unit && !move.mode && this.play.cells.has(place)) return `${click} {${move.unit}} in {${place}}`;
    return `Press \u201c${move.label || actionWords(action ?? { kind: move.kind, unit: move.unit, mode: move.mode, value: move.value })}\u201d`;
  }

  /** @param {number} at */
  next(at) {
    markRead(this.play.session.id, at + 1);
    this.update();
    this.play.orders.update();
  }

  /** @param {number} by */
  look(by) {
    this.back = Math.max(0, Math.min(this.current, this.back + by));
    this.update();
  }

  end() {
    const { play } = this;
    return [
      h("header", null, h("h2", { "data-testid": "lesson-title" }, "The first battle is won")),
      h("div.lesson-words", { "data-testid": "lesson-done" }, "That is the heart of the game. Play on from here against a recruit, with dice of your own, or start a whole game from the first page: Hint is there when you want it."),
      h("div.row", null,
        h("button.primary", { type: "button", "data-testid": "lesson-play-on", onclick: () => this.playOn() }, "Play on from here"),
        h("button", { type: "button", "data-testid": "lesson-again", onclick: () => startLesson(play.game.info.slug, true).catch(showFault) }, "Once more"),
        h("a.button", { href: `#/rules/${play.game.info.slug}`, target: "_blank" }, "The rules"),
        h("a.button", { href: "#/" }, "All games"))];
  }

  /** A table of its own from here: other dice, and a recruit in the enemy's place. */
  async playOn() {
    const { session, game } = this.play;
    const seats = Object.fromEntries(session.table.seats.map((s) => [s.side, s.kind === "bot" ? "bot:recruit" : "me"]));
    try {
      /** @type {TableKeys} */
      const made = await call("POST", `api/tables/${session.id}/branch`, { key: session.key, body: { at: this.play.length, seats, name: "" } });
      location.hash = `#/t/${keepNewTable(made, game.info.title)}`;
    } catch (fault) {
      showFault(fault);
    }
  }

  /** The place that is to be clicked, or the first that the words speak of. */
  get about() {
    const { wanted, play } = this;
    const named = wanted ? [wanted.cell ?? "", wanted.unit ?? ""] : namesInBraces(this.lesson.steps[this.current - this.back]?.say ?? "");
    return named.map((token) => (play.cells.has(token) ? token : play.placeOf(token))).find((place) => play.cells.has(place)) ?? "";
  }

  /** The card goes to the side of the map where nothing is to be clicked or looked at. */
  keepClear() {
    const { play, about: cell } = this;
    const at = cell ? play.playMap.mapView.pointOf(cell) : null;
    this.element.style.top = this.element.style.bottom = "";
    if (!at) return;
    const box = play.mapBox.getBoundingClientRect();
    this.element.classList.toggle("at-right", at.clientX < box.left + box.width / 2);
    if (isPhone()) this.halfOf(at.clientY, box);
  }

  /** On a phone the card is as wide as the map: it takes the half where nothing is to be clicked. @param {number} y @param {DOMRect} box */
  halfOf(y, box) {
    const strip = this.play.orders.element.getBoundingClientRect().top - ROOM;
    const low = y < (box.top + strip) / 2;
    if (!low) return;
    this.element.style.top = "auto";
    this.element.style.bottom = `${box.bottom - strip}px`;
  }

  remove() {
    clearTimeout(this.timer);
    this.element.remove();
  }
}
