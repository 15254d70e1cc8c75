/** Text mode: the position and the prompt in words, actions typed in notation. A page of its own for screen readers. */

import { seatTimeWords } from "../common/clock-words.js";
import { fill, h } from "../common/dom.js";
import { listed } from "../common/seating.js";
import { setSpeed, setting, SPEEDS } from "../common/settings.js";
import { actionWords, asSentences, capital, casesInBrackets, counted, percent, withoutBraces, worthTelling } from "../common/wording.js";
import { ApiError } from "../connection/api.js";
import { openSession } from "../connection/session.js";
import { facingWords } from "../map/counters.js";
import { newReasonOf } from "../panels/log.js";
import { Pace } from "../play/bot-pace.js";
import { withoutBack } from "../play/choices.js";
import { askHint, hintFault, hintWords } from "../play/hint.js";
import { Time } from "../play/time-dialog.js";
import { announceTurn } from "../play/turn-notice.js";

/** @import { CounterView, Legality, Odds, TableState } from "../types.js" */
/** @import { Session } from "../connection/session.js" */

const HELP = [
  "Type an action as it stands in the list of choices, or its number in the list.",
  "undo takes the last action back. odds ACTION tells the odds. why ACTION tells whether it is legal and why not.",
  "hint tells the best action and its reason; do takes that action. skip passes over the computer\u2019s moves. speed slow, normal, fast or at once sets how long it waits after each.",
  "cell LABEL tells about a place. unit NAME tells about a counter. choices lists what is legal, choices WORD only what contains a word.",
  "position tells where everything stands, position WORD only lines with a word. points tells the score. help tells this again.",
];

/** @param {string} id @param {HTMLElement} root */
export async function openText(id, root) {
  const session = await openSession(id);
  const page = new TextPage(session, root);
  return () => page.close();
}

class TextPage {
  /** @param {Session} session @param {HTMLElement} root */
  constructor(session, root) {
    this.session = session;
    this.counters = new Map(session.game.counters.map((c) => [c.id, c]));
    this.cells = new Map(session.game.board.cells.map((c) => [c.label, c]));
    this.prompt = h("p", { role: "status", "aria-live": "polite", "data-testid": "prompt" });
    this.answer = h("div", { role: "status", "aria-live": "polite", "data-testid": "answer" });
    this.log = h("div.log", { role: "log", "aria-live": "polite", "data-testid": "log", tabindex: "0", "aria-label": "What happened" });
    this.line = /** @type {HTMLInputElement} */ (h("input", { type: "text", id: "line", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-testid": "line" }));
    this.choices = h("ol.choices", { "data-testid": "choices" });
    this.position = h("div", { "data-testid": "position" });
    this.options = h("ul.options", { "data-testid": "options" });
    this.time = new Time(session);
    this.clocks = h("p.row", { hidden: !session.state.clock, "data-testid": "clock-words" });
    this.shown = -1;
    this.pace = new Pace(session);
    /** @type {{seq: number, text: string} | null} the last hint */ this.hinted = null;
    fill(root, h("main.text-mode", null,
      h("h1", null, `${session.title}: text mode`),
      h("p", null, h("a", { href: `#/t/${session.id}` }, "The map"), " \u00b7 ", h("a", { href: "#/" }, "All my tables")),
      h("h2", null, "Decision"), this.prompt, this.clocks, this.options,
      h("form", { onsubmit: (/** @type {Event} */ e) => this.enter(e) }, h("label", { for: "line" }, "Your action or question (help for help)"), this.line, h("button", { type: "submit" }, "Enter")),
      this.answer,
      h("details", null, h("summary", null, "Choices"), this.choices),
      h("h2", null, "What happened"), this.log,
      h("h2", null, "Position"), this.position));
    this.off = session.on((change) => change.what === "state" && this.update(change));
    this.update({ before: null });
    this.line.focus();
  }

  close() {
    this.off();
    this.pace.stop();
    this.session.close();
  }

  /** @param {{before?: TableState | null}} change */
  update(change) {
    const { state } = this.session;
    const d = state.decision;
    this.pace.heard(this.session.mine && !this.takesItself);
    this.prompt.textContent = state.over || !d
      ? `The match is over. ${state.result?.level ?? ""}. ${(state.result?.reasons ?? []).join(". ")}`
      : `${this.headline()} ${this.whoseWords()}: ${withoutBraces(d.prompt)}${casesInBrackets(d.cases)}`;
    fill(this.choices, (d?.actions ?? []).slice(0, 300).map((a) => h("li", null, h("code", null, a.text), ` ${actionWords(a)}`)));
    fill(this.options, this.optionLines().map((line) => h("li", null, line)));
    this.tellLog();
    this.tellClocks();
    fill(this.position, this.positionLines("").map((line) => h("p", null, line)));
    announceTurn(this.session, Boolean(change.before?.decision?.mine));
    this.auto();
  }

  /** A list to choose from: each option with its price and effect, and how some are chosen. @returns {string[]} */
  optionLines() {
    const { decision } = this.session.state;
    const list = this.session.mine ? decision?.checklist : null;
    if (!list) return [];
    const rows = list.rows.map((row) => `${row.name}: ${row.title}, ${counted(row.price, "point")}. ${row.effect}`);
    const how = list.kind ? ` Type the names joined by +: ${list.kind}~${list.rows.slice(0, 2).map((row) => row.name).join("+")}@${decision?.player}` : "";
    return [...rows, `Points are ${list.pays}.${how}`];
  }

  whoseWords() {
    const { actors, mine, myActors, state } = this.session;
    if (mine) return `${listed(myActors.length ? myActors : actors)}, your decision`;
    return actors.includes(state.thinking) ? `${capital(state.thinking)} is thinking` : `Waiting for ${listed(actors)}`;
  }

  headline() {
    const v = this.session.state.view;
    return `${v.date}, turn ${v.turn}, ${v.step || "before the first step"}. ${Object.entries(v.tracks ?? {}).map(([k, x]) => `${capital(k)}: ${x}.`).join(" ")}`;
  }

  /** The time of each side as the table stands; the button tells it anew, with what can be done about it. */
  tellClocks() {
    const { clock } = this.session.state;
    if (clock) fill(this.clocks, Object.keys(clock.seats).map((seat) => `${seatTimeWords(clock, seat, this.time.now)}. `), h("button", { type: "button", "data-testid": "clocks", onclick: () => this.time.open() }, "Clocks"));
  }

  /** Only what is new is appended, so that it is read once. */
  tellLog() {
    const last = this.session.entries.at(-1)?.n ?? -1;
    if (last < this.shown) fill(this.log);
    const from = last < this.shown ? -1 : this.shown;
    for (const entry of this.session.entries.slice(-200)) {
      if (entry.n <= from) continue;
      const lines = worthTelling(entry.events).map((e) => `${withoutBraces(e.text)}${casesInBrackets(e.cases)}${e.dice?.length ? ` Dice ${e.dice.join(" and ")}.` : ""}`);
      const why = lines.length ? newReasonOf(entry, this.session.entries) : "";
      if (why) this.log.append(h("p.log-why", null, why));
      this.log.append(...lines.map((line) => h("p", null, line)));
    }
    this.shown = last;
    this.log.scrollTop = this.log.scrollHeight;
  }

  get takesItself() {
    const [only, ...more] = withoutBack(this.session.state.decision?.actions ?? []).rest;
    return Boolean(only) && !more.length && !only.dice?.length && !this.held && this.session.mine && setting("autoTake");
  }

  /** The only choice is taken here too, and said. */
  async auto() {
    if (!this.takesItself || this.session.busy) return;
    const [only] = withoutBack(this.session.state.decision?.actions ?? []).rest;
    const { seq } = this.session.state;
    const rolls = await this.session.mayRoll(only);
    if (this.session.state.seq !== seq) return;
    if (rolls) return this.pace.heard(true);
    this.tell(`Only one choice, taken for you: ${actionWords(only)}.`);
    this.session.act(only).catch((fault) => this.tell(fault.message));
  }

  // ---------------------------------------------------------------- what is typed

  /** @param {Event} event */
  async enter(event) {
    event.preventDefault();
    const typed = this.line.value.trim();
    if (!typed) return;
    this.line.value = "";
    const [word, ...rest] = typed.split(/\s+/);
    const about = rest.join(" ");
    this.held = word.toLowerCase() === "undo";
    try {
      const command = this.commands()[word.toLowerCase()];
      if (command) await command(about);
      else await this.act(typed);
    } catch (fault) {
      this.line.value = typed;
      this.tell(fault instanceof ApiError ? `${fault.message}${casesInBrackets(fault.cases)}` : "That did not work. Try again.");
    }
  }

  /** @returns {Record<string, (about: string) => unknown>} */
  commands() {
    return {
      help: () => this.tell(...HELP),
      undo: () => this.session.undo().then(() => this.tell(this.session.state.asked ? "Asked the other side." : "Taken back.")),
      hint: () => this.hint(),
      do: () => this.takeHint(),
      skip: () => this.skip(),
      speed: (about) => this.setSpeed(about),
      choices: (about) => this.tell(...this.choiceLines(about)),
      odds: (about) => this.odds(about),
      why: async (about) => {
        /** @type {Legality} */ const found = await this.session.send("/legal", { text: about });
        this.tell(found.legal ? "That is legal." : `${withoutBraces(found.reason)}${casesInBrackets(found.cases)}`);
      },
      cell: async (about) => this.tell(...(await this.session.cell(about)).lines, ...this.positionLines(about)),
      unit: (about) => this.tell(...this.unitLines(about)),
      position: (about) => this.tell(...this.positionLines(about)),
      points: () => this.tell(counted(this.session.state.view.points, "point"), ...(this.session.state.view.reasons ?? [])),
    };
  }

  async hint() {
    const { session } = this;
    if (!session.mine) return this.tell("It is not your decision now.");
    const { seq, decision } = session.state;
    this.tell("Asking for a hint.");
    try {
      const found = await askHint(session);
      if (session.state.seq !== seq) return;
      this.hinted = { seq, text: found.text };
      this.tell(`${capital(found.by)}: ${hintWords(found, decision?.actions.find((a) => a.text === found.text))}, in notation ${found.text}.`, asSentences(found.why), "Type do to do it.");
    } catch (fault) {
      this.tell(hintFault(fault));
    }
  }

  takeHint() {
    if (!this.hinted || this.hinted.seq !== this.session.state.seq) return this.tell("There is no hint for this decision. Type hint.");
    return this.act(this.hinted.text);
  }

  skip() {
    if (!this.pace.offered || !this.session.botDecides) return this.tell("The computer is not playing now.");
    this.pace.skip();
    this.tell("On to your turn.");
  }

  /** @param {string} about */
  setSpeed(about) {
    const found = SPEEDS.find(([, title]) => title.toLowerCase() === about.toLowerCase());
    if (!found) return this.tell(`Say one of: ${SPEEDS.map(([, title]) => title.toLowerCase()).join(", ")}.`);
    setSpeed(found[0]);
    this.tell(`The computer plays: ${found[1].toLowerCase()}.`);
  }

  /** @param {string} typed */
  async act(typed) {
    const { decision } = this.session.state;
    if (!this.session.mine || !decision) return this.tell("It is not your decision now.");
    const listed = /^\d{1,3}$/.test(typed) && !this.cells.has(typed) ? decision.actions[Number(typed) - 1] : null;
    const known = listed ?? decision.actions.find((a) => a.text?.toLowerCase() === typed.toLowerCase());
    if (known) await this.session.act(known);
    else await this.session.say(typed);
    this.tell("");
  }

  /** @param {string} about */
  async odds(about) {
    const actions = this.session.state.decision?.actions ?? [];
    const text = about || actions.find((a) => !a.unit && !a.cell)?.text || "";
    /** @type {Odds | null} */ const found = await this.session.send("/odds", { text });
    if (!found) return this.tell("No dice decide that.");
    this.tell(withoutBraces(found.title), ...found.lines.map((l) => `${l.value > 0 ? "+" : ""}${l.value} ${withoutBraces(l.text)}`), found.column ? `Column ${found.column}.` : "",
      ...found.outcomes.map((o) => `${o.result}: ${percent(o.probability)}. ${o.detail ?? ""}`));
  }

  /** @param {...string} lines */
  tell(...lines) {
    fill(this.answer, lines.filter(Boolean).map((line) => h("p", null, line)));
  }

  // ---------------------------------------------------------------- what is told

  /** @param {string} about */
  choiceLines(about) {
    const low = about.toLowerCase();
    const found = (this.session.state.decision?.actions ?? []).map((a, i) => `${i + 1}: ${a.text}`).filter((l) => l.toLowerCase().includes(low));
    return found.length ? found.slice(0, 120) : ["No such choice."];
  }

  /** @param {string} name */
  unitLines(name) {
    const found = this.session.state.view.counters.find((c) => c.id.toLowerCase() === name.toLowerCase());
    return found ? [this.unitWords(found, true)] : [`There is no counter ${name}.`];
  }

  /** @param {CounterView} now @param {boolean} [long] */
  unitWords(now, long = false) {
    const printed = this.counters.get(now.id);
    if (!printed) return now.id;
    const formation = [printed.division && `division ${printed.division}`, printed.corps && `corps ${printed.corps}`].filter(Boolean).join(" of ");
    return [now.id, long ? `${printed.name}, ${capital(printed.nation)} ${printed.kind} ${printed.size}` : "", long ? formation : "", (now.numbers ?? []).join("-"), long ? `in ${now.place}` : "", long ? counted(now.steps, "step") : "", now.mode, now.facing && facingWords(now.facing), ...(now.states ?? [])].filter(Boolean).join(", ");
  }

  /** A line for each place with counters, from north-west to south-east. @param {string} about */
  positionLines(about) {
    const low = about.toLowerCase();
    /** @type {Map<string, CounterView[]>} */ const places = new Map();
    for (const now of this.session.state.view.counters) places.set(now.place, [...(places.get(now.place) ?? []), now]);
    return [...places].sort(([a], [b]) => Number(!this.cells.has(a)) - Number(!this.cells.has(b)) || a.localeCompare(b)).map(([place, units]) => {
      const printed = this.cells.get(place);
      const nations = listed([...new Set(units.map((u) => this.counters.get(u.id)?.nation ?? ""))], "and");
      return `${capital(place)}${printed?.name ? ` ${printed.name}` : ""}${printed ? ` (${printed.terrain.join(", ")}), ${nations}` : ""}: ${units.map((u) => this.unitWords(u)).join("; ")}.`;
    }).filter((line) => line.toLowerCase().includes(low));
  }
}
