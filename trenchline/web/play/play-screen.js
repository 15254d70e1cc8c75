/** The play screen: the map, the orders, the panels. Everything drawn comes from the board, view and decision documents. */

import { showFault } from "../common/dialogs.js";
import { fill, h, isPhone, panelsAreSheet } from "../common/dom.js";
import { onSettings, setting } from "../common/settings.js";
import { lookUp } from "../common/terms.js";
import { markNames, withLinks } from "../common/wording.js";
import { call, retryWhileLost } from "../connection/api.js";
import { listenForCards } from "../reference/hover-cards.js";
import { loadReference } from "../reference/reference.js";
import { isLesson } from "../lesson/start-lesson.js";
import { hasActed } from "../map/counter-signs.js";
import { Charts } from "../panels/charts.js";
import { Chat } from "../panels/chat.js";
import { FightPanel } from "../panels/fight.js";
import { Forces } from "../panels/forces.js";
import { Log } from "../panels/log.js";
import { Situation } from "../panels/situation.js";
import { Tabs } from "../panels/tabs.js";
import { Actions } from "./actions.js";
import { Board } from "./board.js";
import { Pace, PaceStrip } from "./bot-pace.js";
import { ChecklistCard } from "./checklist.js";
import { Choices } from "./choices.js";
import { Clicks } from "./clicks.js";
import { addHandle } from "./column-widths.js";
import { InvitationCard } from "./invitation-card.js";
import { HandOver } from "./hand-over.js";
import { Hint } from "./hint.js";
import { KeyCursor } from "./key-cursor.js";
import { listenToKeys } from "./keyboard.js";
import { LayerMenu } from "./layer-menu.js";
import { Meanwhile } from "./meanwhile.js";
import { Orders } from "./orders.js";
import { PlayMap } from "./play-map.js";
import { RematchNotice } from "./rematch.js";
import { Replay } from "./replay.js";
import { Seats } from "./seats.js";
import { Group } from "./group.js";
import { Menu } from "./table-menu.js";
import { Store } from "./store.js";
import { Tooltip } from "./tooltip.js";
import { announceTurn, resetTitle } from "./turn-notice.js";

/** @import { Entry, ReferenceDocument, View } from "../types.js" */
/**
 * What panels subscribe to: the table, the board as it is looked at, the action looked at in the replay, how much was said, who sits there, the line to the server, the counter
 * that is chosen, what is looked up once it has come; and changes of what stands elsewhere: those who go together and what is lit (`party`), hints, ticks, odds and what is
 * about to be confirmed (`plans`), a decision left to me after all (`mine`), preferences.
 * @typedef {{state: import("../connection/session.js").Session["state"], view: View, past: number | null, chat: number, seats: import("../types.js").Seat[], link: string, selected: string, reference: ReferenceDocument | null, party: null, plans: null, mine: null, preferences: null}} Shown
 */

/** @type {{cells: Set<string>, units: Set<string>}} */
const NOTHING = { cells: new Set(), units: new Set() };

/**
 * Open the play screen of a table; the answer closes it.
 * @param {import("../connection/session.js").Session} session @param {HTMLElement} root @param {number} [replay] the action to look at first
 */
export function openPlay(session, root, replay) {
  const play = new Play(session, root);
  play.start(replay);
  return () => play.close();
}

export class Play {
  /** @param {import("../connection/session.js").Session} session @param {HTMLElement} root */
  constructor(session, root) {
    this.session = session;
    this.game = session.game;
    this.store = new Store(/** @type {Shown} */ ({
      state: session.state, view: session.state.view, past: null, chat: session.said, seats: session.table.seats, link: session.link, selected: "", reference: null, party: null, plans: null, mine: null, preferences: null,
    }));
    this.board = new Board(this.game, (counter) => session.seating.commander(counter), this.store);
    this.store.on(["view"], () => this.playMap.show(this.view)); // the map first: panels point at what stands on it
    this.store.on(["state", "past", "selected", "party"], () => this.lightUp());
    /** @type {(() => void)[]} */ this.waiting = []; // hands, until what was ordered has arrived
    this.choices = this.sorted();
    this.actions = new Actions(this);
    this.group = new Group(this);
    this.hint = new Hint(this);
    this.checklist = new ChecklistCard(this);
    this.pace = new Pace(session);
    this.paceStrip = new PaceStrip(this);
    this.clicks = new Clicks(this);
    this.tooltip = new Tooltip(this);
    this.cursor = new KeyCursor(this);
    this.handOver = new HandOver(this);
    this.rematch = new RematchNotice(this);
    this.orders = new Orders(this);
    this.meanwhile = new Meanwhile(this);
    this.situation = new Situation(session, this.store);
    this.fight = new FightPanel(this);
    this.log = new Log(this);
    this.charts = new Charts(this);
    this.chat = new Chat(session, this.store, { open: () => this.tabs.current === "chat", news: () => this.tabs.news("chat") });
    this.forces = new Forces(this);
    this.layerMenu = new LayerMenu(this);
    this.replay = new Replay(this);
    this.menu = new Menu(this);
    /** @type {Tabs} */ this.tabs = new Tabs([
      { id: "fight", title: "Fight", key: "A", panel: this.fight.element },
      { id: "log", title: "Log", key: "L", panel: this.log.element, shown: () => this.log.list.scrollTo(0, 1e9) },
      { id: "forces", title: "Forces", key: "O", panel: this.forces.element, shown: () => this.forces.update() },
      { id: "charts", title: "Charts", key: "K", panel: this.charts.element },
      { id: "chat", title: "Chat", key: "M", panel: this.chat.element, shown: () => this.chat.toTheEnd() },
    ]);
    this.seats = new Seats(session, this.store, () => this.invitation.open());
    this.listener = h("div.hidden", { "aria-live": "assertive" });
    this.mapBox = h("main.map", { "aria-label": "The map", tabindex: "0", "data-testid": "map" });
    this.element = h("div.play", { "data-testid": "play" },
      h("aside.left", { "aria-label": "Decision and situation" },
        h("header", null, h("a.home", { href: "#/", title: "All my tables" }, "Trenchline"), this.situation.brief, h("button.menu", { type: "button", "data-testid": "menu", onclick: () => this.menu.open() }, "Menu")),
        this.seats.element, this.situation.standing, this.orders.element, this.meanwhile.element, this.paceStrip.element, this.situation.element),
      this.mapBox, this.tabs.element, this.replay.element, this.seats.banner, this.listener);
    this.mapBox.append(this.layerMenu.element, this.checklist.element);
    this.invitation = new InvitationCard(this);
    this.mapBox.append(this.invitation.element);
    fill(root, this.element);
    addHandle(this.element, /** @type {HTMLElement} */ (this.element.querySelector(".left")), "left");
    addHandle(this.element, this.tabs.element, "right");
    this.playMap = new PlayMap(this, this.mapBox);
    this.meanwhile.layOn(this.playMap);
    this.phoneSheet();
    this.store.on(["state"], () => (this.element.dataset.seq = String(session.state.seq))); // all the others have drawn it
  }

  /** The board as it is looked at: now, or in the replay. */
  get view() {
    return this.store.values.view;
  }

  /** The counter that is chosen here, before its place is. */
  get selected() {
    return this.store.values.selected;
  }

  set selected(unit) {
    if (unit !== this.selected) this.store.set({ selected: unit });
  }

  get reference() {
    return this.store.values.reference;
  }

  get replaying() {
    return this.store.values.past !== null;
  }

  /** After how many actions the board is looked at. */
  get at() {
    return this.store.values.past ?? this.length;
  }

  /** The decision that waits, sorted; who has done his part is seen on the counters. */
  sorted() {
    const { decision, view } = this.session.state;
    return new Choices(decision, this.board.commanders, new Set(view.counters.filter((c) => hasActed(c.states ?? [])).map((c) => c.id)));
  }

  /** @param {number} [replayAt] */
  start(replayAt) {
    this.stop = [this.session.on((change) => this.update(change)), listenToKeys(this), onSettings(() => this.store.touch("preferences"))];
    const seen = this.replay.seen();
    lookUp.open = (c) => this.openCase(c);
    this.learnWords();
    this.learnToPlay().catch(showFault);
    this.refresh({ what: "state", fresh: [], before: null });
    this.comeFree(); // the line may have come up before anybody listened
    if (isPhone()) this.playMap.open(this.firstLook());
    if (replayAt !== undefined) this.replay.go(replayAt || 0);
    else if (this.session.mine && this.replay.missed() && setting("catchUp") && seen < this.length) this.replay.catchUp(Math.max(seen, this.replay.lastOwn() + 1));
  }

  /** Where something can be done; else where my counters are. */
  firstLook() {
    const places = this.cursor.places();
    const { you } = this.session.table;
    return places.length ? places : this.view.counters.filter((c) => you.includes(this.board.commanders.get(c.id) ?? "") && this.board.cells.has(c.place)).map((c) => c.place);
  }

  close() {
    this.closed = true;
    this.lesson?.remove();
    this.stop?.forEach((end) => end());
    lookUp.open = () => {};
    this.pace.stop();
    this.replay.pause();
    this.tooltip.remove();
    this.handOver.remove();
    this.meanwhile.stop();
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
    this.comeFree();
  }

  /** Whether a hand can act: nothing that was ordered is still on its way. */
  get free() {
    return !this.session.busy && !this.group.running && !this.actions.takingBack;
  }

  /** When a hand can act again; at once, if it can now. @returns {Promise<void>} */
  whenFree() {
    return this.free ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  comeFree() {
    this.element.toggleAttribute("data-free", this.free);
    if (this.free) for (const resolve of this.waiting.splice(0)) resolve();
  }

  linked() {
    this.store.change({ link: this.session.link });
    const lost = this.session.link === "lost";
    if (this.lost && !lost) this.inTouchAgain();
    this.lost = lost;
  }

  inTouchAgain() {
    this.pace.again();
    this.fight.again();
  }

  /** @param {import("../connection/session.js").Change} change */
  refresh(change) {
    const { session } = this;
    const { state } = session;
    const before = this.view;
    this.tooltip.hide();
    const wasMine = Boolean(change.before?.decision?.mine);
    this.choices = this.sorted();
    this.actions.note();
    this.group.prune();
    this.pace.heard(session.mine && !this.actions.takesItself);
    this.hint.update();
    this.playMap.point([]);
    if (!session.mine) this.actions.said = "";
    if (!this.choices.units.has(this.selected)) this.selected = "";
    if (this.actions.pending && !this.choices.all.some((a) => a.text === this.actions.pending?.text)) this.actions.pending = null;
    this.store.change({ state, seats: session.table.seats, ...(this.replaying ? {} : { view: state.view }) });
    if (!this.replaying) {
      if (change.before) this.tellFresh((change.fresh ?? []).slice(-8), before);
      if (!this.actions.pending) this.playMap.preview(null);
      if (session.mine && !wasMine) this.playMap.showSome(this.cursor.places());
      if (session.mine && !wasMine && this.meanwhile.fought) this.tabs.show("fight", true);
    }
    this.handOver.update(change.before?.decision?.player ?? "");
    if (!this.actions.takesItself) announceTurn(session, wasMine);
    if (!document.hidden) this.replay.markSeen();
    this.actions.auto();
  }

  /** The decision that waits is mine, and not taken by itself. @param {boolean} wasMine whether it was known to be */
  myTurn(wasMine) {
    this.pace.heard(this.session.mine);
    announceTurn(this.session, wasMine);
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
    this.playMap.eventsOnMap.show(events, before, seat, bot && this.pace.steps);
    if (bot && this.tabs.current === "fight" && !this.meanwhile.fought) this.tabs.show("log", true);
  }

  /** The odds have come in: buttons may need no warning. */
  oddsKnown() {
    this.store.touch("plans");
    if (this.fight.current) this.tabs.show("fight", true);
  }

  lightUp() {
    if (this.replaying) this.playMap.choices(NOTHING, this.selected);
    else this.playMap.choices(this.session.mine ? this.choices.lit(this.selected) : NOTHING, this.choices.subject || this.selected, this.group.party);
    this.group.showReach();
  }

  /** Light all places that can be named, or only those where something is to be hit. */
  lightAll() {
    this.choices.lightsAll = !this.choices.lightsAll;
    this.store.touch("party");
  }

  // ---------------------------------------------------------------- replay and catching up

  get length() {
    return this.session.state.length;
  }

  /** @param {number} at @param {View} view */
  enterReplay(at, view) {
    this.element.classList.add("replaying");
    this.store.change({ past: at, view });
  }

  leaveReplay() {
    this.store.set({ past: null });
    this.playMap.eventsOnMap.show([], this.view, "");
    this.element.classList.remove("replaying");
    this.replay.markSeen();
    this.refresh({ what: "state", fresh: [], before: null });
  }

  // ---------------------------------------------------------------- looking things up

  /** A sentence whose counters and cells are links to the map, also where it does not mark them. @param {string} text */
  rich(text) {
    return withLinks(markNames(text, (word) => this.board.cells.has(word) || this.board.counters.has(word)), (token) => this.goTo(token), (token) => this.board.nameOf(token));
  }

  /** At a lesson's table its card stands over the map. */
  async learnToPlay() {
    if (!isLesson(this.session)) return;
    const [{ LessonPanel }, lesson] = await Promise.all([import("../lesson/lesson-panel.js"), retryWhileLost(() => call("GET", `api/games/${this.game.info.slug}/lessons/${this.session.table.lesson}`))]);
    if (this.closed) return;
    /** @type {import("../lesson/lesson-panel.js").LessonPanel | undefined} */ this.lesson = new LessonPanel(this, lesson);
    this.lesson.open();
  }

  /** The words and cases of the game: not needed for the first picture, so they come after it. */
  async learnWords() {
    const reference = await loadReference(this.game.info.slug).catch(() => null);
    if (!reference || this.closed) return;
    this.stop?.push(listenForCards(reference));
    this.store.change({ reference });
  }

  /** @param {string} wanted */
  async openCase(wanted) {
    try {
      const [{ openCase }, reference] = await Promise.all([import("../reference/case-card.js"), loadReference(this.game.info.slug)]);
      openCase(reference, wanted);
    } catch (fault) {
      showFault(fault);
    }
  }

  /** The key to counters and map. */
  openKey() {
    import("../reference/anatomy.js").then(({ openKey }) => openKey(this)).catch(showFault);
  }

  /** All that a counter says: one that is named, else the one under the pointer or chosen. @param {string} [unit] */
  tellCounter(unit) {
    const { tooltip, cursor } = this;
    const told = unit || tooltip.unit || this.selected || this.board.unitsIn(tooltip.cell || cursor.cell)[0];
    if (!told) return this.openKey();
    tooltip.hide();
    import("../reference/anatomy.js").then(({ openCounterCard }) => openCounterCard(this, told)).catch(showFault);
  }

  /** Show a counter or a cell on the map. @param {string} token */
  goTo(token) {
    const cell = this.board.cells.has(token) ? token : this.board.placeOf(token);
    if (!this.board.cells.has(cell)) return;
    if (panelsAreSheet()) this.tabs.element.classList.remove("open");
    this.playMap.goTo(cell);
    if (this.board.counters.has(token)) this.playMap.light([token]);
  }

  /** @param {string} unit a counter chosen here, before its place is */
  select(unit) {
    this.store.change({ selected: unit });
  }

  /** Say something to those who listen. @param {string} words */
  announce(words) {
    this.listener.textContent = words;
  }

  get covered() {
    return this.handOver.up;
  }

  /** @param {string} tab */
  openSheet(tab) {
    this.tabs.show(tab);
    this.tabs.element.classList.add("open");
    this.sheet = `tab-${tab}`;
  }

  /** On phones and tablets the panels are a sheet from below: a tab opens it, the same tab closes it. */
  phoneSheet() {
    this.tabs.head.addEventListener("click", (event) => {
      const tab = /** @type {Element} */ (event.target).closest("[role=tab]");
      if (!tab || !panelsAreSheet()) return;
      const same = this.sheet === tab.id && this.tabs.element.classList.contains("open");
      this.tabs.element.classList.toggle("open", !same);
      this.sheet = tab.id;
      if (!same && this.tabs.current === "log") this.log.list.scrollTo(0, 1e9); // it had no height before
    });
    this.mapBox.addEventListener("pointerdown", () => this.closeSheets());
  }

  /** Whether a sheet covered the map. */
  closeSheets() {
    const { tabs, element } = this;
    const open = (panelsAreSheet() && tabs.element.classList.contains("open")) || element.classList.contains("situation-open");
    tabs.element.classList.remove("open");
    element.classList.remove("situation-open");
    return open;
  }
}
