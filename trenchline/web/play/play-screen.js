/** The play screen: the map, the orders, the panels. Everything drawn comes from the board, view and decision documents. */

import { showFault } from "../common/dialogs.js";
import { fill, h, isPhone, panelsAreSheet } from "../common/dom.js";
import { onSettings, setting } from "../common/settings.js";
import { playEvents } from "../common/sounds.js";
import { lookUp } from "../common/terms.js";
import { call, retryWhileLost } from "../connection/api.js";
import { listenForCards } from "../reference/hover-cards.js";
import { loadReference } from "../reference/reference.js";
import { isLesson } from "../lesson/start-lesson.js";
import { hasActed } from "../map/counter-signs.js";
import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { addHandle } from "./column-widths.js";
import { Hand } from "./hand.js";
import { listenToKeys } from "./keyboard.js";
import { Links } from "./links.js";
import { makeHands } from "./make-hands.js";
import { makePanels } from "./make-panels.js";
import { MomentAddress } from "./moment-address.js";
import { PlayMap } from "./play-map.js";
import { Shown } from "./shown.js";
import { announceTurn, resetTitle } from "./turn-notice.js";

/** @import { Entry, View } from "../types.js" */

/** A moment of a match: after how many actions, and whether it is looked at in the log. @typedef {{at: number, log: boolean}} Moment */

/** @type {{cells: Set<string>, units: Set<string>}} */
const NOTHING = { cells: new Set(), units: new Set() };

/**
 * Open the play screen of a table; the answer closes it.
 * @param {import("../connection/session.js").Session} session @param {HTMLElement} root @param {Moment} [moment] to look at first
 */
export function openPlay(session, root, moment) {
  const play = new Play(session, root);
  play.start(moment);
  return () => play.close();
}

export class Play {
  /** @param {import("../connection/session.js").Session} session @param {HTMLElement} root */
  constructor(session, root) {
    this.session = session;
    const store = (this.store = new Shown(session));
    const board = (this.board = new Board(session.game, (counter) => session.seating.commander(counter), store));
    this.hand = new Hand(session, (free) => this.element.toggleAttribute("data-free", free));
    this.links = new Links({ game: session.game, board, store, show: (cell, unit) => this.show(cell, unit) });
    this.playMap = new PlayMap({ session, store, board });
    this.listener = h("div.hidden", { "aria-live": "assertive" });
    /** @type {import("../lesson/lesson-panel.js").LessonPanel | undefined} at a lesson's table */ this.lesson = undefined;
    store.set({ choices: this.sorted() });
    store.on(["past"], () => this.element.classList.toggle("replaying", store.replaying));
    store.on(["view"], () => this.playMap.show(store.view)); // the map first: panels point at what stands on it
    store.on(["state", "past", "selected", "party"], () => this.lightUp());
    const announce = (/** @type {string} */ words) => this.announce(words);
    const lesson = () => this.lesson;
    this.hands = makeHands(this.ground, {
      announce, lesson,
      orders: () => this.panels.orders,
      showFight: () => this.panels.tabs.show("fight", true),
      aim: (action) => this.aim(action),
      leftToMe: () => this.myTurn(),
      leaveReplay: () => this.leaveReplay(),
      uncovered: () => this.uncovered(),
    });
    this.panels = makePanels(this.ground, this.hands, { announce, lesson, openSheet: (tab) => this.openSheet(tab), closeSheets: () => this.closeSheets(), lightAll: () => this.lightAll() });
    this.address = new MomentAddress({ session, store, replay: this.hands.replay, tabs: this.panels.tabs });
    this.mapBox = h("main.map", { "aria-label": "The map", tabindex: "0", "data-testid": "map" },
      this.playMap.window, this.panels.layerMenu.element, this.hands.checklist.element, this.panels.invitation.element, this.panels.chat.preview, this.playMap.overview.element, this.panels.meanwhile.pointers);
    this.element = this.lay();
    fill(root, this.element);
    addHandle(this.element, /** @type {HTMLElement} */ (this.element.querySelector(".left")), "left");
    addHandle(this.element, this.panels.tabs.element, "right");
    this.playMap.mapView.open(); // now that it has a size
    this.phoneSheet();
    store.on(["state"], () => (this.element.dataset.seq = String(session.state.seq))); // all the others have drawn it
  }

  /** What hands and panels build on. */
  get ground() {
    const { session, store, board, hand, links, playMap } = this;
    return { session, store, board, hand, links, playMap };
  }

  /** Everything in its place. */
  lay() {
    const { tabs, situation, menu, seats, clocks, orders, meanwhile, paceStrip, replayBar } = this.panels;
    return h("div.play", { "data-testid": "play" },
      h("aside.left", { "aria-label": "Decision and situation" },
        h("header", null, h("a.home", { href: "#/", title: "All my tables" }, "Trenchline"), situation.brief, h("button.menu", { type: "button", "data-testid": "menu", onclick: () => menu.open() }, "Menu")),
        situation.title, seats.element, clocks.element, situation.standing, orders.element, meanwhile.element, paceStrip.element, situation.element),
      this.mapBox, tabs.element, replayBar.element, seats.banner, this.listener);
  }

  /** The decision that waits, sorted; who has done his part is seen on the counters. */
  sorted() {
    const { decision, view } = this.session.state;
    return new Choices(decision, this.board.commanders, new Set(view.counters.filter((c) => hasActed(c.states ?? [])).map((c) => c.id)));
  }

  /** @param {Moment} [moment] */
  start(moment) {
    this.stop = [this.session.on((change) => this.update(change)), this.listenToKeys(), onSettings(() => this.store.touch("preferences"))];
    const seen = this.hands.replay.seen();
    lookUp.open = (c) => this.links.openCase(c);
    this.learnWords();
    this.learnToPlay().catch(showFault);
    this.refresh({ what: "state", fresh: [], before: null });
    this.hand.comeFree(); // the line may have come up before anybody listened
    if (isPhone()) this.playMap.open(this.firstLook());
    if (!moment) this.address.soon();
    if (moment?.log) this.openSheet("log");
    if (moment) this.hands.replay.go(moment.at);
    else if (this.session.mine && this.hands.replay.missed() && setting("catchUp") && seen < this.store.length) this.hands.replay.catchUp(Math.max(seen, this.hands.replay.lastOwn() + 1));
  }

  listenToKeys() {
    const { session, store, playMap } = this;
    return listenToKeys({ session, store, playMap, ...this.hands, ...this.panels, tell: () => this.tellCounter(), closeSheets: () => this.closeSheets() });
  }

  /** Where something can be done; else where my counters are. */
  firstLook() {
    const places = this.hands.cursor.places();
    const { you } = this.session.table;
    return places.length ? places : this.store.view.counters.filter((c) => you.includes(this.board.commanders.get(c.id) ?? "") && this.board.cells.has(c.place)).map((c) => c.place);
  }

  close() {
    this.closed = true;
    this.lesson?.remove();
    this.stop?.forEach((end) => end());
    lookUp.open = () => {};
    this.hands.pace.stop();
    this.hands.replay.pause();
    this.address.stop();
    this.hands.tooltip.remove();
    this.hands.handOver.remove();
    this.panels.meanwhile.stop();
    this.panels.replayBar.stop();
    this.panels.chat.stop();
    this.panels.clocks.stop();
    this.playMap.remove();
    this.session.close();
    resetTitle();
  }

  // ---------------------------------------------------------------- what has changed

  /** @param {import("../connection/session.js").Change} change */
  update(change) {
    if (change.what === "state") this.refresh(change);
    else if (change.what === "chat") this.store.change({ chat: this.session.said });
    else if (change.what === "presence") this.store.change({ seats: this.session.table.seats });
    else if (change.what === "link") this.linked();
    else if (!this.session.busy) this.store.touch("plans");
    this.element.classList.toggle("busy", this.session.busy);
    this.hand.comeFree();
  }

  linked() {
    this.store.change({ link: this.session.link });
    const lost = this.session.link === "lost";
    if (this.lost && !lost) this.inTouchAgain();
    this.lost = lost;
  }

  inTouchAgain() {
    this.hands.pace.again();
    this.hands.odds.again();
  }

  /** @param {import("../connection/session.js").Change} change */
  refresh(change) {
    const { session, store } = this;
    const { state } = session;
    const before = store.view;
    this.hands.tooltip.hide();
    const wasMine = Boolean(change.before?.decision?.mine);
    const choices = this.sorted();
    store.set({ choices });
    this.hands.actions.note();
    this.hands.group.prune();
    this.hands.pace.heard(session.mine && !this.hands.actions.takesItself);
    this.hands.hint.update();
    this.playMap.point([]);
    if (!session.mine) this.hands.actions.said = "";
    if (!choices.units.has(store.selected)) store.letGo();
    if (this.hands.actions.pending && !choices.all.some((a) => a.text === this.hands.actions.pending?.text)) this.hands.actions.pending = null;
    store.change({ state, seats: session.table.seats, ...(store.replaying ? {} : { view: state.view }) });
    if (!store.replaying) {
      if (change.before) this.tellFresh((change.fresh ?? []).slice(-8), before);
      if (!this.hands.actions.pending) this.playMap.preview(null);
      if (session.mine && !wasMine) this.playMap.showSome(this.hands.cursor.places());
      if (session.mine && !wasMine && this.panels.meanwhile.fought) this.panels.tabs.show("fight", true);
    }
    this.hands.handOver.update(change.before?.decision?.player ?? "");
    if (!this.hands.actions.takesItself) announceTurn(session, wasMine);
    if (!document.hidden) this.hands.replay.markSeen();
    this.hands.actions.auto();
  }

  /** The decision that waits is mine after all, and not taken by itself. */
  myTurn() {
    this.hands.pace.heard(this.session.mine);
    announceTurn(this.session, false);
    this.store.touch("mine");
  }

  /**
   * What has just been done, on the map. What the computer does is followed, and a choice of it that tells nothing leaves the last one standing.
   * @param {Entry[]} fresh @param {View} before the view it was done in
   */
  tellFresh(fresh, before) {
    const events = fresh.flatMap((e) => e.events);
    const seat = fresh.findLast((e) => e.player !== "dice")?.player ?? "";
    const bot = this.session.table.seats.some((s) => s.side === seat && s.kind === "bot");
    if (!fresh.length || (bot && !events.length)) return;
    playEvents(events);
    this.playMap.eventsOnMap.show(events, before, seat, bot && this.hands.pace.steps);
    if (bot && this.panels.tabs.current === "fight" && !this.panels.meanwhile.fought) this.panels.tabs.show("log", true);
  }

  /** What a tap has chosen and a second tap will do: its arrow and its odds. @param {import("../types.js").Action | null} action */
  aim(action) {
    this.playMap.preview(action);
    this.hands.odds.look(action);
  }

  /** The cover of a hot seat is lifted. */
  uncovered() {
    this.mapBox.focus();
    this.hands.actions.auto();
  }

  lightUp() {
    const { choices, selected, replaying } = this.store;
    if (replaying) this.playMap.choices(NOTHING, selected);
    else this.playMap.choices(this.session.mine ? choices.lit(selected) : NOTHING, choices.subject || selected, this.hands.group.party);
    this.hands.group.showReach();
  }

  /** Light all places that can be named, or only those where something is to be hit. */
  lightAll() {
    const { choices } = this.store;
    choices.lightsAll = !choices.lightsAll;
    this.store.touch("party");
  }

  // ---------------------------------------------------------------- replay and catching up

  leaveReplay() {
    this.store.set({ past: null });
    this.playMap.eventsOnMap.show([], this.store.view, "");
    this.hands.replay.markSeen();
    this.refresh({ what: "state", fresh: [], before: null });
  }

  // ---------------------------------------------------------------- looking things up

  /** At a lesson's table its card stands over the map. */
  async learnToPlay() {
    if (!isLesson(this.session)) return;
    const [{ LessonPanel }, lesson] = await Promise.all([import("../lesson/lesson-panel.js"), retryWhileLost(() => call("GET", `api/games/${this.session.game.info.slug}/lessons/${this.session.table.lesson}`))]);
    if (this.closed) return;
    this.lesson = new LessonPanel({
      session: this.session, store: this.store, board: this.board, playMap: this.playMap, links: this.links, mapBox: this.mapBox,
      reads: (on) => this.element.classList.toggle("lesson-reads", on),
      ordersBegin: () => this.panels.orders.element.getBoundingClientRect().top,
    }, lesson);
    this.lesson.open();
  }

  /** The words and cases of the game: not needed for the first picture, so they come after it. */
  async learnWords() {
    const reference = await loadReference(this.session.game.info.slug).catch(() => null);
    if (!reference || this.closed) return;
    this.stop?.push(listenForCards(reference));
    this.store.change({ reference });
  }

  /** All that a counter says: the one under the pointer, at the cursor or chosen; with none, the key to all of them. */
  tellCounter() {
    const { tooltip, cursor } = this.hands;
    const { links } = this;
    const told = tooltip.unit || this.store.selected || this.board.unitsIn(tooltip.cell || cursor.cell)[0];
    if (!told) return links.openKey();
    tooltip.hide();
    links.tellCounter(told);
  }

  /** Bring a cell, and a counter in it, into sight. @param {string} cell @param {string} unit */
  show(cell, unit) {
    if (panelsAreSheet()) this.panels.tabs.element.classList.remove("open");
    this.playMap.goTo(cell);
    if (unit) this.playMap.light([unit]);
  }

  /** Say something to those who listen. @param {string} words */
  announce(words) {
    this.listener.textContent = words;
  }

  /** @param {string} tab */
  openSheet(tab) {
    this.panels.tabs.show(tab);
    this.panels.tabs.element.classList.add("open");
    this.sheet = `tab-${tab}`;
  }

  /** On phones and tablets the panels are a sheet from below: a tab opens it, the same tab closes it. */
  phoneSheet() {
    this.panels.tabs.head.addEventListener("click", (event) => {
      const tab = /** @type {Element} */ (event.target).closest("[role=tab]");
      if (!tab || !panelsAreSheet()) return;
      const same = this.sheet === tab.id && this.panels.tabs.element.classList.contains("open");
      this.panels.tabs.element.classList.toggle("open", !same);
      this.sheet = tab.id;
      if (!same && this.panels.tabs.current === "log") this.panels.log.list.scrollTo(0, 1e9); // it had no height before
    });
    this.mapBox.addEventListener("pointerdown", () => this.closeSheets());
  }

  /** Whether a sheet covered the map. */
  closeSheets() {
    const { element } = this;
    const { tabs } = this.panels;
    const open = (panelsAreSheet() && tabs.element.classList.contains("open")) || element.classList.contains("situation-open");
    tabs.element.classList.remove("open");
    element.classList.remove("situation-open");
    return open;
  }
}
