/** What each side wants, with how far each condition is met: a card at the start of a match and behind one key. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { capital, caseLinks } from "../common/wording.js";

/** @import { Aim } from "../types.js" */

/** @param {import("../play/play-screen.js").Play} play */
export function goalsCard(play) {
  const { info } = play.game;
  const goals = info.scenarios.find((s) => s.id === play.session.table.scenario)?.goals ?? {};
  const mine = play.session.table.you.map((seat) => play.session.seating.sideOf(seat));
  const aims = play.view.standing?.aims ?? [];
  return h("div.goals", { "data-testid": "goals" }, info.sides.map((side) => h("section", { ...inColoursOf(info.looks, side) },
    h("h3", null, capital(side), mine.includes(side) ? " (you)" : ""),
    aims.length ? aims.filter((aim) => aim.side === side).map((aim) => aimCard(play, aim)) : h("ul", null, (goals[side] ?? []).map((text) => h("li", null, text))))));
}

/** A victory: its conditions, each met or with how far it is. @param {import("../play/play-screen.js").Play} play @param {Aim} aim */
function aimCard(play, aim) {
  return h("div.aim", { "data-testid": "aim" },
    h("h4", null, aim.title, aim.need ? `, ${aim.need}` : "", ":", caseLinks([aim.case], (c) => play.openCase(c))),
    h("ul", null, aim.conditions.map(({ text, met, now }) => h("li", { class: met ? "met" : "" }, `${capital(text)}.`, met || now ? h("b", null, met ? " Met." : ` Now ${now}.`) : null))));
}

/** @param {import("../play/play-screen.js").Play} play */
export function openGoals(play) {
  const { standing } = play.view;
  openDialog("What each side wants", [standing ? h("p", null, `${standing.text}.${standing.next ? ` ${standing.next}.` : ""}`) : null, goalsCard(play)], [{ text: "Close" }], { wide: true, testid: "goals-dialog" });
}
