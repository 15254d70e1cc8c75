/** Whether a hand can act: nothing that was ordered is still on its way. Pure logic, no page. */

export class Hand {
  /** @param {{busy: boolean}} session @param {(free: boolean) => void} [changed] */
  constructor(session, changed = () => {}) {
    this.session = session;
    this.changed = changed;
    this.running = false; // orders to several counters are being carried out
    this.takingBack = false;
    /** @type {(() => void)[]} */ this.waiting = [];
  }

  get free() {
    return !this.session.busy && !this.running && !this.takingBack;
  }

  /** When a hand can act again; at once, if it can now. @returns {Promise<void>} */
  whenFree() {
    return this.free ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Something has arrived: those who wait go on, if it was the last. */
  comeFree() {
    this.changed(this.free);
    if (this.free) for (const resolve of this.waiting.splice(0)) resolve();
  }
}
