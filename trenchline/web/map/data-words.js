/** What names mean: which sign a word of a game's data stands for. */

/** What a feature of sides is drawn as, by its name: ways lead from cell to cell, banks run along the side. */
export function styleOfEdge(feature) {
  const word = feature.toLowerCase();
  /** @type {[RegExp, string][]} */
  const table = [
    [/bridge|crossing|ford|ponton|pontoon/, "bridge"],
    [/(^|[^t])rail|tram/, "rail"],
    [/trail|track|path/, "trail"],
    [/minor.*road|road.*minor|^minor$/, "minor"],
    [/road|major|highway|voie/, "road"],
    [/trench|line/, "trench"],
    [/canal/, "canal"],
    [/stream|brook|minor.?river/, "stream"],
    [/river/, "river"],
    [/slope|cliff|crest|scarp/, "slope"],
  ];
  return table.find(([pattern]) => pattern.test(word))?.[1] ?? "unknown";
}

/** The nation that a word names, for colours: france, germany, britain or neutral. */
export function nationOf(word) {
  const text = (word ?? "").toLowerCase();
  if (/german|boche|^de$|[-_ ]de$|^ge$/.test(text)) return "germany";
  if (/french|franc|^fr$|[-_ ]fr$/.test(text)) return "france";
  if (/brit|allied|anzac|austral|canad|zealand|^br$/.test(text)) return "britain";
  return "neutral";
}

export const GROUND_WORDS = new Set(["clear", "woods", "wood", "forest", "ridge", "hill", "slope", "high", "village", "town", "city", "fort", "works",
  "river", "stream", "minor_river", "minor-river", "canal", "lake", "pond", "marsh", "trench", "road", "rail", "open"]);

export const has = (...words) => (cell) => cell.terrain.some((t) => words.includes(t.toLowerCase()));
export const isWood = has("woods", "wood", "forest");
export const isHill = has("hill", "ridge", "high");
export const isSettled = has("village", "town", "city");
export const isTrench = (cell) => cell.terrain.some((t) => /trench/i.test(t));
