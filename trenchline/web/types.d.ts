/**
 * The documents that the server sends, field by field as the structs that make them: a typo in a field's name is an error of `make lint`.
 * Where a struct leaves out what is empty (`omit_defaults`) the field is optional here.
 */

// ---------------------------------------------------------------- core/documents.py: what never changes

/** How a nation is told from others: a palette of styles/palettes.css and a mark of map/counter-signs.js. */
export interface Look {
  palette: string;
  mark: string;
}

export type Looks = Record<string, Look>;

export interface CellDocument {
  label: string;
  x: number;
  y: number;
  terrain: string[];
  name?: string;
  height?: number;
}

/** Edges and exits are cells by their place in `cells`. */
export interface CourseDocument {
  kind: string;
  name: string;
  points: number[];
}

export interface BoardDocument {
  title: string;
  kind: string;
  metres: number;
  cells: CellDocument[];
  edges: Record<string, [number, number][]>;
  exits: Record<string, number[]>;
  looks: Looks;
  courses: CourseDocument[];
  relief: number[][];
}

export interface Face {
  title: string;
  numbers: string[];
  mode?: string;
}

export interface CounterDocument {
  id: string;
  name: string;
  side: string;
  nation: string;
  kind: string;
  size: string;
  corps: string;
  division: string;
  faces: Face[];
  provenance: Record<string, string>;
}

export interface ChartDocument {
  name: string;
  title: string;
  source: string;
  columns: string[];
  rows: Record<string, string[]>;
  notes: string[];
  results: string;
}

export interface StepDocument {
  number: string;
  title: string;
  side: string;
}

/** A layer that can be laid over the map, and what it is drawn for: nothing, a side, a counter, a unit on the map. */
export interface LayerDocument {
  name: string;
  title: string;
  of?: "" | "side" | "counter" | "unit";
  about?: string;
  key?: string;
  costs?: boolean;
}

export interface Tint {
  cell: string;
  shade?: number;
  side?: string;
  text?: string;
}

export interface Overlay {
  cells?: Tint[];
  lines?: string[][];
  notes?: string[];
  title?: string;
}

/** core/reference.py: a word, what it means, and its case; a counter’s numbers in their order; how we read what the rules leave open. */
export interface Word {
  word: string;
  about: string;
  case: string;
  also?: string[];
}

export interface CounterAnatomy {
  kinds: string[];
  numbers: Word[];
}

export interface Ruling {
  id: string;
  title: string;
  cases: string[];
  question: string;
  ruling: string;
  why: string;
}

/** core/lessons.py: a guided first battle, step by step; `until` is how many moves are done by the end of one. */
export interface LessonMove {
  seat: string;
  kind: string;
  unit?: string;
  cell?: string;
  facing?: string;
  mode?: string;
  value?: number;
  label?: string;
}

export interface LessonStep {
  title: string;
  say: string;
  until: number;
  moves?: LessonMove[];
}

export interface LessonDocument {
  title: string;
  about: string;
  minutes: number;
  seat: string;
  steps: LessonStep[];
}

/** core/files.py: a case of the rules in short. */
export interface Rule {
  case: string;
  title: string;
  kind: string;
  summary: string;
}

// ---------------------------------------------------------------- core/catalogue.py, sides.py, views.py: the catalogue and a match as a player sees it

/** core/sides.py `Seat`: whoever sits there decides for counters of his side, or for those of some nations of it. */
export interface GameSeat {
  name: string;
  side: string;
  nations?: string[];
}

export interface ScenarioInfo {
  id: string;
  title: string;
  summary: string;
  goals: Record<string, string[]>;
}

export interface OptionInfo {
  id: string;
  title: string;
  summary: string;
  favours: string;
  case: string;
  default: boolean;
}

/** `sides` win together; `seats` are who decides, `seats_with` some options ("a+b") those that they make; `looks` are of nations. */
export interface GameInfo {
  slug: string;
  title: string;
  summary: string;
  sides: string[];
  seats: GameSeat[];
  seats_with: Record<string, GameSeat[]>;
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  board: string;
  cells: number;
  turns: number;
  secrets: string;
  looks: Looks;
  lesson: string;
  counters: number;
  portrait: Portrait;
}

export interface Portrait {
  history: string;
  length: string;
  audience: string;
}

export interface CounterView {
  id: string;
  place: string;
  steps: number;
  states?: string[];
  numbers?: number[];
  facing?: string;
  mode?: string;
  aim?: string;
}

export interface Marker {
  kind: string;
  cell: string;
  side?: string;
  value?: number;
}

export interface Due {
  turn: number;
  date: string;
  side: string;
  title: string;
  units: string[];
  cells: string[];
  optional: boolean;
}

/** core/decisions.py; `others` are further seats that may act now, in any order. */
export interface PendingDecision {
  player: string;
  kind: string;
  prompt: string;
  cases?: string[];
  others?: string[];
  about?: About | null;
}

/** Whom and what a decision is about. */
export interface About {
  unit?: string;
  units?: string[];
  cells?: string[];
  hits?: number;
}

/** core/match.py */
export interface Result {
  winner: string;
  level: string;
  points: number;
  reasons: string[];
}

/** core/dice.py */
export interface DiceRecord {
  kind: string;
  commitment?: string;
  seed?: string;
  nonces?: Record<string, string>;
  script?: number[];
  since?: number;
}

/** A default is left out of a view: `due` where nothing is, `turns` where a scenario has all of them. */
export interface View {
  game: string;
  scenario: string;
  options: string[];
  player: string;
  turn: number;
  date: string;
  step: string;
  tracks: Record<string, string>;
  counters: CounterView[];
  markers: Marker[];
  control: Record<string, string>;
  decision: PendingDecision | null;
  points: number;
  reasons: string[];
  result: Result | null;
  dice: DiceRecord;
  due?: Due[];
  turns?: [number, number];
  standing?: Standing | null;
}

/** Where the match stands: the score, who would win by it (empty: nobody, or secrets decide), how far the next level is. */
export interface Standing {
  text: string;
  side?: string;
  next?: string;
}

// ---------------------------------------------------------------- core/charts.py, core/position.py: arithmetic, odds, events

/** A line of arithmetic, and what it counts for: attack, defence, shift or die; "defence shift" and "defence die" where both roll. */
export interface Term {
  text: string;
  value: number;
  case?: string;
  kind?: string;
}

export interface Outcome {
  result: string;
  probability: number;
  detail?: string;
  attacker?: number;
  defender?: number;
  retreat?: string;
}

export interface Odds {
  title: string;
  lines: Term[];
  column: string;
  outcomes: Outcome[];
  ratio: string;
  chart: string;
  cell: string;
  swings: Swing[];
  gathering: boolean;
  attacker: string;
}

/** What may still become of a fight: what others can add to it, what nobody knows yet. */
export interface Swing {
  text: string;
  column: string;
  outcomes: Outcome[];
  worse?: boolean;
}

export interface Luck {
  side: string;
  got: number;
  expected: number;
}

/** `Event` of core/position.py; the name belongs to the browser here. */
export interface MatchEvent {
  kind: string;
  text: string;
  cases?: string[];
  lines?: Term[];
  dice?: number[];
  result?: string;
  luck?: Luck | null;
  to?: string[];
  but?: string[];
}

/** core/actions.py */
export interface Legality {
  legal: boolean;
  reason: string;
  cases: string[];
}

// ---------------------------------------------------------------- server/documents.py, table.py, lobby.py, store.py, bots.py, dice_page.py

/** `ActionDocument`: a legal action, or one that somebody means; `by` is the seat whose part of a shared decision it is. */
export interface Action {
  kind: string;
  unit?: string;
  cell?: string;
  value?: number;
  dice?: number[];
  facing?: string;
  mode?: string;
  by?: string;
  text?: string;
  label?: string;
  idle?: boolean;
}

export interface Entry {
  n: number;
  seq: number;
  player: string;
  text: string;
  turn: number;
  step: string;
  events: MatchEvent[];
  why: string;
}

/** What a seat asks: of the enemy to take back or to agree to a draw, of a partner to resign together. */
export interface PendingRequest {
  what: "undo" | "draw" | "resign";
  by: string;
}

/** server/store.py: who sits where. `side` is the name of the seat. */
export interface Seat {
  side: string;
  kind: "human" | "bot" | "open";
  name: string;
  bot: string;
}

/** A seat, and whether its player is connected. */
export interface SeatHere extends Seat {
  here: boolean;
}

export interface ChatLine {
  name: string;
  text: string;
  at: string;
}

/** The decision of a state: as it waits, with what its player can do. */
export interface Decision extends PendingDecision {
  cases: string[];
  others: string[];
  mine: boolean;
  actions: Action[];
}

/** What a key holder sees: `state_document`. Chat and notes come with `/state` and pushes, `here` with pushes. */
export interface TableState {
  seq: number;
  length: number;
  view: View;
  decision: Decision | null;
  secret: boolean;
  entries: Entry[];
  prelude: MatchEvent[];
  turns: [turn: number, n: number][];
  thinking: string;
  pace: number;
  can_undo: boolean;
  asked: PendingRequest | null;
  over: boolean;
  result: Result | null;
  seats: Seat[];
  lesson?: number;
  chat?: ChatLine[];
  notes?: string;
  here?: string[];
}

/** `offered_table`: a line of the list of open tables. */
export interface OfferedTable {
  table: string;
  game: string;
  title: string;
  scenario: string;
  options: string[];
  seats: SeatHere[];
  dice: string;
  turn: number;
  updated: string;
}

/** Where others find this server, for who sits at its machine. */
export interface Address {
  local: string;
  only_here: boolean;
}

/** `table_document`; `you` are the names of my seats. */
export interface TableDocument {
  id: string;
  game: string;
  title: string;
  scenario: string;
  options: string[];
  created: string;
  dice: "server" | "hand" | "known" | "scripted";
  dice_since: number;
  commitment: string;
  seats: SeatHere[];
  you: string[];
  watch: boolean;
  listed: boolean;
  parent: string;
  rules: number;
}

/** `listed_table`; `sides` are the names of my seats. */
export interface MyTable {
  table: string;
  key_index: number;
  game: string;
  title: string;
  scenario: string;
  sides: string[];
  seats: Seat[];
  turn: number;
  where: string;
  to_move: string;
  your_turn: boolean;
  over: boolean;
  result: Result | null;
  updated: string;
}

/** The keys of a new table, invitations by the names of seats. */
export interface TableKeys {
  table: string;
  key: string;
  invites: Record<string, string>;
  watch: string;
}

export interface HintDocument {
  by: string;
  text: string;
  label: string;
  unit: string;
  cell: string;
  why: string;
}

export interface Roll {
  n: number;
  faces: number[];
  what: string;
  kind: string;
  result: string;
  luck: Luck | null;
}

export interface DiceDocument {
  rolls: Roll[];
  counts: number[];
  expected: number;
  verdict: string;
  luck: { side: string; luck: number; rolls: number }[];
  proof: DiceRecord;
}

/** core/notation.py `Saved`, as far as the client looks into it. */
export interface Saved {
  game: string;
  options?: Record<string, boolean>;
}

// ---------------------------------------------------------------- server/app.py: answers made of the above

/** Somebody to play against. */
export interface Bot {
  id: string;
  title: string;
  about: string;
}

export interface Catalogue {
  games: GameInfo[];
  players: Bot[];
  email: boolean;
}

/** All of a game that never changes. */
export interface GameDocument {
  info: GameInfo;
  board: BoardDocument;
  counters: CounterDocument[];
  charts: ChartDocument[];
  sequence: StepDocument[];
  overlays: LayerDocument[];
}

/** What is looked up of a game. */
export interface ReferenceDocument {
  slug: string;
  title: string;
  rules: Rule[];
  charts: ChartDocument[];
  counters: CounterAnatomy[];
  states: Word[];
  ground: Word[];
  markers: Word[];
  terms: Word[];
  rulings: Ruling[];
}

// ---------------------------------------------------------------- the client's own

/** What can stand inside an element of the page. */
export type Child = Node | string | number | null | undefined | false | Child[];

/** A place on the screen. */
export interface ScreenPoint {
  x: number;
  y: number;
}
