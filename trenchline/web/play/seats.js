/** Who sits at the table, who is there now, and whether we are in touch. */

import { fill, h } from "../common/dom.js";
import { capital } from "../common/wording.js";

/** @import { Seat } from "../types.js" */

export class Seats {
  /** @param {import("../connection/session.js").Session} session @param {import("./shown.js").Shown} store @param {() => void} invite */
  constructor(session, store, invite) {
    this.session = session;
    this.invite = invite;
    this.element = h("div.seats", { "data-testid": "seats" });
    this.banner = h("div.banner", { role: "alert", hidden: true, "data-testid": "banner" });
    store.on(["state", "seats"], () => this.drawSeats());
    store.on(["state", "link"], () => this.drawLink());
  }

  drawSeats() {
    const { you, seats } = this.session.table;
    fill(this.element, seats.map((seat) => {
      const mine = you.includes(seat.side);
      const away = seat.kind === "human" && !mine ? (seat.here ? "at the table" : "away") : null;
      return h("span.seat", { ...this.session.seating.colours(seat.side), class: seat.here || mine || seat.kind === "bot" ? "here" : "", title: away },
        h("b", null, capital(seat.side)), ` ${this.whoIs(seat)} `,
        seat.kind === "open" && you.length ? h("button.plainly", { type: "button", "data-testid": "invite", onclick: this.invite }, "Invite") : null);
    }));
  }

  /** @param {Seat} seat */
  whoIs(seat) {
    if (this.session.table.you.includes(seat.side)) return seat.name ? `${seat.name} (you)` : "you";
    if (seat.kind === "open") return "open";
    return seat.kind === "bot" ? `${seat.name || seat.bot} (computer)` : seat.name || "a friend";
  }

  drawLink() {
    const { link } = this.session;
    const lost = link === "lost" || link === "revoked";
    const closed = this.session.table.watch ? "Ask a player for a new link: this one was closed, and nobody can watch by it any more."
      : "Your link to this table is no longer valid: the seat was taken up with another one. Open it there, or ask for a new link.";
    const words = link === "revoked" ? closed
      : lost ? "Connection lost. Trying to get it back; nothing is lost." : this.session.table.watch ? "You are watching." : "";
    this.banner.hidden = !words;
    this.banner.classList.toggle("lost", lost);
    if (this.banner.textContent !== words) this.banner.textContent = words;
  }
}
