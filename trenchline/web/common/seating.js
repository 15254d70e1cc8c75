/** Who sits at a table: a seat decides, a side wins together, a nation is printed on a counter. In most games the three have one name. */

import { inColoursOf } from "./looks.js";
import { capital } from "./wording.js";

/** @import { CounterDocument, GameInfo, GameSeat, PendingDecision, PendingRequest, Seat } from "../types.js" */

/** The seats of a game with some options on. @param {GameInfo} info @param {Iterable<string>} on @returns {GameSeat[]} */
export function seatsOf(info, on) {
  const chosen = new Set(on);
  const changing = info.options.map((option) => option.id).filter((id) => chosen.has(id) && changesSeats(info, id));
  return info.seats_with[changing.join("+")] ?? info.seats;
}

/** Whether an option changes who sits at the table. @param {GameInfo} info @param {string} option */
export function changesSeats(info, option) {
  return Object.keys(info.seats_with).some((options) => options.split("+").includes(option));
}

/** The options that are on unless somebody says otherwise. @param {GameInfo} info */
export function usualOptions(info) {
  return info.options.filter((option) => option.default).map((option) => option.id);
}

/** The seats that may act on a decision: mostly one. @param {PendingDecision | null | undefined} decision @returns {string[]} */
export function actorsOf(decision) {
  return decision ? [decision.player, ...(decision.others ?? [])] : [];
}

/** Names in a row: "A, B or C". @param {string[]} names @param {string} [word] */
export function listed(names, word = "or") {
  const capitals = names.map(capital);
  return capitals.length < 2 ? capitals.join("") : `${capitals.slice(0, -1).join(", ")} ${word} ${capitals.at(-1)}`;
}

export class Seating {
  /** @param {GameInfo} info @param {Iterable<string>} on the options that are on */
  constructor(info, on) {
    this.info = info;
    this.seats = seatsOf(info, on);
    this.byName = new Map(this.seats.map((seat) => [seat.name, seat]));
  }

  /** The side that a seat plays for. @param {string} name */
  sideOf(name) {
    return this.byName.get(name)?.side ?? name;
  }

  /** The other seats of the same side. @param {string} name */
  partnersOf(name) {
    return this.seats.filter((seat) => seat.name !== name && seat.side === this.sideOf(name)).map((seat) => seat.name);
  }

  /** The nation whose look a seat has: the one that it is called after or commands alone, else its side's. @param {string} name */
  nationOf(name) {
    const seat = this.byName.get(name);
    if (!seat || this.info.looks[name]) return name;
    return seat.nations?.length === 1 ? seat.nations[0] : seat.side;
  }

  /** Attributes that give an element the colours of a seat. @param {string} name */
  colours(name) {
    return { ...inColoursOf(this.info.looks, this.nationOf(name)), "data-side": name };
  }

  /** The seat that decides for a counter: the one that commands its nation, else the first of its side. @param {CounterDocument} counter */
  commander(counter) {
    const named = this.seats.find((seat) => seat.nations?.includes(counter.nation));
    return (named ?? this.seats.find((seat) => seat.side === counter.side))?.name ?? counter.side;
  }

  /**
   * The people who may grant a request: of the enemy, a resignation of the partners; where there are none, anybody else.
   * @param {PendingRequest} asked @param {Seat[]} seats
   */
  answerers(asked, seats) {
    const people = seats.filter((seat) => seat.kind === "human").map((seat) => seat.side);
    const others = people.filter((name) => name !== asked.by);
    const partners = this.partnersOf(asked.by);
    const wanted = others.filter((name) => partners.includes(name) === (asked.what === "resign"));
    return [wanted, others].find((some) => some.length) ?? people;
  }
}
