/** The dice page: every roll, how the faces fell against expectation, who was lucky, and the proof that nobody chose them. */

import { diceRow, dieImage, whoseDice } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { capital, counted, withoutBraces } from "../common/wording.js";
import { openSession } from "../connection/session.js";

/** @import { DiceDocument, DiceRecord, Looks, Roll } from "../types.js" */
/** @import { Session } from "../connection/session.js" */

/** @param {string} id @param {HTMLElement} root */
export async function openDice(id, root) {
  const session = await openSession(id);
  /** @type {DiceDocument} */ const found = await session.get("/dice");
  fill(root, h("main.lobby.dice-page", { "data-testid": "dice-page" },
    h("header", null, h("h1", null, "Dice"), h("p", null, session.game.info.title, " \u00b7 ", h("a", { href: `#/t/${id}` }, "Back to the table"))),
    h("section.sheet", null, h("h2", null, "Did the faces fall evenly?"), h("p", { "data-testid": "verdict" }, found.verdict), faces(found.counts, found.expected)),
    h("section.sheet", null, h("h2", null, "Who was lucky?"), luck(found, session.game.info.looks)),
    h("section.sheet", null, h("h2", null, "Can the dice be trusted?"), proof(found.proof, session)),
    h("section.sheet", null, h("h2", null, "Every roll"), rolls(found.rolls, id))));
  session.live.close();
  return () => session.close();
}

/** A bar for each face, with a line where fair dice would stand and the band that chance alone explains. @param {number[]} counts @param {number} expected */
function faces(counts, expected) {
  const thrown = counts.reduce((a, b) => a + b, 0);
  const spread = 2 * Math.sqrt((thrown * 5) / 36);
  const most = Math.max(...counts, expected + spread, 1);
  return h("div.face-bars", { role: "table", "aria-label": "How often each face fell" }, counts.map((count, i) => {
    const bar = h("span.bar");
    bar.style.width = `${(100 * count) / most}%`;
    const band = h("span.band");
    band.style.left = `${(100 * Math.max(0, expected - spread)) / most}%`;
    band.style.width = `${(100 * Math.min(2 * spread, expected + spread)) / most}%`;
    const line = h("span.mean");
    line.style.left = `${(100 * expected) / most}%`;
    return h("div.outcome", { role: "row" }, h("span.result", { role: "cell" }, dieImage(i + 1)), h("span.track", { "aria-hidden": "true" }, band, bar, line), h("span.share", { role: "cell" }, String(count)));
  }), h("p.faint", null, `The line is the mean of fair dice (${expected.toFixed(1)} of ${counted(thrown, "die", "dice")}); in nineteen of twenty matches a bar ends inside the band.`));
}

/** @param {DiceDocument} found @param {Looks} looks */
function luck(found, looks) {
  const sides = found.luck;
  const each = found.rolls.flatMap((roll) => (roll.luck ? [{ ...roll, luck: roll.luck }] : []));
  if (!sides.length) return h("p.faint", null, "No roll has counted yet.");
  const most = Math.max(1, ...sides.map((s) => Math.abs(s.luck)));
  return [
    h("p", null, "For each roll that hurt somebody: what came, against the exact expectation at the moment of the roll. To the right is better luck than fair dice give."),
    h("div.luck", null, sides.map((s) => {
      const bar = h("span.bar", inColoursOf(looks, s.side));
      bar.style.width = `${(50 * Math.abs(s.luck)) / most}%`;
      bar.style.left = s.luck >= 0 ? "50%" : `${50 - (50 * Math.abs(s.luck)) / most}%`;
      return h("div.outcome", null, h("span.result", null, capital(s.side)), h("span.track", null, bar, h("span.mean.middle")), h("span.share", null, `${s.luck > 0 ? "+" : ""}${s.luck.toFixed(2)}`),
        h("small.detail", null, counted(s.rolls, "roll")));
    })),
    each.length ? h("details", null, h("summary", null, `Roll by roll (${each.length})`), h("ul.rolls", null, each.map((r) =>
      h("li", null, diceRow(r.faces), ` ${withoutBraces(r.what)}: expected ${r.luck.expected.toFixed(2)}, got ${r.luck.got.toFixed(2)} for ${capital(r.luck.side)}`)))) : null,
  ];
}

/** @param {DiceRecord} record @param {Session} session */
function proof(record, session) {
  const whose = h("p", { "data-testid": "whose-dice" }, whoseDice(session.table));
  if (record.kind !== "fair") return whose;
  return [
    whose,
    h("p", null, "Before the first roll the server sealed a secret number of 256 bits and published its fingerprint (SHA-256). Every die is computed from that number, from what the players added, and from the die's place in the match. So nobody, the server included, can choose a die once the match has begun."),
    h("dl.proof", null,
      h("dt", null, "Fingerprint"), h("dd", null, h("code", null, record.commitment)),
      Object.entries(record.nonces ?? {}).map(([who, nonce]) => [h("dt", null, `Added by ${who}`), h("dd", null, h("code", null, String(nonce)))]),
      h("dt", null, "The number"), h("dd", null, record.seed ? h("code", null, record.seed) : "stays sealed until the match is over")),
    record.passed_over?.length
      ? h("p", { "data-testid": "dice-go-on" }, "Dice were taken back by agreement. They did not fall again: the match went on with later draws, and the proof knows which.")
      : null,
    h("p", null, record.seed
      ? "The match is over and the number is open. Download the match from the table's menu and run "
      : "When the match is over the number is opened. Anybody can then check every die: download the match and run ",
    h("code", null, `trenchline replay --verify ${session.table.game}-${session.id}.json`), "."),
  ];
}

/** @param {Roll[]} all @param {string} id */
function rolls(all, id) {
  if (!all.length) return h("p.faint", null, "No die has fallen yet.");
  return h("ul.rolls", null, [...all].reverse().map((roll) => h("li", null, diceRow(roll.faces), " ",
    h("a", { href: `#/t/${id}/replay/${roll.n}` }, withoutBraces(roll.what)))));
}
