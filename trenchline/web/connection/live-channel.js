/** The live channel of a table: a WebSocket that comes back by itself, with polling where it does not get through. */

import { liveAddress } from "./api.js";

/** @import { TableState } from "../types.js" */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const POLL = 4000;
const PULSE = 20000; // so often an open line is asked whether it is up: pings of the protocol are not shown to a page
const ANSWER = 10000; // a line on which nothing comes within that time has died in silence
const GIVE_UP = 2; // failed attempts after which polling starts beside them

const KEY_SPENT = [4401, 4403]; // server/routes/live.py: it opens the table no more, or never did

/** @typedef {"live" | "polling" | "lost" | "closed" | "revoked"} Link */

export class Live {
  /**
   * @param {string} table
   * @param {{hello: () => object, message: (state: TableState) => void, poll: () => Promise<void>, link: (link: Link) => void}} ends
   */
  constructor(table, ends) {
    this.table = table;
    this.ends = ends;
    this.failed = 0;
    this.open = true;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = false;
    this.timer = 0;
    this.poller = 0;
    this.doubt = 0;
    this.reached = true; // whether the last poll was answered
    this.wake = () => this.hurry();
    this.cut = () => this.drop();
    this.seen = () => this.look();
    this.pulse = window.setInterval(() => this.ask(), PULSE);
    addEventListener("online", this.wake);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.wake);
    document.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (!this.open) return;
    const socket = new WebSocket(liveAddress(this.table));
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.ends.hello()));
    socket.onmessage = (message) => {
      if (this.failed || !this.heard) this.ends.link("live");
      this.failed = 0;
      this.heard = true;
      this.believe();
      this.stopPolling();
      const said = JSON.parse(typeof message.data === "string" ? message.data : new TextDecoder().decode(message.data));
      if (!said.alive) this.ends.message(said);
    };
    socket.onclose = (event) => (KEY_SPENT.includes(event.code) ? this.revoked(socket) : this.closed(socket));
  }

  /** @param {WebSocket} socket */
  closed(socket) {
    if (socket !== this.socket || !this.open) return;
    this.socket = null;
    this.heard = false;
    this.believe();
    this.failed += 1;
    if (this.failed === 1) this.ends.link("lost");
    if (this.failed >= GIVE_UP) this.startPolling();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.failed - 1)) * (0.75 + Math.random() / 2);
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  /** The key opens the table no more: coming back with it is no use. @param {WebSocket} socket */
  revoked(socket) {
    if (socket !== this.socket || !this.open) return;
    this.close();
    this.ends.link("revoked");
  }

  /** Hang up and come back at once, with what `hello` says now. */
  again() {
    const { socket } = this;
    this.socket = null;
    this.believe();
    socket?.close();
    this.connect();
  }

  /** Whether anything still comes on a line that seems open; one that stays silent is given up. */
  ask() {
    if (!this.open || document.hidden || this.doubt || !this.heard || this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send("?");
    this.doubt = window.setTimeout(() => this.drop(), ANSWER);
  }

  /** Whoever does not look is told of his turn by other ways. */
  look() {
    if (this.heard && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ looking: !document.hidden }));
  }

  believe() {
    clearTimeout(this.doubt);
    this.doubt = 0;
  }

  /** The line is known to be dead: do not wait for it to say so. */
  drop() {
    const { socket } = this;
    socket?.close();
    if (socket) this.closed(socket);
  }

  /** The page is seen again, or the network is back: do not wait. */
  hurry() {
    if (!this.open || document.hidden) return;
    if (!this.socket || this.socket.readyState > WebSocket.OPEN) this.connect();
    else if (this.heard) {
      this.ask();
      this.ends.poll().catch(() => this.drop());
    }
  }

  startPolling() {
    if (this.poller || !this.open) return;
    const again = async () => {
      try {
        await this.ends.poll();
        if (this.failed) this.ends.link("polling");
        if (!this.reached && !this.socket) this.connect(); // the server is back: do not wait any longer
        this.reached = true;
      } catch {
        this.reached = false;
        this.ends.link("lost");
      }
      if (this.poller) this.poller = window.setTimeout(again, document.hidden ? 4 * POLL : POLL);
    };
    this.poller = window.setTimeout(again, 100);
  }

  stopPolling() {
    clearTimeout(this.poller);
    this.poller = 0;
  }

  close() {
    this.open = false;
    clearTimeout(this.timer);
    this.believe();
    this.stopPolling();
    this.socket?.close();
    clearInterval(this.pulse);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.wake);
    document.removeEventListener("visibilitychange", this.seen);
    this.ends.link("closed");
  }
}
