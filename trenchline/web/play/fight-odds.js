/** The odds of the fight at hand: asked of the server when a decision comes or the pointer rests on an answer. Pure logic, no page. */

/** @import { Session } from "../connection/session.js" */
/** @import { Action, MatchEvent, Odds } from "../types.js" */
/** @import { Shown } from "./shown.js" */
/** @typedef {{action: Action, odds: Odds}} Answer */

const PROBED = 3; // plain answers whose odds are asked for at once
const WAIT = 120; // ms the pointer rests before odds are asked for

export class FightOdds {
  /** @param {{session: Pick<Session, "state" | "mine" | "busy" | "odds" | "fights">, store: Shown, show: () => void}} needs `show` brings the panel up, unless something else is read */
  constructor({ session, store, show }) {
    this.session = session;
    this.store = store;
    this.show = show;
    /** @type {Answer[]} answers that dice decide */ this.shown = [];
    /** @type {Odds[]} the fights being put together, as they stand */ this.standing = [];
    /** @type {Answer | null} what the pointer rests on */ this.hovered = null;
    /** @type {MatchEvent | null} a roll of before that is looked at again */ this.past = null;
    /** @type {Set<string>} */ this.known = new Set();
    this.seq = -1;
    /** @type {string | undefined} */ this.prompt = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    this.hovers = false; // whether places have odds
    this.unanswered = false; // whether something of this decision could not be asked
  }

  /** A new decision: ask for the fights it puts together, the odds of the answers that need no place, and whether places have odds. */
  async update() {
    const { session } = this;
    const { choices } = this.store;
    const { seq, decision } = session.state;
    if (seq === this.seq && decision?.prompt === this.prompt) return this.store.touch("odds");
    this.forget();
    this.seq = seq;
    this.prompt = decision?.prompt;
    this.store.touch("odds");
    if (!session.mine || choices.rolls.length) return;
    const asked = choices.plain.slice(0, PROBED);
    const sample = choices.all.find((a) => a.cell);
    const lost = () => {
      this.unanswered = true;
      return null;
    };
    const fights = session.fights().catch(lost);
    const answers = await Promise.all([...asked, ...(sample ? [sample] : [])].map((a) => session.odds(a).catch(lost)));
    const standing = (await fights) ?? [];
    if (this.seq !== seq) return;
    if (sample && answers.pop()) this.hovers = true;
    this.shown = asked.flatMap((action, i) => {
      const odds = answers[i];
      return odds && !odds.gathering ? [{ action, odds }] : [];
    });
    this.standing = standing;
    for (const { action } of this.shown) this.known.add(name(action));
    this.store.touch("odds");
    this.store.touch("plans"); // buttons may need no warning
    if (this.current) this.show();
  }

  /** What was asked for another decision. */
  forget() {
    clearTimeout(this.timer);
    if (this.session.state.seq !== this.seq) this.past = null;
    this.hovered = null;
    if (!this.store.choices.rolls.length) this.shown = this.standing = []; // while dice are entered by hand, what they decide stays in sight
    this.known.clear();
    this.hovers = this.unanswered = false;
  }

  /** The line is back: what could not be asked is asked now. */
  again() {
    if (!this.unanswered) return;
    this.seq = -1;
    this.update();
  }

  /** Whether dice would decide an answer. @param {Action} action */
  hasOdds(action) {
    return this.known.has(name(action));
  }

  /** Show the odds of what the pointer rests on; of nothing, the fight as it stands. @param {Action | null} action */
  look(action) {
    clearTimeout(this.timer);
    if (!this.session.mine || (action?.cell && !this.hovers)) return;
    if (!action && !this.hovered) return;
    this.timer = setTimeout(async () => {
      const seq = this.seq;
      if (this.session.busy || (action && !this.store.choices.all.includes(action))) return;
      const odds = action && (await this.session.odds(action).catch(() => null));
      if (seq !== this.seq || (action && !odds)) return;
      this.hovered = action && odds ? { action, odds } : null;
      this.store.touch("odds");
      if (action?.cell) this.show();
    }, WAIT);
  }

  /** The fight that is looked at. */
  get current() {
    return this.hovered?.odds ?? this.standing[0] ?? this.shown[0]?.odds;
  }

  /** The column that the odds shown use: charts light it. */
  get column() {
    return this.current?.column ?? "";
  }

  /** The chart it is a column of, where several have one of that name. */
  get chart() {
    return this.current?.chart ?? "";
  }
}

/** @param {Action} action */
function name(action) {
  return `${action.kind} ${action.unit ?? ""} ${action.cell ?? ""} ${action.value ?? 0} ${action.facing ?? ""} ${action.mode ?? ""}`;
}
