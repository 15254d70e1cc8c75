/** The table's menu: links to share, saves, settings, draw and resignation. */

import { letGo, signedIn } from "../account/account.js";
import { go, keyedUrl, pageUrl, root } from "../common/address.js";
import { askYesOrNo, copyText, openDialog, showFault, toast } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { listed } from "../common/seating.js";
import { settingsForm } from "../common/settings.js";
import { play, soundOfSetting } from "../common/sounds.js";
import { capital } from "../common/wording.js";
import { ApiError, call } from "../connection/api.js";
import { forgetTable, keptTables, noteAboutTable } from "../connection/keyring.js";
import { isLesson } from "../lesson/start-lesson.js";
import { openHelp } from "./help.js";
import { momentPage } from "./moment-address.js";
import { askToNotify } from "./turn-notice.js";

/** @import { Catalogue, Saved } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Links } from "./links.js" */
/** @import { RematchNotice } from "./rematch.js" */
/** @import { Replay } from "./replay.js" */
/** @import { ReplayBar } from "./replay-bar.js" */
/** @import { LayerMenu } from "./layer-menu.js" */
/** @import { StandingOrders } from "./standing-orders.js" */

export class Menu {
  /** @param {{session: Session, links: Links, rematch: RematchNotice, replay: Replay, replayBar: ReplayBar, layerMenu: LayerMenu, standing: StandingOrders}} needs */
  constructor({ session, links, rematch, replay, replayBar, layerMenu, standing }) {
    this.session = session;
    this.links = links;
    this.rematch = rematch;
    this.replay = replay;
    this.replayBar = replayBar;
    this.layerMenu = layerMenu;
    this.standing = standing;
  }

  /** @param {"" | "share" | "settings"} [part] */
  open(part = "") {
    if (part === "share") return void openDialog("Share", this.share(), [{ text: "Close" }], { testid: "share" });
    if (part === "settings") return void openDialog("Settings", settingsForm(allowSetting));
    const { session } = this;
    const seated = session.table.you.length > 0;
    const shown = openDialog(this.session.title, h("div.menu-list", null,
      item("Share and invite", () => this.open("share"), "menu-share"),
      item("Settings", () => this.open("settings"), "menu-settings"),
      item("Help and keys", () => openHelp(this.session.game, this.layerMenu.keys), "menu-help"),
      item("Counters and map: what they say", () => this.links.openKey(), "menu-key"),
      this.session.game.info.lessons.map((title, i) => item(`Lesson ${i + 1}: ${title}`, () => go(`learn/${this.session.game.info.slug}${i ? `/${i + 1}` : ""}`), i ? `menu-learn-${i + 1}` : "menu-learn")),
      item("The rules in our words", () => void window.open(pageUrl(`rules/${this.session.game.info.slug}`), "_blank"), "menu-rules"),
      item("Replay from the start", () => this.replay.go(0), "menu-replay"),
      session.state.length ? item("Share a stretch as GIF or video", () => this.replayBar.share(), "menu-clip") : null,
      item("Dice of this match", () => go(`t/${session.id}/dice`), "menu-dice"),
      item("Text mode", () => go(`t/${session.id}/text`), "menu-text"),
      item("Download this match", () => this.download(), "menu-save"),
      seated ? item("Notifications", () => go("notices"), "menu-notices") : null,
      seated ? item("Move my seat to another device", () => this.move(), "menu-move") : null,
      this.otherSeats(),
      seated && !session.state.over && !isLesson(session) ? item(this.standing.title, () => this.standing.open(), "menu-standing") : null,
      session.state.clock ? item("Clocks, vacation, more time", async () => new (await import("./time-dialog.js")).Time(session).open(), "menu-clocks") : null,
      seated && !session.state.over ? item("Offer a draw", () => this.draw(), "menu-draw") : null,
      seated && !session.state.over ? item("Resign", () => this.resign(), "menu-resign") : null,
      seated && !session.state.rematch.table ? item(session.table.seats.length > 2 ? "Rematch, seats changed" : "Rematch, sides changed", () => this.rematch.ask("changed"), "menu-rematch") : null,
      session.table.series.length ? item("The match before this one", () => go(`t/${session.table.parent}`), "menu-match-before") : null,
      item("All my tables", () => go(""), "menu-lobby"),
      item("Forget this table on this device", () => this.forget(), "menu-forget")), [], { testid: "menu-dialog" });
    if (seated) this.offerMail(shown.element.querySelector(".menu-list"));
    shown.element.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest(".menu-list button")) shown.close();
    });
  }

  /** Links for each open seat and for onlookers. */
  share() {
    const kept = keptTables()[this.session.id];
    const open = this.session.table.seats.filter((s) => s.kind === "open");
    const invites = open.filter((s) => kept?.invites?.[s.side]).map((s) =>
      linkRow(`${capital(s.side)}: for the friend who plays it`, keyedUrl("join", this.session.table.game, this.session.id, kept?.invites?.[s.side] ?? ""), `invite-${s.side}`));
    return [
      invites.length ? [h("p", null, "Send this link to your friend. It can be used once."), invites] : h("p", null, `All ${this.session.table.seats.length > 2 ? "seats" : "sides"} are taken.`),
      this.address(),
      this.onlookers(),
    ];
  }

  /** The address of what is looked at, and who may open it; those who play let anybody. */
  address() {
    const { session } = this;
    const { past } = this.replay.store.values;
    const url = pageUrl(momentPage(session, past, false));
    const box = h("div.share-address");
    const draw = () => {
      const { shown, lesson, you } = session.table;
      const who = lesson ? "Whoever opens it plays this lesson at a table of his own." : shown ? "Anybody may open it, and watch." : "Only those who play or watch here can open it.";
      const open = h("input", { type: "checkbox", checked: shown, "data-testid": "share-shown", onchange: () => change(!shown) });
      fill(box, linkRow(past === null ? "The address of this table" : `The address of this moment, after action ${past}`, url, "address"),
        h("p.faint", { "data-testid": "share-who" }, who),
        you.length && !lesson ? h("label.option", null, open, h("span", null, "Let anybody watch this match")) : null);
    };
    const change = async (/** @type {boolean} */ shown) => {
      try {
        await session.sendOnce("/shown", { shown }, "PUT");
        session.table = { ...session.table, shown };
      } catch (fault) {
        showFault(fault);
      }
      draw();
    };
    draw();
    return box;
  }

  /** The link for onlookers; those who play can replace it, or have none. */
  onlookers() {
    const seated = this.session.table.you.length > 0;
    const box = h("div", { "data-testid": "onlookers" });
    const show = () => {
      const link = keptTables()[this.session.id]?.watch;
      fill(box,
        link ? [linkRow("For onlookers: they see the match and can do nothing", keyedUrl("watch", this.session.table.game, this.session.id, link), "watch"), this.embedRow(link)] : null,
        seated ? h("p.row", null,
          h("button", { type: "button", "data-testid": "watch-new", onclick: () => change("POST") }, link ? "Make a new link" : "Make a link for onlookers"),
          link ? h("button", { type: "button", "data-testid": "watch-none", onclick: () => change("DELETE") }, "Show onlookers out") : null) : null,
        seated && link ? h("p.faint", null, "Both close the old link: whoever watches by it is shown out.") : null);
    };
    const change = async (/** @type {"POST" | "DELETE"} */ method) => {
      try {
        /** @type {{watch?: string}} */ const { watch } = await this.session.sendOnce("/watch", {}, method);
        noteAboutTable(this.session.id, { watch });
        show();
        toast(watch ? "The old link is closed; this is the new one." : "Nobody can look on any more.");
      } catch (fault) {
        showFault(fault);
      }
    };
    show();
    this.forgetClosedLink().then((closed) => closed && show());
    return box;
  }

  /** A board for a page of one's own: as the match goes on, or as it was at the action that is looked at. @param {string} link the key for onlookers */
  embedRow(link) {
    const { store } = this.replay;
    const at = store.replaying ? `/${store.at}` : "";
    const src = new URL(`embed#/${this.session.id}/${link}${at}`, root).href;
    const code = `<iframe src="${src}" width="720" height="520" style="border:0" loading="lazy" title="Trenchline"></iframe>`;
    return h("div.link-row", null, h("label", null, at ? `For a page of yours: the board after action ${store.at}` : "For a page of yours: the board as the match goes on", h("input.copy", { value: code, readonly: true, "data-testid": "link-embed", onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() })),
      h("button", { type: "button", "data-testid": "copy-embed", onclick: () => copyText(code, "Code") }, "Copy"));
  }

  /** Another player may have closed the link that is kept here. @returns {Promise<boolean>} */
  async forgetClosedLink() {
    const key = keptTables()[this.session.id]?.watch;
    if (!key) return false;
    const fault = await call("GET", `api/tables/${this.session.id}`, { key }).then(() => null, (/** @type {unknown} */ failed) => failed);
    if (!(fault instanceof ApiError) || fault.status !== 401) return false;
    noteAboutTable(this.session.id, { watch: undefined });
    return true;
  }

  otherSeats() {
    const kept = keptTables()[this.session.id];
    if (!kept || kept.keys.length < 2) return null;
    return item("Use another of my seats here", () => {
      noteAboutTable(this.session.id, { current: (kept.current + 1) % kept.keys.length });
      location.reload();
    }, "menu-seat");
  }

  async download() {
    try {
      /** @type {Saved} */ const save = await this.session.get("/save");
      const url = URL.createObjectURL(new Blob([JSON.stringify(save, null, 1)], { type: "application/json" }));
      const link = h("a", { href: url, download: `${save.game}-${this.session.id}.json` });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    } catch (fault) {
      showFault(fault);
    }
  }

  async move() {
    try {
      /** @type {{key: string}} */ const { key } = await this.session.sendOnce("/move");
      openDialog("Another device", [
        h("p", null, "Open this link on the other device and confirm there. Until you do, you play on here. Keep it to yourself: whoever confirms it has your seat. It works once; earlier links of this kind no longer do."),
        linkRow("Your seat", pageUrl(`seat/${this.session.id}/${key}`), "seat"),
        h("p.faint", null, signedIn() ? "Or sign in there: this seat is in your account, and you can play it on both." : "With an account you need no link: sign in on both devices, from the list of your tables.")]);
    } catch (fault) {
      showFault(fault);
    }
  }

  /** Where the server can send mail, it can tell by mail whose turn it is. @param {Element | null} list */
  async offerMail(list) {
    /** @type {Catalogue | null} */ const found = await call("GET", "api/games").catch(() => null);
    if (found?.email) list?.append(item("E-mail me when it is my turn", () => this.mail(), "menu-mail"));
  }

  async mail() {
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "email", autocomplete: "email", maxlength: 200, "aria-label": "E-mail address", "data-testid": "email" }));
    const yes = await openDialog("Mail when it is my turn", [h("p", null, "At most one mail a turn, for this table only. A code is sent to the address first. Leave it empty for no mail."), field], [{ text: "Not now", value: false }, { text: "Send the code", value: true, primary: true }]);
    if (!yes) return;
    try {
      /** @type {{sent: boolean}} */ const { sent } = await this.session.sendOnce("/email", { email: field.value.trim() }, "PUT");
      if (sent) await this.confirmMail(field.value.trim());
      else toast(field.value.trim() ? "Mail goes to this address." : "No mail will be sent.");
    } catch (fault) {
      showFault(fault);
    }
  }

  /** Ask for the code that was sent, until it is right or nobody wants it. @param {string} address */
  async confirmMail(address) {
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 6, "aria-label": "Code", "data-testid": "email-code" }));
    while (await openDialog("Confirm your address", [h("p", null, `A code of six digits was sent to ${address}. Enter it here.`), field], [{ text: "Cancel", value: false }, { text: "Confirm", value: true, primary: true }])) {
      try {
        await this.session.sendOnce("/email/confirm", { code: field.value.trim() });
        toast("Confirmed: your turns will be mailed to you.");
        return;
      } catch (fault) {
        showFault(fault);
      }
    }
  }

  async draw() {
    if (await askYesOrNo("Offer a draw?", h("p", null, "The other side is asked. The match goes on until it agrees."), "Offer it")) {
      this.session.change("/draw", {}).then(() => toast("Draw offered."), showFault);
    }
  }

  async resign() {
    const { you, seats } = this.session.table;
    const people = seats.filter((s) => s.kind === "human" && !you.includes(s.side)).map((s) => s.side);
    const partners = people.filter((name) => you.some((mine) => this.session.seating.partnersOf(mine).includes(name)));
    const words = partners.length ? `${listed(partners, "and")} must agree: then the match ends and the other side wins.` : "The match ends at once and the other side wins.";
    if (await askYesOrNo("Resign?", h("p", null, words), "Resign", "Play on")) this.session.change("/resign", {}).catch(showFault);
  }

  async forget() {
    if (await askYesOrNo("Forget this table?", h("p", null, "The table stays on the server, but without its key this device cannot open it again."), "Forget it")) {
      await letGo(this.session.id, this.session.key);
      forgetTable(this.session.id);
      go("");
    }
  }
}

/** @param {import("../common/settings.js").Setting} name @param {boolean} value */
export async function allowSetting(name, value) {
  const sound = value && soundOfSetting(name);
  if (sound) setTimeout(() => play(sound)); // once it is on: so it sounds
  if (name !== "notify" || !value) return true;
  const leave = await askToNotify();
  if (!leave) toast("The browser does not allow notifications for this page.", "bad");
  return leave;
}

/** @param {string} text @param {() => unknown} act @param {string} testid */
function item(text, act, testid) {
  return h("button", { type: "button", "data-testid": testid, onclick: act }, text);
}

/** @param {string} title @param {string} url @param {string} id */
export function linkRow(title, url, id) {
  return h("div.link-row", null, h("label", null, title, h("input.copy", { value: url, readonly: true, "data-testid": `link-${id}`, onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() })),
    h("button", { type: "button", "data-testid": `copy-${id}`, onclick: () => copyText(url, "Link") }, "Copy"));
}
