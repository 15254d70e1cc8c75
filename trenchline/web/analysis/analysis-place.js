/** The tab of the analysis: offered when it may be asked for. What is drawn there is loaded when it is first opened. */

import { h } from "../common/dom.js";
import { isLesson } from "../lesson/start-lesson.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Tabs } from "../panels/tabs.js" */
/** @import { Actions } from "../play/actions.js" */
/** @import { Links } from "../play/links.js" */
/** @import { PlayMap } from "../play/play-map.js" */
/** @import { Replay } from "../play/replay.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { AnalysisPanel } from "./analysis-panel.js" */

/** What the panel works with. @typedef {{session: Session, store: Shown, links: Links, playMap: PlayMap, replay: Replay, actions: Actions, uncoverMap: () => void}} Needs */

export class AnalysisPlace {
  /** @param {Needs & {tabs: Tabs}} needs */
  constructor({ tabs, ...needs }) {
    this.needs = needs;
    this.tabs = tabs;
    this.element = h("div.analysis", { "data-testid": "analysis" });
    /** @type {Promise<AnalysisPanel> | null} */ this.panel = null;
    needs.store.on(["state", "seats"], () => this.offer());
  }

  /** Never while somebody else plays; the server sees to that, too. */
  get possible() {
    const { session } = this.needs;
    const { seats, you } = session.table;
    const alone = you.length > 0 && seats.every((seat) => seat.kind === "bot" || you.includes(seat.side));
    return (session.state.over || alone) && !isLesson(session);
  }

  offer() {
    this.tabs.offer("analysis", this.possible);
  }

  async opened() {
    this.panel ??= this.load();
    await (await this.panel).opened();
  }

  async load() {
    const { AnalysisPanel } = await import("./analysis-panel.js");
    return new AnalysisPanel(this.needs, this.element);
  }
}
