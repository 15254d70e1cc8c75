/** What kinds of actions are called: a sentence where the game has none of its own, and what several could still do. */

/** @type {Record<string, [string, string]>} */
export const DEEDS = {
  add: ["Add {unit}", "could join"],
  advance: ["{unit} advances to {cell}", "could advance"],
  assault: ["Assault {cell}", "could be assaulted"],
  attack: ["Attack {cell}", "could be attacked"],
  barrage: ["Barrage {unit}{cell}", "could be named for a barrage"],
  build: ["Mobilize {unit}", "could be mobilized"],
  bunker: ["Build a bunker in {cell}", "could have a bunker"],
  buy: ["{unit} comes back", "could come back"],
  carry: ["{unit} goes along", "could go along"],
  combine: ["{unit} is combined", "could be combined"],
  commit: ["{unit} against {cell}", "could be committed"],
  consolidate: ["{unit} goes to {cell}", "could be brought up"],
  corps: ["Activate the corps of {unit}", "could be activated"],
  detach: ["Detach a battalion of {unit}", "could detach a battalion"],
  dig: ["{unit} digs in", "could dig in"],
  displace: ["{unit} makes room", "could make room"],
  disrupt: ["{unit} is disrupted instead", "could be disrupted instead"],
  eliminate: ["{unit} is eliminated", "could be eliminated"],
  enter: ["{unit} enters at {cell}", "could enter"],
  entrench: ["{unit} entrenches", "could entrench"],
  exit: ["{unit} leaves the map at {cell}", "could leave the map"],
  face: ["{unit} turns", "could turn"],
  flip: ["{unit} changes its mode", "could change their mode"],
  fort: ["Bombard the fort in {cell}", "could have their fort bombarded"],
  garrison: ["The garrison of {cell} loses a step", "could lose a step"],
  gas: ["{unit} releases gas", "could release gas"],
  interdict: ["Interdict with {unit}", "could interdict"],
  leave: ["The stack in {cell} retreats first", "could retreat first"],
  lift: ["Take {unit} up again", "could be taken up again"],
  lose: ["{unit}{cell} takes the loss", "could take the loss"],
  loss: ["{unit} loses a step", "could lose a step"],
  meet: ["{unit} attacks in {cell}", "could attack as they meet the enemy"],
  mine: ["A mine under {cell}", "could have a mine"],
  mobilize: ["{unit} leaves its trenches", "could leave their trenches"],
  move: ["{unit} goes to {cell}", "could go"],
  place: ["Put {unit} into {cell}", "could be placed"],
  press: ["{unit} is sent in", "could be sent in"],
  raise: ["{unit} is raised to full strength", "could be raised to full strength"],
  rally: ["{unit} tries to rally", "could rally"],
  rearm: ["{unit} is rearmed", "could be rearmed"],
  recover: ["{unit} recovers", "could recover"],
  release: ["Try to release {unit}", "could be released"],
  remove: ["{unit} is removed", "could be removed"],
  reserve: ["{unit} goes into reserve", "could go into reserve"],
  restore: ["{unit} is restored", "could be restored"],
  retreat: ["{unit} retreats to {cell}", "could retreat"],
  return: ["{unit} returns {cell}", "could return"],
  select: ["Choose {unit}", "could be chosen"],
  shell: ["{unit} shells {cell}", "could be shelled"],
  split: ["Break {unit} down", "could be broken down"],
  stack: ["The stack in {cell} breaks through", "could break through"],
  stay: ["{unit} stays", "could stay"],
  step: ["{unit} loses a step", "could lose a step"],
  strategic: ["{unit} moves by rail or road, far behind the front", "could move far behind the front"],
  strip: ["Strip the fortress of {cell}", "could be stripped of guns"],
  suffer: ["{unit} suffers", "could suffer"],
  supply: ["{unit} supplies the guns", "could supply the guns"],
  support: ["{unit} supports", "could support"],
  target: ["{cell} is the target", "could be the target"],
  unbunker: ["Take the bunker of {cell} up again", "could lose a bunker"],
  withdraw: ["{unit} withdraws to {cell}", "could withdraw"],
  yield: ["{unit} makes room", "could make room"],
};

/** A sentence for an action that the game has no words for; empty where there is none. @param {string} kind @param {string} unit @param {string} cell */
export function deedWords(kind, unit, cell) {
  const [words] = DEEDS[kind] ?? [];
  if (words && unit && !cell && !words.includes("{unit}")) return deedWords(kind, "", unit); // what is named alone is a place
  if (!words || (!unit && !cell) || (words.includes("{unit}") && !words.includes("{cell}") && !unit)) return "";
  if (!unit && words.startsWith("{unit} ")) return bidden(words).replace("{cell}", cell); // nobody is named: the one at hand is meant
  return words.replace("{unit}", unit).replace("{cell}", cell).replace(/ to $/, "").trim();
}

/** "{unit} goes to {cell}" as an order: "Go to {cell}". @param {string} words */
function bidden(words) {
  const [, verb, rest] = /^\{unit\} (\w+?)(?:(?<=go)es|s)( .*)$/.exec(words) ?? ["", "", ""];
  return verb ? verb[0].toUpperCase() + verb.slice(1) + rest : words.replace("{unit} ", "");
}

/** What a counter that goes without saying is told to do where it stands; empty where there is no such order. @param {string} kind */
export function orderWords(kind) {
  const words = DEEDS[kind]?.[0] ?? "";
  return /^\{unit\} (?!is )/.test(words) && !words.includes("{cell}") ? bidden(words) : "";
}

/** What is done to several counters at once, where the kind of action is no such verb. @type {Record<string, string>} */
const TOGETHER = { press: "Send in", yield: "Send back", displace: "Move out", enter: "Bring in", buy: "Bring back", carry: "Take along", step: "Take a step from", loss: "Take a step from", lose: "Take the loss from", garrison: "Take a step from", dig: "Dig in", split: "Break down" };

/** One deed of several counters at once: "Add all 7"; where the game has its own word for it, "All 4 go over the top". @param {string} kind @param {number} count @param {{label?: string, unit?: string}} [one] */
export function allWords(kind, count, one = {}) {
  const [, verb1 = "", rest = ""] = kind === "press" && one.unit && one.label?.startsWith(`${one.unit} `) ? /^(\w+?)(?:(?<=go|clos)es|s)( .*|)$/.exec(one.label.slice(one.unit.length + 1)) ?? [] : [];
  if (verb1) return `${count === 2 ? "Both" : `All ${count}`} ${verb1 === "clos" ? "close" : verb1}${rest}`;
  const verb = TOGETHER[kind] ?? kind[0].toUpperCase() + kind.slice(1).replaceAll("_", " ");
  return `${verb} ${count === 2 ? "both" : `all ${count}`}`;
}

/** The same where not all of them can: "Add 6 of 9". @param {string} kind @param {number} some @param {number} count @param {{label?: string, unit?: string}} [one] */
export function someWords(kind, some, count, one) {
  return allWords(kind, count, one).replace(/^(?:All|Both)\b( \d+)?/, `${some} of ${count}`).replace(/(?:all \d+|both)$/, `${some} of ${count}`);
}

/** What so many counters or places could still do. @param {string} kind @param {string} things "4 counters" */
export function couldWords(kind, things) {
  return `${things} ${DEEDS[kind]?.[1] ?? `could ${kind.replaceAll("_", " ")}`}`;
}
