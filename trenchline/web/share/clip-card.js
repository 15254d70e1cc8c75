/** The card over the replay bar on which a stretch of the match is chosen and made into a GIF or a WebM. */

import { fill, h } from "../common/dom.js";
import { counted } from "../common/wording.js";
import { Cancelled, makeFilm } from "./film.js";
import { inBounds, MOST_PICTURES } from "./stretch.js";
import { webmKind } from "./writers.js";

/** @import { Session } from "../connection/session.js" */
/** @import { PlayMap } from "../play/play-map.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { Wanted } from "./film.js" */
/** @typedef {{session: Session, store: Shown, playMap: PlayMap, mark: (from: number, to: number) => void, load: () => Promise<void>, closed: () => void}} Needs `mark` shows the stretch on the bar, `load` brings the whole log */

/** @type {[number, string][]} */
const PACES = [[1600, "Slow"], [900, "Normal"], [450, "Fast"], [220, "Very fast"]];
/** @type {[number, string][]} */
const SIZES = [[480, "Small"], [720, "Medium"], [960, "Large"]];

export class ClipCard {
  /** @param {Needs} needs */
  constructor({ session, store, playMap, mark, load, closed }) {
    this.session = session;
    this.store = store;
    this.playMap = playMap;
    this.mark = mark;
    this.load = load;
    this.closed = closed;
    /** @type {AbortController | null} while one is made */ this.making = null;
    this.url = "";
    const [from, to] = this.usual();
    this.from = from;
    this.to = to;
    this.fields = { from: this.numberField("from", "From action"), to: this.numberField("to", "To action") };
    this.where = { from: h("small"), to: h("small") };
    this.format = choice("Format", "clip-format", [["gif", "GIF"], ...(webmKind() ? [/** @type {[string, string]} */ (["webm", "WebM video"])] : [])]);
    this.pace = choice("Speed", "clip-pace", PACES.map(([ms, title]) => [String(ms), title]), "900");
    this.size = choice("Size", "clip-size", SIZES.map(([width, title]) => [String(width), `${title} (${width})`]), "720");
    this.area = choice("Map", "clip-area", [["seen", "What I see now"], ["follow", "Go where it happens"], ["whole", "The whole map"]]);
    this.onlooker = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: true, "data-testid": "clip-public" }));
    this.result = h("div.clip-result", { "aria-live": "polite", "data-testid": "clip-result" });
    this.element = h("section.clip-card", { role: "region", "aria-label": "Share a stretch", "data-testid": "clip-card" }, this.lay());
    this.off = store.on(["past", "state"], () => this.tell());
    this.tell();
  }

  /** The turn that is looked at, as far as it has gone. @returns {[number, number]} */
  usual() {
    const { turns } = this.session.state;
    const at = this.store.at;
    const begun = turns.findLast(([, n]) => n < at)?.[1] ?? 0;
    return inBounds(begun, at, this.store.length);
  }

  lay() {
    const { turns } = this.session.state;
    const turn = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "A whole turn", "data-testid": "clip-turn" }, h("option", { value: "" }, "A whole turn\u2026"), turns.map(([number], i) => h("option", { value: i }, `Turn ${number}`))));
    turn.addEventListener("change", () => {
      if (!turn.value) return;
      const i = Number(turn.value);
      this.choose(turns[i][1], turns[i + 1]?.[1] ?? this.store.length);
    });
    const line = (/** @type {"from" | "to"} */ end, /** @type {string} */ title) => h("div.clip-end", null, h("label", null, title, this.fields[end]), h("button", { type: "button", "data-testid": `clip-${end}-here`, onclick: () => this.take(end) }, "Here"), this.where[end]);
    return [
      h("header", null, h("h2", null, "Share a stretch of this match"), h("button.cross", { type: "button", "aria-label": "Close", "data-testid": "clip-close", onclick: () => this.close() }, "\u00d7")),
      h("div.clip-ends", null, line("from", "From action"), line("to", "To action"), turn),
      h("div.clip-how", null, this.format.label, this.pace.label, this.size.label, this.area.label),
      this.secrets(), this.result,
    ];
  }

  /** What the others may not know is in it only if its maker wants that. */
  secrets() {
    const { session } = this;
    if (session.state.over || !session.table.you.length) return null;
    if (!session.game.info.secrets && !session.state.secret) return null;
    return h("div.notice", { "data-testid": "clip-secrets" }, h("p", null, "This match can have secrets. The film shows what you may know: your enemy could see it."),
      h("label.option", null, this.onlooker, h("span", null, h("b", null, "Only what an onlooker may see"))));
  }

  get publicly() {
    return this.onlooker.checked && Boolean(this.onlooker.isConnected && this.element.contains(this.onlooker));
  }

  /** @param {"from" | "to"} end @param {string} title */
  numberField(end, title) {
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 0, max: this.store.length, value: this[end], "aria-label": title, "data-testid": `clip-${end}` }));
    field.addEventListener("change", () => this.choose(Number(this.fields.from.value), Number(this.fields.to.value)));
    return field;
  }

  /** An end of the stretch where the replay stands. @param {"from" | "to"} end */
  take(end) {
    const at = this.store.at;
    if (end === "from") this.choose(at, Math.max(at + 1, this.to));
    else this.choose(Math.min(this.from, at - 1), at);
  }

  /** @param {number} from @param {number} to */
  choose(from, to) {
    [this.from, this.to] = inBounds(from, to, this.store.length);
    this.tell();
  }

  tell() {
    this.fields.from.value = String(this.from);
    this.fields.to.value = String(this.to);
    for (const end of /** @type {const} */ (["from", "to"])) this.where[end].textContent = this.placeWords(this[end]);
    this.mark(this.from, this.to);
    if (!this.making && !this.url) this.offer();
  }

  /** When an action was, as far as it is known here. @param {number} n */
  placeWords(n) {
    const entry = this.session.entries.find((e) => e.n === Math.max(0, n - 1));
    return entry ? `turn ${entry.turn}, ${entry.step}` : "";
  }

  offer() {
    const many = this.to - this.from;
    fill(this.result, h("div.row", null,
      h("button.primary", { type: "button", "data-testid": "clip-make", onclick: () => this.make() }, "Make it"),
      h("small", null, `${counted(many, "action")}${many >= MOST_PICTURES ? `, in ${MOST_PICTURES} pictures at most` : ""}. It is made in this browser.`)));
  }

  /** @returns {Wanted} */
  wanted() {
    const { mapView } = this.playMap;
    return {
      from: this.from, to: this.to, publicly: this.publicly, format: this.format.select.value === "webm" ? "webm" : "gif", ms: Number(this.pace.select.value), width: Number(this.size.select.value),
      part: this.area.select.value === "whole" ? null : mapView.part, follow: this.area.select.value === "follow",
    };
  }

  async make() {
    this.forget();
    const making = (this.making = new AbortController());
    const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, value: 0, "aria-label": "Pictures made", "data-testid": "clip-progress" }));
    const words = h("small", null, "Unfolding the map");
    fill(this.result, h("div.row", null, bar, words, h("button", { type: "button", "data-testid": "clip-cancel", onclick: () => making.abort() }, "Cancel")));
    try {
      await this.load();
      const wanted = this.wanted();
      const { file, pictures } = await makeFilm(this.session, wanted, (done, all) => {
        bar.max = all;
        bar.value = done;
        words.textContent = `Picture ${Math.min(done + 1, all)} of ${all}`;
      }, making.signal);
      this.making = null;
      this.show(file, wanted, pictures);
    } catch (fault) {
      this.making = null;
      this.offer();
      if (!(fault instanceof Cancelled)) this.result.prepend(h("p.notice", { role: "alert" }, fault instanceof Error ? fault.message : "It could not be made."));
    }
  }

  /** @param {Blob} file @param {Wanted} wanted @param {number} pictures */
  show(file, { format, from, to }, pictures) {
    this.url = URL.createObjectURL(file);
    const name = `${this.session.game.info.slug}-${from}-${to}.${format}`;
    const picture = format === "gif" ? h("img", { src: this.url, alt: "The stretch as a GIF", "data-testid": "clip-picture" })
      : h("video", { src: this.url, controls: true, loop: true, muted: true, autoplay: true, "data-testid": "clip-picture" });
    const sent = new File([file], name, { type: file.type });
    const share = navigator.canShare?.({ files: [sent] }) ? h("button", { type: "button", onclick: () => navigator.share({ files: [sent], title: this.session.title }).catch(() => {}) }, "Share") : null;
    fill(this.result, picture, h("div.row", null,
      h("a.button.primary", { href: this.url, download: name, "data-testid": "clip-download" }, "Download"), share,
      h("button", { type: "button", "data-testid": "clip-again", onclick: () => { this.forget(); this.offer(); } }, "Another"),
      h("small", null, `${counted(pictures, "picture")}, ${megabytes(file.size)}`)));
  }

  /** The film that was made is not kept. */
  forget() {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = "";
  }

  close() {
    this.making?.abort();
    this.forget();
    this.off();
    this.element.remove();
    this.closed();
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** @param {string} title @param {string} testid @param {[string, string][]} values @param {string} [usual] */
function choice(title, testid, values, usual = values[0][0]) {
  const select = /** @type {HTMLSelectElement} */ (h("select", { "data-testid": testid }, values.map(([value, words]) => h("option", { value, selected: value === usual || null }, words))));
  return { select, label: h("label", null, title, select) };
}
