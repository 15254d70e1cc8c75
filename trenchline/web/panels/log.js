/** The log: what happened, with dice and arithmetic; counters and cells are links to the map. */

import { showFault } from "../common/dialogs.js";
import { diceRow } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { momentPage } from "../play/moment-address.js";
import { asSentences, entryWords, namesInBraces, sourceLinks, worthTelling } from "../common/wording.js";

/** @import { Entry, MatchEvent, Term } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { Actions } from "../play/actions.js" */
/** @import { Links } from "../play/links.js" */
/** @import { Replay } from "../play/replay.js" */
/** @import { Tabs } from "./tabs.js" */

const CASES = 2; // on a line; a case opened shows those around it
const SHOWN = 250; // entries at first; older ones on demand

/**
 * One event as a line of the log.
 * @param {MatchEvent} event @param {Links} links
 */
export function eventLine(event, links) {
  if (event.kind === "turn") return h("h3.log-turn", null, event.text);
  if (event.kind === "step") return h("h4.log-step", null, event.text);
  const first = links.board.cellsIn(event.text).at(-1) ?? namesInBraces(event.text)[0];
  return h("div.log-line", {
    class: event.result ? "has-result" : "", "data-kind": event.kind,
    onclick: (/** @type {MouseEvent} */ e) => {
      if (first && !(/** @type {Element} */ (e.target).closest("button, summary"))) links.goTo(first);
    },
  },
  diceRow(event.dice),
  h("span", null, links.names(event.text), links.cases(event.cases?.slice(0, CASES))),
  event.lines?.length ? h("details.sum", null, h("summary", null, "arithmetic"), sumTable(event.lines, links)) : null);
}

/**
 * Lines of arithmetic.
 * @param {Term[]} lines @param {Links} links
 */
export function sumTable(lines, links) {
  return h("table.sum", null, h("tbody", null, lines.map((line) => h("tr", null,
    h("td.value", null, line.value > 0 ? `+${line.value}` : String(line.value).replace("-", "\u2212")),
    h("td", null, links.names(line.text), sourceLinks(line.case, (c) => links.openCase(c)))))));
}

/**
 * Why a bot did it, as far as that is not the last reason told of its side; with the reasons of the choices that led to it and told nothing.
 * @param {Entry} entry @param {Entry[]} entries in their order
 */
export function newReasonOf(entry, entries) {
  if (!entry.why) return "";
  const reasons = [entry.why];
  let last = "";
  for (let i = entries.findLastIndex((e) => e.n < entry.n); i >= 0 && !last; i--) {
    const { player, why, events } = entries[i];
    if (player !== entry.player || !why) continue;
    if (worthTelling(events).length) last = why;
    else if (!reasons[0].includes(why)) reasons.unshift(why);
  }
  const fresh = reasons.filter((why, i) => !last.includes(why) && !reasons.some((other, j) => j !== i && other.includes(why) && (j < i || other !== why)));
  return fresh.length ? asSentences(fresh[0]) : ""; // why it was begun: reasons of several choices would run together
}

/** Whether an entry is still what it was: it may have been taken back, and what was secret comes to light. @param {Entry} was @param {Entry} [is] */
function sameEntry(was, is) {
  return was === is || (was.seq === is?.seq && was.text === is.text && was.events.length === is.events.length);
}

export class Log {
  /** @param {{session: Session, store: Shown, actions: Actions, links: Links, replay: Replay, tabs: Tabs}} needs */
  constructor({ session, store, actions, links, replay, tabs }) {
    this.session = session;
    this.store = store;
    this.actions = actions;
    this.links = links;
    this.replay = replay;
    this.tabs = tabs;
    this.shown = SHOWN;
    this.list = h("div.log", { role: "log", "aria-live": "polite", "aria-label": "What happened", "data-testid": "log" });
    this.element = this.list;
    /** @type {Entry[]} those that are written here */ this.written = [];
    this.store.on(["state"], () => this.update());
    this.store.on(["past"], () => this.mark());
  }

  /** What is new is written below. All is written anew where what stands there holds no more: to read on meanwhile one must not be thrown to the end. */
  update() {
    const goesOn = this.goesOn();
    const read = this.tabs.current === "log"; // one that is not shown is at its end when it is
    const atEnd = read && goesOn && this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    if (goesOn) this.goOn();
    else this.draw();
    this.mark();
    if (read && !this.store.replaying && (atEnd || !goesOn)) this.list.scrollTop = this.list.scrollHeight;
  }

  /** Whether what is written holds: it begins early enough, but not much earlier than it should, and nothing of it was taken back or has come to light. */
  goesOn() {
    const { entries } = this.session;
    const begin = entries.at(-this.shown)?.n ?? entries[0]?.n;
    const first = this.written[0]?.n;
    if (first === undefined || first > begin || first < begin - SHOWN) return false;
    const now = new Map(entries.map((e) => [e.n, e]));
    return this.written.every((e) => sameEntry(e, now.get(e.n)));
  }

  goOn() {
    const last = this.written.at(-1)?.n ?? -1;
    const fresh = this.session.entries.filter((e) => e.n > last);
    this.written.push(...fresh);
    this.list.append(...fresh.map((entry) => this.entry(entry)));
  }

  draw() {
    const { session } = this;
    const entries = this.written = session.entries.slice(-this.shown);
    const first = entries[0]?.n ?? 0;
    fill(this.list,
      entries.length < session.entries.length || first > 0 ? h("button", { type: "button", onclick: () => this.more() }, "Earlier") : null,
      first === 0 ? worthTelling([...session.prelude, ...(entries[0]?.events ?? [])]).filter((e) => session.prelude.includes(e)).map((e) => eventLine(e, this.links)) : null,
      entries.map((entry) => this.entry(entry)));
  }

  /** @param {Entry} entry */
  entry(entry) {
    const lines = worthTelling(entry.events);
    const alone = this.actions.autos.has(entry.n);
    const byOrder = entry.ordered ? "By your standing order" : "";
    if (!lines.length) {
      return h("div.log-entry", { "data-n": entry.n, ...this.session.seating.colours(entry.player), class: alone || byOrder ? "" : "quiet" }, h("div.log-line.faint", null, byOrder ? `${byOrder}: ${entryWords(entry.text)}` : alone ? `The only choice: ${entryWords(entry.text)}` : entryWords(entry.text)));
    }
    return h("div.log-entry", { "data-n": entry.n, ...this.session.seating.colours(entry.player) },
      h("a.jump", { href: `#/${momentPage(this.session, entry.n + 1, true)}`, title: `Look at the map after action ${entry.n + 1}; the link can be shared`, "aria-label": `Replay to action ${entry.n + 1}`, onclick: (/** @type {MouseEvent} */ e) => this.jump(e, entry.n + 1) }, String(entry.n + 1)),
      this.reason(entry), lines.map((event) => eventLine(event, this.links)), byOrder ? h("div.faint", null, `${byOrder}: ${entryWords(entry.text)}`) : alone ? h("div.faint", null, "The only choice.") : null);
  }

  /** Here, unless it is to be opened elsewhere. @param {MouseEvent} event @param {number} n */
  jump(event, n) {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.replay.go(n);
  }

  /** @param {Entry} entry */
  reason(entry) {
    const why = newReasonOf(entry, this.session.entries);
    return why ? h("p.log-why", null, this.links.rich(why)) : null;
  }

  /** Show where the replay stands. */
  mark() {
    this.list.querySelector(".now")?.classList.remove("now");
    if (!this.store.replaying || !this.store.at) return;
    const wanted = this.store.at - 1;
    const { entries } = this.session;
    const from = entries.findIndex((e) => e.n >= wanted);
    if (from >= 0 && entries[from].n < this.written[0]?.n) {
      this.shown = entries.length - from + 40;
      return this.update();
    }
    let line = this.list.querySelector(`[data-n="${wanted}"]`);
    while (line?.classList.contains("quiet") && line.previousElementSibling) line = line.previousElementSibling;
    line?.classList.add("now");
    line?.scrollIntoView({ block: "nearest" });
  }

  async more() {
    const { session } = this;
    try {
      if (session.entries.length < session.state.length) await this.replay.loadHistory();
      this.shown += SHOWN;
      this.update();
    } catch (fault) {
      showFault(fault);
    }
  }
}
