/** Where each answer has its button: it keeps its place as long as the same is asked, also when it cannot be given any more. */

/** @import { Action, Decision } from "../types.js" */
/** @typedef {{name: string, action: Action, open: boolean}} Slot */

export class Slots {
  constructor() {
    this.asked = ""; // what the places are for
    this.topic = ""; // what the prompt begins with
    /** @type {Map<string, Action>} by name, in the order of their places */ this.kept = new Map();
  }

  /** The places of some answers, those that are gone among them. @param {Decision | null} decision @param {Action[]} answers @returns {Slot[]} */
  lay(decision, answers) {
    const asked = decision ? `${decision.kind} ${decision.player} ${decision.about?.cells ?? ""}` : "";
    const open = new Map(answers.map((action) => [nameOf(action), action]));
    const topic = topicOf(decision?.prompt ?? "");
    const another = topic !== this.topic && ![...open.keys()].some((name) => this.kept.has(name)); // the set-up of another army: nothing is left of the first
    if (!decision || asked !== this.asked || another) this.kept.clear();
    this.asked = asked;
    this.topic = topic;
    for (const [name, action] of open) this.kept.set(name, action);
    return [...this.kept].map(([name, action]) => ({ name, action, open: open.has(name) }));
  }
}

/** What a prompt begins with, without its numbers: the name of the step. @param {string} prompt */
function topicOf(prompt) {
  return prompt.split(/[:.,(]/)[0].replace(/\d+/g, "");
}

/** What tells an answer from the others of a decision. @param {Action} action */
export function nameOf({ kind, unit = "", cell = "", value = 0, facing = "", mode = "", by = "" }) {
  return `${kind}=${value} ${unit} ${cell} ${facing} ${mode} ${by}`;
}
