/** What the play screen shows, in one place: whoever draws a part of it subscribes to what he draws from. */

/** @template {object} Values */
export class Store {
  /** @param {Values} values */
  constructor(values) {
    this.values = values;
    /** @type {Set<keyof Values>} what was set and is not yet told */ this.changed = new Set();
    /** @type {{names: (keyof Values)[], listener: () => void}[]} */ this.listeners = [];
  }

  /** Set some values; nobody is told before `tell`, so that all of a change is there when the first one draws. @param {Partial<Values>} values */
  set(values) {
    Object.assign(this.values, values);
    for (const name of /** @type {(keyof Values)[]} */ (Object.keys(values))) this.changed.add(name);
  }

  /** Set some values and tell at once. @param {Partial<Values>} values */
  change(values) {
    this.set(values);
    this.tell();
  }

  /** Something has changed that stands elsewhere: who draws from it looks there. @param {keyof Values} name */
  touch(name) {
    this.changed.add(name);
    this.tell();
  }

  /** Hear when one of some values was set. @param {(keyof Values)[]} names @param {() => void} listener @returns {() => void} to hear no more */
  on(names, listener) {
    const one = { names, listener };
    this.listeners.push(one);
    return () => {
      this.listeners = this.listeners.filter((other) => other !== one);
    };
  }

  /** Tell everybody once, in the order in which they subscribed. */
  tell() {
    const changed = this.changed;
    this.changed = new Set();
    for (const { names, listener } of this.listeners) if (names.some((name) => changed.has(name))) listener();
  }
}
