/** The typefaces of a table. */

const FACES = ['16px "Trenchline Serif"', 'italic 16px "Trenchline Serif"', '600 16px "Trenchline Serif"', '600 16px "Trenchline Sans"'];

/** @type {Promise<unknown> | undefined} */
let coming;

/** When they have come: names are placed on the map by their measure. One that does not come soon is done without. */
export function typefaces() {
  coming ??= Promise.race([Promise.allSettled(FACES.map((face) => document.fonts.load(face))), new Promise((done) => setTimeout(done, 1500))]);
  return coming;
}
