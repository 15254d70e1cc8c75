/** Entries of the log as a short list of what happened. Pure logic, no page. */

import { counted, entryWords, worthTelling } from "../common/wording.js";

/** @import { Entry, MatchEvent } from "../types.js" */
/** @typedef {{player: string, events: MatchEvent[], text: string, cell: string, many: boolean}} Item */

const ALIKE = 3; // so many of one kind in a row are told as one
const MARCHES = ["move", "arrive", "reinforcement", "face", "flip", "rail"];

/**
 * Entries as things that happened: steps that tell nothing are left out, many moves in a row are one, and what was taken for me is said.
 * @param {Entry[]} entries @param {(entry: Entry) => boolean} forMe @param {(event: MatchEvent) => string} placeOf
 * @returns {Item[]}
 */
export function happened(entries, forMe, placeOf) {
  /** @type {Item[]} */ const items = [];
  for (const entry of entries) {
    const events = worthTelling(entry.events).filter((e) => e.kind !== "step" && e.kind !== "turn");
    if (forMe(entry)) items.push({ player: entry.player, events, text: `The only choice, taken for you: ${entryWords(entry.text)}`, cell: events.map(placeOf).find(Boolean) ?? "", many: false });
    else for (const event of events) items.push({ player: entry.player, events: [event], text: event.text, cell: placeOf(event), many: false });
  }
  return gathered(items);
}

/** Plain deeds of one kind that follow each other, as one. @param {Item[]} items @returns {Item[]} */
function gathered(items) {
  /** @type {Item[][]} */ const runs = [];
  for (const item of items) {
    const last = runs.at(-1)?.[0];
    const alike = last && last.player === item.player && plain(last) && plain(item) && familyOf(last) === familyOf(item);
    if (alike) runs.at(-1)?.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < ALIKE ? run : [{ ...run[0], events: run.flatMap((item) => item.events), text: `${run[0].text}, and ${counted(run.length - 1, "more like it", "more like it")}`, many: true }]));
}

/** What the dice made of my own action, and what came after them; also what others had answered in secret. @param {MatchEvent[]} events @param {string[]} others */
export function fromTheDice(events, others = []) {
  const first = events.findIndex((e) => e.dice?.length || others.some((name) => e.text.startsWith(`${name}: `)));
  return first < 0 ? [] : events.slice(first);
}

/** Whether nothing came of it but that it was done: a march, or a roll without effect. @param {Item} item */
function plain(item) {
  const [event] = item.events;
  return item.events.length === 1 && (event.result ? /^no /.test(event.meaning ?? "") : !event.dice?.length);
}

/** Those who come, go and turn all march. @param {Item} item */
function familyOf({ events: [{ kind }] }) {
  return MARCHES.includes(kind) ? "march" : kind;
}
