/** Sounds of the table, made by the browser: there are no files. */

import { motionReduced } from "./dom.js";
import { setting } from "./settings.js";
import { partsOf, soundsOf } from "./sound-parts.js";

/** @import { MatchEvent } from "../types.js" */
/** @import { Part, Sound } from "./sound-parts.js" */

const SETTING_OF = /** @type {const} */ ({ turn: "sounds", dice: "diceSound", guns: "gunSound" });
const APART = 350; // ms between two sounds of a kind

/** Whether a sound is wanted. @param {Sound} sound */
export function wanted(sound) {
  return setting(SETTING_OF[sound]) && !(setting("quietStill") && motionReduced());
}

/** The sound that a setting is about. @param {string} name @returns {Sound | undefined} */
export function soundOfSetting(name) {
  return /** @type {Sound[]} */ (Object.keys(SETTING_OF)).find((sound) => SETTING_OF[sound] === name);
}

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let hiss = null;
/** @type {Partial<Record<Sound, number>>} */
const last = {};

/** Play a sound if it is wanted, and not too soon after the last of its kind. @param {Sound} sound @param {number} [after] seconds */
export function play(sound, after = 0) {
  const now = performance.now();
  if (!wanted(sound) || now - (last[sound] ?? -APART) < APART) return;
  last[sound] = now;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {}); // until a hand has been on the page
    const begin = audio.currentTime + after;
    for (const part of partsOf(sound)) sounded(audio, part, begin);
  } catch { /* no sound here */ }
}

/** What has happened, for the ear. @param {MatchEvent[]} events */
export function playEvents(events) {
  soundsOf(events).forEach((sound, i) => play(sound, 0.5 * i));
}

/** @param {AudioContext} context @param {Part} part @param {number} begin */
function sounded(context, { at, lasts, level, from, to, noise }, begin) {
  const [start, end] = [begin + at, begin + at + lasts];
  const loud = context.createGain();
  loud.gain.setValueAtTime(level, start);
  loud.gain.exponentialRampToValueAtTime(0.001, end);
  loud.connect(context.destination);
  if (noise) {
    const source = context.createBufferSource();
    source.buffer = noiseIn(context);
    const filter = context.createBiquadFilter();
    filter.type = noise;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(filter).connect(loud);
    source.start(start, Math.random());
    source.stop(end);
  } else {
    const tone = context.createOscillator();
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, end);
    tone.connect(loud);
    tone.start(start);
    tone.stop(end);
  }
}

/** Two seconds of noise, made once. @param {AudioContext} context */
function noiseIn(context) {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return hiss;
}
