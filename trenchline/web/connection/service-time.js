/** The server's time, by which clocks run: told with every state, and going on in between as long as the server can be reached. Pure logic, no page. */

export class ServiceTime {
  /** @param {() => number} [ticks] ms of a clock that is never set */
  constructor(ticks = () => performance.now()) {
    this.ticks = ticks;
    this.told = 0;
    this.since = ticks();
    this.stands = false;
  }

  /** The server has said what time it is. @param {number | undefined} now */
  heard(now) {
    if (now === undefined) return;
    this.told = now;
    this.since = this.ticks();
  }

  /** While no server can be reached its time may stand still: nobody is shown as out of time who is not. @param {boolean} still */
  stop(still) {
    if (still === this.stands) return;
    const now = this.now();
    this.stands = still;
    this.heard(now);
  }

  now() {
    return this.stands ? this.told : this.told + (this.ticks() - this.since);
  }
}
