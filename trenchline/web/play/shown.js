/** What the play screen shows: the store, with the questions that everybody asks of it. Pure logic, no page. */

import { Choices } from "./choices.js";
import { Store } from "./store.js";

/** @import { AnalysisDocument, ReferenceDocument, Seat, TableState, View } from "../types.js" */

/**
 * What panels subscribe to: the table, what can be chosen there, the board as it is looked at, the action looked at in the replay, how much was said, who sits there, the line to
 * the server, the counter that is chosen, what is looked up once it has come, the analysis of the match; and changes of what stands elsewhere: those who go together and what is lit (`party`), hints, ticks,
 * odds and what is about to be confirmed (`plans`), a decision left to me after all (`mine`), the odds of the fight (`odds`), whether the replay runs (`replay`), preferences.
 * @typedef {{
 *   state: TableState, choices: Choices, view: View, past: number | null, chat: number, seats: Seat[], link: string, selected: string, reference: ReferenceDocument | null,
 *   analysis: AnalysisDocument | null,
 *   party: null, plans: null, mine: null, odds: null, replay: null, preferences: null,
 * }} Values
 */
/** @typedef {{state: TableState, said: number, table: {seats: Seat[]}, link: string}} TableNow what of the session the store begins with */

/** @extends {Store<Values>} */
export class Shown extends Store {
  /** @param {TableNow} session */
  constructor(session) {
    super({
      state: session.state, choices: new Choices(null, new Map()), view: session.state.view, past: null, chat: session.said, seats: session.table.seats, link: session.link, selected: "", reference: null, analysis: null,
      party: null, plans: null, mine: null, odds: null, replay: null, preferences: null,
    });
    this.session = session;
  }

  /** The decision that waits, sorted. */
  get choices() {
    return this.values.choices;
  }

  /** The board as it is looked at: now, or in the replay. */
  get view() {
    return this.values.view;
  }

  get replaying() {
    return this.values.past !== null;
  }

  /** How many actions there are. */
  get length() {
    return this.session.state.length;
  }

  /** After how many actions the board is looked at. */
  get at() {
    return this.values.past ?? this.length;
  }

  /** What is looked up, once it has come. */
  get reference() {
    return this.values.reference;
  }

  /** The counter that is chosen here, before its place is. */
  get selected() {
    return this.values.selected;
  }

  /** Choose a counter, and tell. @param {string} unit */
  select(unit) {
    this.change({ selected: unit });
  }

  /** Choose none: told with what comes next. */
  letGo() {
    if (this.selected) this.set({ selected: "" });
  }
}
