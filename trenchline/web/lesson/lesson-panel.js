/** A guided battle: a card over the map that says one thing at a time and points at what to click. What it asks for is all that can be done, and no page turns by itself. */

import { go } from "../common/address.js";
import { showFault } from "../common/dialogs.js";
import { fill, h, isPhone } from "../common/dom.js";
import { markTerms } from "../common/terms.js";
import { actionWords, namesInBraces, pointWords, withLinks } from "../common/wording.js";
import { keepNewTable } from "../connection/keyring.js";
import { withCases } from "../reference/reference.js";
import { beginAnew, lessonPage, markRead, readSteps } from "./start-lesson.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Board } from "../play/board.js" */
/** @import { Links } from "../play/links.js" */
/** @import { PlayMap } from "../play/play-map.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { Action, LessonDocument, LessonMove, LessonStep, TableKeys } from "../types.js" */
/**
 * `reads` hears whether a page is to be read before anything can be done; `ordersBegin` says how far down the screen the orders begin.
 * @typedef {{session: Session, store: Shown, board: Board, playMap: PlayMap, links: Links, mapBox: HTMLElement, reads: (on: boolean) => void, ordersBegin: () => number}} Needs
 */

const SETTLED = 300; // ms until the map has come to rest
const AGAIN = 2000; // ms until a call that was lost is made again
const ROOM = 8; // pixels between the card and the strip of orders

export class LessonPanel {
  /** @param {Needs} needs @param {LessonDocument} lesson */
  constructor({ session, store, board, playMap, links, mapBox, reads, ordersBegin }, lesson) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.playMap = playMap;
    this.links = links;
    this.mapBox = mapBox;
    this.reads = reads;
    this.ordersBegin = ordersBegin;
    this.lesson = lesson;
    this.timer = 0;
    this.shown = -1; // the page that the card showed last
    this.back = 0; // pages that are looked at again
    this.called = -1; // the moves that were done when the enemy was last asked to move
    this.element = h("section.lesson", { "aria-label": "The lesson", "data-testid": "lesson", "aria-live": "polite" });
    this.mapBox.append(this.element);
    this.store.on(["state", "reference"], () => this.update());
  }

  /** The first look, and the first page: near enough to read the counters that take part. */
  open() {
    const { mapView } = this.playMap;
    const places = this.store.view.counters.map((c) => mapView.pointOf(c.place)).filter((p) => p !== null);
    const [xs, ys] = [places.map((p) => p.x), places.map((p) => p.y)];
    const first = this.lesson.steps.flatMap((step) => step.moves ?? []).find((move) => move.cell);
    const near = places.length ? Math.max(400, Math.max(...xs) - Math.min(...xs) + 250, Math.max(...ys) - Math.min(...ys) + 250) : 1000;
    const box = this.mapBox.getBoundingClientRect();
    if (first?.cell) mapView.centreOn(first.cell, (Math.min(box.width, box.height) / Math.min(near, 1100) / mapView.scale) * mapView.k);
    this.update();
  }

  /** How many moves of the script are done. */
  get done() {
    return this.session.state.lesson ?? 0;
  }

  /** The page that is under way: as far as the learner has turned, where what has been done agrees with it. Nothing turns a page but he. */
  get current() {
    const { steps } = this.lesson;
    const begun = steps.findLastIndex((step) => step.moves?.length && step.until - step.moves.length < this.done);
    const open = steps.findIndex((step) => step.moves?.length && step.until > this.done);
    return Math.max(0, begun, Math.min(readSteps(this.session.id), open < 0 ? steps.length : open));
  }

  /** How many moves are done when a page begins. @param {number} page */
  begins(page) {
    const step = this.lesson.steps[page];
    return step.until - (step.moves?.length ?? 0);
  }

  /** The move that comes next, where it is one of the page under way. @returns {LessonMove | null} */
  get move() {
    const step = this.lesson.steps[this.current];
    const moves = step?.moves ?? [];
    return step ? moves[this.done - this.begins(this.current)] ?? null : null;
  }

  /** The move that is asked for, where it is the learner's. @returns {LessonMove | null} */
  get wanted() {
    return this.move && this.move.seat === this.lesson.seat ? this.move : null;
  }

  /** Whether the page under way is done with, and only the learner can turn it. */
  get waits() {
    return this.current < this.lesson.steps.length && !this.move;
  }

  /** The enemy makes his moves when the page is open that tells of them. */
  letEnemyMove() {
    const { session } = this;
    if (!this.move || this.wanted || session.state.thinking || this.called === this.done) return;
    this.called = this.done;
    session.sendOnce("/lesson", { page: this.current }).catch(() => {
      this.called = -1;
      this.timer = window.setTimeout(() => this.letEnemyMove(), AGAIN);
    });
  }

  update() {
    const /** @type {number} */ current = this.current;
    if (this.shown !== current) this.back = 0;
    this.shown = current;
    this.reads(!this.wanted);
    if (this.wanted && this.session.mine && !this.store.replaying) this.playMap.advise(this.wanted.unit ?? "", this.wanted.cell ?? "");
    else this.playMap.advise("", "");
    fill(this.element, current < this.lesson.steps.length || this.back ? this.card(current - this.back) : this.end());
    markTerms(this.element.querySelector(".lesson-words"));
    this.keepClear();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keepClear(), SETTLED);
    this.letEnemyMove();
  }

  /** @param {number} at */
  card(at) {
    const { steps } = this.lesson;
    const step = steps[at];
    const again = at !== this.current;
    return [
      h("header", null, h("h2", { "data-testid": "lesson-title" }, step.title), h("small", null, `${at + 1} of ${steps.length}`)),
      h("progress", { max: steps.length, value: at, "aria-label": "How far the lesson is" }),
      h("div.lesson-words", { "data-testid": "lesson-words" }, this.words(step)),
      again ? null : this.now(),
      h("div.row", null,
        at ? h("button", { type: "button", "data-testid": "lesson-back", onclick: () => this.look(1) }, "Back") : null,
        again ? h("button.primary", { type: "button", "data-testid": "lesson-on", onclick: () => this.look(-1) }, "Forward") : null,
        !again && this.waits ? h("button.primary", { type: "button", "data-testid": "lesson-next", onclick: () => this.next() }, "Next", h("kbd", { "aria-hidden": "true" }, "Space")) : null,
        at && this.done > this.begins(at) ? h("button", { type: "button", "data-testid": "lesson-replay", title: "Play on from the beginning of this page, on a fresh table", onclick: () => this.restart(at) }, "Play page again") : null,
        at || this.done ? h("button", { type: "button", "data-testid": "lesson-restart", title: "Begin the lesson again", onclick: () => this.restart(0) }, "Restart") : null,
        h("a.button.leave", { href: "#/", "data-testid": "lesson-leave", title: "It waits for you among your tables" }, "Leave")),
    ];
  }

  /** @param {LessonStep} step */
  words(step) {
    return this.links.names(step.say).map((node) =>
      node instanceof Text && this.store.reference ? h("span", null, withCases(this.store.reference, node.data, (c) => this.links.openCase(c))) : node);
  }

  /** What to click now, in a line. */
  now() {
    const { wanted } = this;
    const step = this.lesson.steps[this.current];
    if (!step?.moves?.length || !this.move) return null;
    if (!wanted || !this.session.mine) return h("p.lesson-now.waiting", { "data-testid": "lesson-now" }, "The enemy answers.");
    const action = this.store.choices.all.find((a) => a.kind === wanted.kind);
    const line = { "data-testid": "lesson-now", "data-kind": wanted.kind, "data-unit": wanted.unit, "data-cell": wanted.cell, "data-facing": wanted.facing, "data-mode": wanted.mode, "data-move": String(this.done) };
    return h("p.lesson-now", line, "\u25b6 ", withLinks(this.clickWords(wanted, action), (t) => this.links.goTo(t)));
  }

  /** @param {LessonMove} move @param {Action | undefined} action */
  clickWords(move, action) {
    const place = move.unit ? this.board.placeOf(move.unit) : "";
    const stance = move.facing ? `, facing ${pointWords(move.facing)}` : "";
    const click = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
    if (move.cell) return `${click} {${move.cell}}${stance}`;
    if (move.facing) return `Choose the facing: ${pointWords(move.facing)}`;
    if (move.unit && !move.mode && this.board.cells.has(place)) return `${click} {${move.unit}} in {${place}}`;
    return `Press \u201c${move.label || actionWords(action ?? { kind: move.kind, unit: move.unit, mode: move.mode, value: move.value })}\u201d`;
  }

  /** Turn the page, if it is done with. @returns {boolean} whether it was */
  next() {
    if (!this.waits || this.back) return false;
    markRead(this.session.id, this.current + 1);
    this.update();
    this.store.touch("plans");
    return true;
  }

  /** The lesson again, from its beginning or that of a page. @param {number} page */
  restart(page) {
    beginAnew(this.session.game.info.slug, this.lesson.number, page).catch(showFault);
  }

  /** @param {number} by */
  look(by) {
    this.back = Math.max(0, Math.min(this.current, this.back + by));
    this.update();
  }

  end() {
    const later = this.session.game.info.lessons.slice(this.lesson.number);
    return [
      h("header", null, h("h2", { "data-testid": "lesson-title" }, `${this.lesson.title}: done`)),
      h("div.lesson-words", { "data-testid": "lesson-done" }, "Play on from here against a recruit, with dice of your own, or start a whole game from the first page: Hint is there when you want it."),
      h("div.row", null,
        later.map((title, i) => h("button.primary", { type: "button", "data-testid": "lesson-more", onclick: () => go(lessonPage(this.session.game.info.slug, this.lesson.number + i + 1)) }, `Next lesson: ${title}`)),
        h("button", { type: "button", "data-testid": "lesson-play-on", onclick: () => this.playOn() }, "Play on from here"),
        h("button", { type: "button", "data-testid": "lesson-back", onclick: () => this.look(1) }, "Back"),
        h("button", { type: "button", "data-testid": "lesson-again", onclick: () => this.restart(0) }, "Restart"),
        h("a.button", { href: `#/rules/${this.session.game.info.slug}`, target: "_blank" }, "The rules"),
        h("a.button", { href: "#/" }, "All games"))];
  }

  /** A table of its own from here: other dice, and a recruit in the enemy's place. */
  async playOn() {
    const { session } = this;
    const { game } = this.session;
    const seats = Object.fromEntries(session.table.seats.map((s) => [s.side, s.kind === "bot" ? "bot:recruit" : "me"]));
    try {
      /** @type {TableKeys} */
      const made = await session.sendOnce("/branch", { at: this.store.length, seats, name: "" });
      go(`t/${keepNewTable(made, game.info.title)}`);
    } catch (fault) {
      showFault(fault);
    }
  }

  /** The place that is to be clicked, or the first that the words speak of. */
  get about() {
    const { wanted } = this;
    const named = wanted ? [wanted.cell ?? "", wanted.unit ?? ""] : namesInBraces(this.lesson.steps[this.current - this.back]?.say ?? "");
    return named.map((token) => (this.board.cells.has(token) ? token : this.board.placeOf(token))).find((place) => this.board.cells.has(place)) ?? "";
  }

  /** The card goes to the side of the map where nothing is to be clicked or looked at. */
  keepClear() {
    const { about: cell } = this;
    const at = cell ? this.playMap.mapView.pointOf(cell) : null;
    this.element.style.top = this.element.style.bottom = "";
    if (!at) return;
    const box = this.mapBox.getBoundingClientRect();
    this.element.classList.toggle("at-right", at.clientX < box.left + box.width / 2);
    if (isPhone()) this.halfOf(at.clientY, box);
  }

  /** On a phone the card is as wide as the map: it takes the half where nothing is to be clicked. @param {number} y @param {DOMRect} box */
  halfOf(y, box) {
    const strip = this.ordersBegin() - ROOM;
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
