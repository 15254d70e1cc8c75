/** What a player sets once on this device. */

import { h } from "./dom.js";

const STORE = "trenchline.settings";

/** name: [title, what it does, default] */
export const SETTINGS = /** @type {const} */ ({
  autoTake: ["Take the only choice for me", "A decision with one legal answer is taken by itself and said. Never one that rolls dice.", true],
  confirmDone: ["Ask before giving something away", "Units out of supply, a stack to mend, a good roll to throw away: the button asks you to press it twice.", true],
  confirmTouch: ["Confirm on touch what rolls dice", "A tap shows what will happen; a second tap does it. What can be taken back is done at the first.", true],
  catchUp: ["Show what happened since my last turn", "On opening a table, the other side's actions are played on the map.", true],
  sinceMarks: ["Number on the map what happened", "What the other side did since your last action is numbered where it happened; arrows at the rim point to what is out of sight.", true],
  handOver: ["Hand-over screen in hot seat", "The screen is covered between two players on one device, also where nothing is secret.", false],
  motion: ["Motion", "Arrows, dice and counters move.", true],
  sounds: ["Sound: your turn", "A soft knock when it becomes your turn, or somebody joins.", false],
  diceSound: ["Sound: dice", "A short rattle when dice fall.", false],
  gunSound: ["Sound: guns", "Distant guns when something is shelled.", false],
  quietStill: ["No sounds with reduced motion", "Where motion is off, here or in the system, the sounds are off too.", false],
  notify: ["Browser notifications", "Notify me when it is my turn and the page is in the background.", false],
});

/** @typedef {keyof typeof SETTINGS} Setting */

/** How the page looks. name: [title, what it does, [value, title][]], the usual value first. */
export const LOOKS = /** @type {const} */ ({
  theme: ["Light or dark", "The page around the map; the map stays paper, dimmed at night.", [["system", "As the system"], ["light", "Paper"], ["dark", "Dark"]]],
  contrast: ["Contrast", "Black on white, heavier lines and rims.", [["system", "As the system"], ["usual", "Usual"], ["high", "High"]]],
  colours: ["Colours of the sides", "The second set can be told apart in every kind of colour blindness. Shapes and letters say the same in both.", [["period", "Of the period"], ["distinct", "For colour blindness"]]],
  text: ["Size of text", "Everything around the map.", [["1", "Usual"], ["0.9", "Small"], ["1.15", "Large"], ["1.3", "Very large"]]],
  pace: ["Speed of motion", "How long counters, arrows and the map take to move.", [["1", "Usual"], ["2", "Slow"], ["0.5", "Fast"]]],
});

/** @typedef {keyof typeof LOOKS} LookSetting */

/** How long the computer waits after each move, in ms. @type {[number, string][]} */
export const SPEEDS = [[1000, "Slow"], [300, "Normal"], [100, "Fast"], [0, "At once"]];
const USUAL_SPEED = 300;

/** @type {Record<string, unknown>} */
let kept = read();
/** @type {Set<() => void>} */
const listeners = new Set();

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Setting} name @returns {boolean} */
export function setting(name) {
  const value = kept[name];
  return typeof value === "boolean" ? value : SETTINGS[name][2];
}

/** @param {LookSetting} name @returns {string} */
export function look(name) {
  const values = LOOKS[name][2].map(([value]) => String(value));
  return values.find((value) => value === kept[name]) ?? values[0];
}

/** How fast the computer plays, in ms a move. @returns {number} */
export function speed() {
  return SPEEDS.find(([ms]) => ms === kept.speed)?.[0] ?? USUAL_SPEED;
}

/** @param {number} ms */
export function setSpeed(ms) {
  keep("speed", ms);
}

/** How wide a column beside the map was made, in pixels; 0 for the usual width. @param {"left" | "right"} side @returns {number} */
export function keptWidth(side) {
  return Number(kept[`${side}Column`]) || 0;
}

/** @param {"left" | "right"} side @param {number} width */
export function keepWidth(side, width) {
  keep(`${side}Column`, width);
}

/** @param {Setting} name @param {boolean} value */
export function setSetting(name, value) {
  keep(name, value);
}

/** @param {string} name @param {boolean | number | string} value */
function keep(name, value) {
  kept = { ...kept, [name]: value };
  try {
    localStorage.setItem(STORE, JSON.stringify(kept));
  } catch { /* a private window: the setting holds until it closes */ }
  applySettings();
  for (const tell of listeners) tell();
}

const OF_THE_DEVICE = ["notify", "leftColumn", "rightColumn"];

/** The settings that follow their player to other devices. */
export function settingsText() {
  return JSON.stringify(Object.fromEntries(Object.entries(kept).filter(([name]) => !OF_THE_DEVICE.includes(name))));
}

/** Settings that were made on another device hold here, too. @param {string} text */
export function takeSettings(text) {
  try {
    kept = { ...kept, ...JSON.parse(text) };
    localStorage.setItem(STORE, JSON.stringify(kept));
  } catch { /* they hold until the page closes, if they can be read at all */ }
  applySettings();
}

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Settings that show on the page as a whole. */
export function applySettings() {
  const { classList, dataset, style } = document.documentElement;
  classList.toggle("still", !setting("motion"));
  const asked = { theme: matchMedia(DARK).matches ? "dark" : "light", contrast: matchMedia(MORE).matches ? "high" : "usual" };
  dataset.theme = look("theme") === "system" ? asked.theme : look("theme");
  dataset.contrast = look("contrast") === "system" ? asked.contrast : look("contrast");
  dataset.colours = look("colours");
  style.setProperty("--text", look("text"));
  style.setProperty("--pace", look("pace"));
}

const [DARK, MORE] = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"];
for (const system of [DARK, MORE]) matchMedia(system).addEventListener("change", applySettings);

/**
 * The form, for the menu and the lobby.
 * @param {(name: Setting, value: boolean) => Promise<boolean> | boolean} [allow] may refuse a change
 */
export function settingsForm(allow) {
  return h("div.settings", { "data-testid": "settings" },
    Object.entries(SETTINGS).map(([name, [title, what]]) => {
      const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: setting(/** @type {Setting} */ (name)), "data-setting": name }));
      box.addEventListener("change", async () => {
        const key = /** @type {Setting} */ (name);
        if (allow && !(await allow(key, box.checked))) box.checked = !box.checked;
        else setSetting(key, box.checked);
      });
      return h("label.setting", null, box, h("span", null, h("b", null, title), h("small", null, what)));
    }),
    Object.entries(LOOKS).map(([name, [title, what, values]]) => h("label.setting.choice", null, lookSelect(/** @type {LookSetting} */ (name), values), h("span", null, h("b", null, title), h("small", null, what)))),
    h("label.setting.choice", null, speedSelect(), h("span", null, h("b", null, "Speed of the computer"), h("small", null, "How long it waits after each of its moves, so that they can be followed on the map."))));
}

/** @param {LookSetting} name @param {readonly (readonly [string, string])[]} values */
function lookSelect(name, values) {
  const select = /** @type {HTMLSelectElement} */ (h("select", { "data-setting": name }, values.map(([value, title]) => h("option", { value, selected: value === look(name) || null }, title))));
  select.addEventListener("change", () => keep(name, select.value));
  return select;
}

function speedSelect() {
  const select = /** @type {HTMLSelectElement} */ (h("select", { "data-setting": "speed" }, SPEEDS.map(([ms, title]) => h("option", { value: ms, selected: ms === speed() || null }, title))));
  select.addEventListener("change", () => setSpeed(Number(select.value)));
  return select;
}
