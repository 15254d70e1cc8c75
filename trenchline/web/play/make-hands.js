/** What acts on the play screen, put together: by click, by key, for several counters, by itself. */

import { playEvents } from "../common/sounds.js";
import { Actions } from "./actions.js";
import { Pace } from "./bot-pace.js";
import { ChecklistCard } from "./checklist.js";
import { Clicks } from "./clicks.js";
import { FightOdds } from "./fight-odds.js";
import { Group } from "./group.js";
import { HandOver } from "./hand-over.js";
import { Hint } from "./hint.js";
import { KeyCursor } from "./key-cursor.js";
import { Pointer } from "./pointer.js";
import { Replay } from "./replay.js";
import { Tooltip } from "./tooltip.js";

/** @import { Session } from "../connection/session.js" */
/** @import { LessonPanel } from "../lesson/lesson-panel.js" */
/** @import { Action } from "../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Links } from "./links.js" */
/** @import { Orders } from "./orders.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Shown } from "./shown.js" */

/** What everybody builds on. @typedef {{session: Session, store: Shown, board: Board, hand: Hand, links: Links, playMap: PlayMap}} Ground */
/**
 * What comes later or belongs to the screen: the orders, the lesson where there is one, the fight shown unless something else is read, the arrow and odds of what is about to be
 * confirmed, a decision left to me after all, the end of the replay, the cover lifted.
 * @typedef {{orders: () => Orders, lesson: () => LessonPanel | undefined, showFight: () => void, aim: (action: Action | null) => void, leftToMe: () => void, leaveReplay: () => void, uncovered: () => void, announce: (words: string) => void}} Screen
 */
/** @typedef {ReturnType<typeof makeHands>} Hands */

/** @param {Ground} ground @param {Screen} screen */
export function makeHands(ground, screen) {
  const { session, store, board, hand, links, playMap } = ground;
  const { announce } = screen;
  const press = (/** @type {Action} */ action) => screen.orders().press(action);
  const odds = new FightOdds({ session, store, show: screen.showFight });
  const checklist = new ChecklistCard({ session, store, links, press });
  const handOver = new HandOver(session, screen.uncovered);
  /** @type {Actions} */ const actions = new Actions({
    session, store, hand, checklist,
    ordered: (action, kind) => group.note(action, kind),
    aimed: screen.aim,
    reading: () => Boolean(screen.lesson()?.waits),
    covered: () => handOver.up,
    leftToMe: screen.leftToMe,
  });
  /** @type {Group} */ const group = new Group({
    session, store, board, hand, actions, playMap, press,
    click: (...click) => clicks.cell(...click),
    follow: (...meant) => clicks.follow(...meant),
    pressPrimary: () => screen.orders().pressPrimary(),
  });
  const hint = new Hint({ session, store, board, links, playMap, actions, announce, focus: () => screen.orders().focusOn("hint-do") });
  const tooltip = new Tooltip({ session, store, board, links, playMap, group });
  /** @type {Clicks} */ const clicks = new Clicks({ session, store, board, hand, actions, group, playMap, tooltip, links });
  const cursor = new KeyCursor({ session, store, board, hand, playMap, tooltip, actions, group, clicks, announce });
  playMap.pointer = new Pointer({ session, store, board, hand, playMap, actions, group, clicks, tooltip, odds });
  const replay = new Replay({ session, store, tell: (events, before, seat) => { playEvents(events); playMap.eventsOnMap.show(events, before, seat); }, leave: screen.leaveReplay });
  return { odds, checklist, handOver, actions, group, hint, pace: new Pace(session), tooltip, clicks, cursor, replay };
}
