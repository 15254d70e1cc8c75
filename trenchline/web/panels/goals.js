/** What each side wants, with how far each condition is met: a card at the start of a match and behind one key. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { lookUp } from "../common/terms.js";
import { capital, caseLinks } from "../common/wording.js";

/** @import { Aim, View } from "../types.js" */

/** @param {import("../connection/session.js").Session} session @param {View} view */
export function goalsCard(session, view) {
  const { info } = session.game;
  const goals = info.scenarios.find((s) => s.id === session.table.scenario)?.goals ?? {};
  const mine = session.table.you.map((seat) => session.seating.sideOf(seat));
  const aims = view.standing?.aims ?? [];
  return h("div.goals", { "data-testid": "goals" }, info.sides.map((side) => h("section", { ...inColoursOf(info.looks, side) },
    h("h3", null, capital(side), mine.includes(side) ? " (you)" : ""),
    aims.length ? aims.filter((aim) => aim.side === side).map((aim) => aimCard(aim)) : h("ul", null, (goals[side] ?? []).map((text) => h("li", null, text))))));
}

/** A victory: its conditions, each met or with how far it is. @param {Aim} aim */
function aimCard(aim) {
  return h("div.aim", { "data-testid": "aim" },
    h("h4", null, aim.title, aim.need ? `, ${aim.need}` : "", ":", caseLinks([aim.case], (c) => lookUp.open(c))),
    h("ul", null, aim.conditions.map(({ text, met, now }) => h("li", { class: met ? "met" : "" }, `${capital(text)}.`, met || now ? h("b", null, met ? " Met." : ` Now ${now}.`) : null))));
}

/** @param {import("../connection/session.js").Session} session @param {View} view */
export function openGoals(session, view) {
  const { standing } = view;
  openDialog("What each side wants", [standing ? h("p", null, `${standing.text}.${standing.next ? ` ${standing.next}.` : ""}`) : null, goalsCard(session, view)], [{ text: "Close" }], { wide: true, testid: "goals-dialog" });
}
