/** What players do about time: stop the clocks, go on vacation, give the other side more, claim the win, let a computer play on. */

import { loadAccount } from "../account/account.js";
import { DAY, HOUR, lengthWords, MINUTE, outOfTime, seatTimeWords, standOf, termsWords, whenOutWords } from "../common/clock-words.js";
import { openDialog, showFault, toast } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { capital, counted } from "../common/wording.js";
import { ACCOUNT_KEY } from "../connection/keyring.js";

/** @import { ClockDocument } from "../types.js" */
/** @import { Session } from "../connection/session.js" */

/** How much time can be given, in ms. */
const GRANTS = { live: [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR], correspondence: [4 * HOUR, DAY, 3 * DAY, 7 * DAY] };

export class Time {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
  }

  get clock() {
    return this.session.state.clock;
  }

  get now() {
    return this.session.time.now();
  }

  /** Whether I play here and the match goes on. */
  get playing() {
    const { table, state } = this.session;
    return table.you.length > 0 && !state.over;
  }

  /** The seats of the other side that have a clock. */
  get enemies() {
    const { table, seating } = this.session;
    const mine = new Set(table.you.map((seat) => seating.sideOf(seat)));
    return Object.keys(this.clock?.seats ?? {}).filter((seat) => !mine.has(seating.sideOf(seat)));
  }

  /** The seats of my side, partners too. */
  get ours() {
    const enemies = new Set(this.enemies);
    return Object.keys(this.clock?.seats ?? {}).filter((seat) => !enemies.has(seat));
  }

  /** The seats of the other side that are out of time while mine is not: what may be done about them. */
  get claimable() {
    if (!this.playing || outOfTime(this.clock, this.ours, this.now).length) return [];
    return outOfTime(this.clock, this.enemies, this.now);
  }

  /** @param {string} path @param {object} [body] */
  tell(path, body = {}) {
    return this.session.change(path, body).catch((fault) => {
      showFault(fault);
      return false;
    });
  }

  /** @param {string} seat */
  claim(seat) {
    return this.tell("/clock/claim", { seat });
  }

  /** @param {string} seat */
  letComputer(seat) {
    return this.tell("/clock/computer", { seat });
  }

  async pause() {
    if (await this.tell("/clock/pause")) toast("The other side is asked. Until it agrees the clocks run.");
  }

  async resume() {
    const live = this.clock?.terms.kind === "live";
    if (await this.tell("/clock/resume")) toast(`The clocks go on in ${live ? "a minute" : "a day"}.`);
  }

  /** @param {number} days 0: back again */
  async vacation(days) {
    try {
      await this.session.sendOnce("/vacation", { days });
      await this.session.refresh();
      toast(days ? `Your clock stands still for ${counted(days, "day")}.` : "You are back, and your clock runs when it is your turn.");
    } catch (fault) {
      showFault(fault);
    }
  }

  /** How much more, and whose. @param {string} seat */
  async give(seat) {
    const live = this.clock?.terms.kind === "live";
    const offered = GRANTS[live ? "live" : "correspondence"];
    const answer = await openDialog(`More time for ${capital(seat)}`, h("p", null, "A gift: it cannot be taken back."),
      [{ text: "Not now", value: "" }, ...offered.map((ms) => ({ text: live ? counted(ms / MINUTE, "minute") : lengthWords(ms), value: String(ms / MINUTE), testid: `give-${ms / MINUTE}` }))], { testid: "give-time" });
    if (answer && (await this.tell("/clock/grant", { seat, minutes: Number(answer) }))) toast(`${capital(seat)} has more time.`);
  }

  /** The days of vacation that I may still take: of my account's, or of this seat's. @param {ClockDocument} clock */
  async daysLeft(clock) {
    if (this.session.key.startsWith(ACCOUNT_KEY)) return (await loadAccount()).vacation;
    return Math.min(...this.mine(clock).map((seat) => clock.seats[seat].vacation));
  }

  /** My seats that have a clock. @param {ClockDocument} clock */
  mine(clock) {
    return this.session.table.you.filter((seat) => seat in clock.seats);
  }

  /** All of it, with what was agreed. */
  async open() {
    const { clock } = this;
    if (!clock) return;
    const days = this.playing && clock.terms.vacation ? await this.daysLeft(clock).catch(() => 0) : 0;
    /** @type {ReturnType<typeof openDialog>} */ const shown = openDialog("Clocks", [
      h("p", { "data-testid": "clock-terms" }, `${termsWords(clock.terms)}. ${whenOutWords(clock.terms)}`),
      h("ul.clock-list", null, Object.keys(clock.seats).map((seat) => h("li", null, seatTimeWords(clock, seat, this.now)))),
      this.playing ? h("div.menu-list", null, this.deeds(clock), days || this.isAway(clock) ? this.vacationRow(clock, days) : null) : null,
    ], [{ text: "Close" }], { testid: "clocks-dialog" });
    shown.element.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest(".menu-list button")) shown.close();
    });
  }

  /** @param {ClockDocument} clock */
  isAway(clock) {
    return this.mine(clock).some((seat) => standOf(clock, seat, this.now) === "away");
  }

  /** @param {ClockDocument} clock */
  deeds(clock) {
    const waits = this.session.state.asked?.what === "pause";
    const overdue = this.claimable;
    return [
      ...overdue.map((seat) => this.overdue(seat)),
      clock.paused ? deed("Start the clocks again", () => this.resume(), "clock-resume") : deed(waits ? "Stop the clocks: the other side is asked" : "Ask to stop the clocks", () => this.pause(), "clock-pause", waits),
      ...this.enemies.filter((seat) => !overdue.includes(seat)).map((seat) => deed(`Give ${capital(seat)} more time`, () => this.give(seat), `clock-give-${seat}`)),
    ];
  }

  /** What may be done about a player of the other side who is out of time. @param {string} seat */
  overdue(seat) {
    const computer = this.clock?.terms.computer;
    return h("div.row", null,
      h("button.primary", { type: "button", "data-testid": `claim-${seat}`, onclick: () => this.claim(seat) }, "Claim the win"),
      h("button", { type: "button", "data-testid": `give-${seat}`, onclick: () => this.give(seat) }, "Give more time"),
      computer ? h("button", { type: "button", "data-testid": `computer-${seat}`, onclick: () => this.letComputer(seat) }, `Let the computer (${capital(computer)}) play on`) : null);
  }

  /** @param {ClockDocument} clock @param {number} days */
  vacationRow(clock, days) {
    const most = Math.min(days, 28);
    const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Days of vacation", "data-testid": "vacation-days" }, Array.from({ length: most }, (_, i) => h("option", { value: i + 1 }, counted(i + 1, "day")))));
    const whose = this.session.key.startsWith(ACCOUNT_KEY) ? "this year, for all your tables together" : "in this match";
    return h("div.vacation", null,
      h("p", { "data-testid": "vacation-left" }, `Vacation: your clock stands still. You have ${counted(days, "day")} left ${whose}.`),
      h("div.row", null, most ? [select, h("button", { type: "button", "data-testid": "vacation-go", onclick: () => this.vacation(Number(select.value)) }, this.isAway(clock) ? "From now on" : "Go on vacation")] : null,
        this.isAway(clock) ? h("button", { type: "button", "data-testid": "vacation-back", onclick: () => this.vacation(0) }, "I am back") : null));
  }
}

/** @param {string} text @param {() => unknown} act @param {string} testid @param {boolean} [disabled] */
function deed(text, act, testid, disabled = false) {
  return h("button", { type: "button", "data-testid": testid, disabled, onclick: act }, text);
}
