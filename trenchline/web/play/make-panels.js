/** What is drawn around the map, put together. Those who are made first draw first. */

import { AnalysisPlace } from "../analysis/analysis-place.js";
import { Charts } from "../panels/charts.js";
import { Chat } from "../panels/chat.js";
import { FightPanel } from "../panels/fight.js";
import { Forces } from "../panels/forces.js";
import { Log } from "../panels/log.js";
import { Situation } from "../panels/situation.js";
import { Tabs } from "../panels/tabs.js";
import { PaceStrip } from "./bot-pace.js";
import { ClockPlace } from "./clock-place.js";
import { InvitationCard } from "./invitation-card.js";
import { LayerMenu } from "./layer-menu.js";
import { Meanwhile } from "./meanwhile.js";
import { Orders } from "./orders.js";
import { RematchNotice } from "./rematch.js";
import { ReplayBar } from "./replay-bar.js";
import { Seats } from "./seats.js";
import { StandingOrders } from "./standing-orders.js";
import { Menu } from "./table-menu.js";

/** @import { LessonPanel } from "../lesson/lesson-panel.js" */
/** @import { Ground, Hands } from "./make-hands.js" */
/** What belongs to the screen: the lesson, a panel as a sheet, all places lit. @typedef {{lesson: () => LessonPanel | undefined, openSheet: (tab: string) => void, closeSheets: () => void, lightAll: () => void, announce: (words: string) => void}} Screen */

/** @param {Ground} ground @param {Hands} hands @param {Screen} screen */
export function makePanels(ground, hands, screen) {
  const { session, store, board, hand, links, playMap } = ground;
  const { odds, checklist, actions, group, hint, pace, tooltip, clicks, cursor, replay } = hands;
  const tabs = new Tabs();
  const paceStrip = new PaceStrip({ session, store, pace, actions, links });
  const rematch = new RematchNotice({ session, store });
  const standing = new StandingOrders({ session, store });
  const orders = new Orders({ session, store, board, hand, links, playMap, actions, checklist, group, cursor, hint, rematch, clicks, odds, replay, standing, ...screen });
  const meanwhile = new Meanwhile({ session, store, board, links, playMap, actions, group, replay, lookBack: (event) => fight.lookBack(event) });
  const situation = new Situation(session, store);
  const charts = new Charts({ store, odds, links });
  const fight = new FightPanel({ session, store, board, playMap, odds, charts, links });
  const log = new Log({ session, store, actions, links, replay, tabs });
  const chat = new Chat(session, store, { news: (count) => tabs.news("chat", count), show: () => screen.openSheet("chat") });
  const forces = new Forces({ session, store, board, links, playMap, tabs });
  const analysis = new AnalysisPlace({ session, store, links, playMap, replay, actions, tabs, uncoverMap: screen.closeSheets });
  const layerMenu = new LayerMenu({ session, store, board, links, playMap, tooltip, beginAfter: (pixels) => replayBar.beginAfter(pixels) });
  const replayBar = new ReplayBar({ session, store, playMap, replay, actions });
  const clocks = new ClockPlace({ session, store });
  const menu = new Menu({ session, links, rematch, replay, replayBar, layerMenu, standing });
  const seats = new Seats(session, store, () => invitation.open());
  const invitation = new InvitationCard({ session, store, mail: () => menu.mail() });
  tabs.lay([
    { id: "fight", title: "Fight", key: "A", panel: fight.element },
    { id: "log", title: "Log", key: "L", panel: log.element, shown: () => log.list.scrollTo(0, 1e9) },
    { id: "forces", title: "Forces", key: "O", panel: forces.element, shown: () => forces.update() },
    { id: "charts", title: "Charts", key: "K", panel: charts.element },
    { id: "chat", title: "Chat", key: "M", panel: chat.element, shown: () => chat.toTheEnd() },
    { id: "analysis", title: "Analysis", panel: analysis.element, shown: () => analysis.opened() },
  ]);
  analysis.offer();
  return { tabs, paceStrip, orders, meanwhile, situation, log, layerMenu, replayBar, menu, seats, invitation, chat, clocks };
}
