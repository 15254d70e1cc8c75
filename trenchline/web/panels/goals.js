/** What each side wants: a card at the start of a match and behind one key. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { capital } from "../common/wording.js";

/** @param {import("../play/play-screen.js").Play} play */
export function goalsCard(play) {
  const { info } = play.game;
  const goals = info.scenarios.find((s) => s.id === play.session.table.scenario)?.goals ?? {};
  const mine = play.session.table.you.map((seat) => play.session.seating.sideOf(seat));
  return h("div.goals", { "data-testid": "goals" }, info.sides.map((side) => h("section", { ...inColoursOf(info.looks, side) },
    h("h3", null, capital(side), mine.includes(side) ? " (you)" : ""),
    h("ul", null, (goals[side] ?? []).map((text) => h("li", null, text))))));
}

/** @param {import("../play/play-screen.js").Play} play */
export function openGoals(play) {
  const { standing } = play.view;
  openDialog("What each side wants", [standing ? h("p", null, `${standing.text}.${standing.next ? ` ${standing.next}.` : ""}`) : null, goalsCard(play)], [{ text: "Close" }], { wide: true, testid: "goals-dialog" });
}
