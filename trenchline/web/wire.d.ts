/**
 * What the server answers. Written by tools/client_types.py from the structs that are sent: do not change it by hand.
 * Where a struct leaves out what is empty the field is optional here.
 */

/** Whom and what a decision is about, in fields: what a client rings on the map and a bot looks up. */
export interface About {
  /** the one counter it is asked for */
  unit?: string;
  /** those it may fall on */
  units?: string[];
  /** where: the places named, else where the counters stand */
  cells?: string[];
  /** hits, steps, units or markers that are to go */
  hits?: number;
}

/** The account that is signed in, as its owner sees it. */
export interface AccountDocument {
  signed_in: boolean;
  /** this server can send a link to sign in by */
  mails_links: boolean;
  name: string;
  /** confirmed */
  email: string;
  /** what the client keeps there */
  settings: string;
  passkeys: PasskeyLine[];
  sessions: SessionLine[];
  /** days that may still be taken this year, at all its tables together */
  vacation: number;
}

/** A legal action: its fields and its text form. `by` is the seat whose part of a shared decision it is. */
export interface ActionDocument {
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
  /** nothing is there to be hit: legal, and not lit unless it is asked for */
  empty?: boolean;
  default?: boolean;
  stake?: Stake | null;
}

/** Where others find this server, for who sits at its machine. */
export interface Address {
  local: string;
  only_here: boolean;
}

/** A victory that a side can win: its conditions, and how many of them it takes. */
export interface Aim {
  side: string;
  title: string;
  case: string;
  conditions: Condition[];
  /** "all of these", where there are several */
  need?: string;
}

/** How a match went. Chances are those of the first side, a draw counting half. */
export interface Analysis {
  game: string;
  scenario: string;
  first_side: string;
  ended: boolean;
  /** before the first action of a player, and after each with the dice that fell by it */
  chances: number[];
  rolls: TurnOfFortune[];
  /** after how many actions the chances had changed most, in the order of the match */
  turning_points: number[];
  /** by side */
  luck: Record<string, number>;
  /** how it would stand with average dice */
  without_luck: number;
  /** the costliest first */
  mistakes: Mistake[];
  steps: StepCost[];
}

/** How far the analysis of a match is, and what it found. It is of the match after so many actions. */
export interface AnalysisDocument {
  state: "done" | "failed" | "none" | "running" | "waiting";
  /** the share of the work that is done */
  progress: number;
  length: number;
  analysis: Analysis | null;
}

/** Of some actions, those that can all be done one after the other; who is left out, and why. */
export interface AtOnceTexts {
  goes: string[];
  stays: Stays[];
}

/** All that is printed on the map. Edges are pairs of cells by their place in `cells`. */
export interface BoardDocument {
  title: string;
  kind: string;
  metres: number;
  cells: CellDocument[];
  edges: Record<string, [number, number][]>;
  /** where a road or railway leaves the map */
  exits: Record<string, number[]>;
  /** of each nation */
  looks: Record<string, Look>;
  courses: CourseDocument[];
  /** heights in metres on a net spread evenly over the cells, rows from the north-west */
  relief: number[][];
}

/** The games, who can play against you, and whether this server sends mail. */
export interface Catalogue {
  games: GameInfo[];
  players: Offered[];
  email: boolean;
}

/** A cell: where its middle lies in cell widths, and what is there. */
export interface CellDocument {
  label: string;
  x: number;
  y: number;
  terrain: string[];
  name?: string;
  /** metres */
  height?: number;
}

/** What a cell holds, line by line. */
export interface CellLines {
  lines: string[];
}

/** A table for the eye. */
export interface ChartDocument {
  name: string;
  title: string;
  source: string;
  columns: string[];
  rows: Record<string, string[]>;
  notes: string[];
  /** what its entries mean */
  results: string;
  /** each of them by itself */
  meanings: Record<string, string>;
}

/**
 * Options of which some are chosen, all in one answer: an action of its `kind` with their names, in the order of the rows
 * and joined by `+`, as its mode.
 */
export interface Checklist {
  rows: ListedOption[];
  /** empty where the list is only shown: the choice comes later */
  kind?: string;
  /** how many must be chosen */
  least?: number;
  /** what a price is: points, and whose */
  pays?: string;
}

/** The clocks of a table. Those of its people: a bot has none. */
export interface ClockDocument {
  terms: ClockTerms;
  seats: Record<string, SeatTime>;
  paused: boolean;
  /** a pause has ended: time counts again from then on */
  resumes: number;
}

/**
 * What was chosen when the table was made. Live: so much for the match, and some more with every turn of the game.
 * Correspondence: so much at the start, some more for each move, never more than `most`.
 */
export interface ClockTerms {
  kind: "correspondence" | "live";
  start: number;
  increment: number;
  /** 0: no bound */
  most: number;
  pace: "" | "blitz" | "fast" | "slow";
  /** days that each seat may take off in the match */
  vacation: number;
  /** the bot that may take over for who is out of time */
  computer: string;
}

/** Whether a code was sent to an address that is not confirmed. */
export interface CodeSent {
  sent: boolean;
}

/** A condition of victory, whether it is met as things stand, and how far: "3 of 4". Secrets say neither. */
export interface Condition {
  text: string;
  met?: boolean;
  now?: string;
}

/** What the numbers along the bottom of some kinds of counter mean, in their order. */
export interface CounterAnatomy {
  kinds: string[];
  numbers: Word[];
}

/** A counter as it is printed. */
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

/** A counter as a player sees it: where it is, the numbers that count now, its states. */
export interface CounterView {
  id: string;
  place: string;
  steps: number;
  states?: string[];
  numbers?: number[];
  /** a direction of the board */
  facing?: string;
  /** which of its sides shows */
  mode?: string;
  /** the cell it is to attack */
  aim?: string;
}

/** A line as it lies on the ground: its kind (river, canal, stream, a trench), its name, and x, y, x, y in cell widths. */
export interface CourseDocument {
  kind: string;
  name: string;
  points: number[];
}

/** A cup, as whoever has its link sees it. */
export interface CupDocument {
  name: string;
  game: string;
  title: string;
  scenario: string;
  begun: boolean;
  /** the caller has made it */
  mine: boolean;
  /** the caller plays in it */
  joined: boolean;
  /** players */
  most: number;
  standings: CupLine[];
  matches: CupMatch[];
  tie_break: string;
}

/** A player in the table of a cup. Who is equal in everything shares the place. */
export interface CupLine {
  place: number;
  name: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  points: number;
}

/** The name of a new cup in links. */
export interface CupMade {
  cup: string;
}

/** A match of a cup: who plays which side, and how it ended. */
export interface CupMatch {
  /** of one's own matches, and where anybody may watch */
  table: string;
  players: Record<string, string>;
  level: string;
  /** a side; empty for a draw, and while it goes on */
  winner: string;
  over: boolean;
}

/** The decision that waits, and what its player can do if it is yours. */
export interface Decision {
  player: string;
  /** the name of the decision */
  kind: string;
  /** counters and cells stand in braces */
  prompt: string;
  cases: string[];
  /** further seats that may act now, in any order */
  others: string[];
  /** None where it is about nothing in particular: a whole phase */
  about: About | null;
  /** where options are chosen from a list, all at once */
  checklist: Checklist | null;
  mine: boolean;
  actions: ActionDocument[];
}

/** An action of an order: in notation, in the words of its button, and whom and where it concerns. */
export interface Deed {
  text: string;
  words: string;
  unit: string;
  cell: string;
}

/** The dice of a match: every roll, how the faces are spread, and who was lucky. */
export interface DiceDocument {
  rolls: Roll[];
  counts: number[];
  expected: number;
  verdict: string;
  luck: SideLuck[];
  proof: DiceRecord;
}

/** What a save keeps of the dice: enough to go on rolling, and to check what was rolled. */
export interface DiceRecord {
  /** fair, scripted or hand */
  kind: string;
  commitment?: string;
  seed?: string;
  nonces?: Record<string, string>;
  /** of fair dice: those that fell before them, elsewhere */
  script?: number[];
  /** of fair dice that took over from others: the number of their first */
  since?: number;
  /** of fair dice: where draws were passed over, the latest last */
  passed_over?: PassedOver[];
}

/** It is done, and there is nothing to tell. */
export interface Done {
}

/** Reinforcements to come. */
export interface Due {
  turn: number;
  date: string;
  side: string;
  title: string;
  units: string[];
  cells: string[];
  optional: boolean;
}

/** An action that was taken, and what came of it. */
export interface Entry {
  /** its place among the actions that stand */
  n: number;
  /** when it was taken */
  seq: number;
  player: string;
  text: string;
  turn: number;
  step: string;
  events: Event[];
  /** a bot's reason */
  why: string;
  /** by a standing order: told to whose order it was, and to nobody else */
  ordered?: true;
}

/** The answer to every call that was refused. */
export interface ErrorDocument {
  error: Fault;
}

/**
 * Something that happened. In `text`, counters and cells stand in braces: clients make links of them.
 *
 * Where dice decided it, `odds` is what they decided, as it stood before they fell; the arithmetic is in `lines`. `meaning`
 * is the result in words.
 *
 * `to` names the seats that alone may know of it, `but` those that hear something else instead; mostly both are empty.
 */
export interface Event {
  kind: string;
  text: string;
  cases?: string[];
  lines?: Term[];
  dice?: number[];
  result?: string;
  luck?: Luck | null;
  to?: string[];
  but?: string[];
  meaning?: string;
  odds?: Odds | null;
}

/** One side of a counter: its name and the numbers along its bottom, in the order of the printed one. */
export interface Face {
  title: string;
  numbers: string[];
  /** the mode in which it shows, where a counter has modes */
  mode?: string;
}

/** Why a call was refused: a code for programs, a sentence for people, the cases of the rules. */
export interface Fault {
  code: string;
  reason: string;
  cases: string[];
  /** the present one, where the table has moved on */
  seq?: number;
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

/** A game in the catalogue. */
export interface GameInfo {
  slug: string;
  title: string;
  summary: string;
  sides: string[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  board: string;
  cells: number;
  turns: number;
  /** as they are with no option that changes them */
  seats: Seat[];
  /** what may be hidden from a player, and when, in one sentence */
  secrets: string;
  /** options that are on, of those that change the seats, as "a+b" -> the seats */
  seats_with: Record<string, Seat[]>;
  /** of each nation */
  looks: Record<string, Look>;
  counters: number;
  portrait: Portrait;
  /** the titles of the guided battles */
  lessons: string[];
}

/** A cell where some of a group can go together: who goes, who stays, and what would then keep the phase from ending. */
export interface GroupMarch {
  cell: string;
  goes: string[];
  stays: Stays[];
  /** they may pass, but not remain: mostly too many would stand there */
  crowded?: Refusal | null;
}

/** The server is well. */
export interface Health {
  status: string;
  version: string;
  database: string;
}

/** What somebody wise would do now: the action in notation and in words, where it happens, and why. */
export interface Hint {
  by: string;
  text: string;
  label: string;
  unit: string;
  cell: string;
  why: string;
}

/** How a player wants to be told of his turns. Hours are of his time zone, empty for none. */
export interface HowTold {
  /** he may be away before he is told; else what the host has chosen */
  minutes: number | null;
  quiet_from: string;
  quiet_until: string;
  zone: string;
  /** all that waits in one message, at this hour */
  daily: string;
  /** to the address of his account */
  mail: boolean;
  webhook: string;
}

/** A layer that can be laid over the map, and what it is drawn for: nothing, a side, a counter, a unit on the map. */
export interface LayerDocument {
  name: string;
  title: string;
  of?: "" | "counter" | "side" | "unit";
  /** what it shows, in a sentence */
  about?: string;
  /** the letter that brings it up */
  key?: string;
  /** whether its texts say what each cell costs the unit that is to move */
  costs?: boolean;
}

/** Whether an action is legal; if not, why not. True or false in itself. */
export interface Legality {
  legal: boolean;
  reason: string;
  cases: string[];
}

/** What a client shows of a lesson. */
export interface LessonDocument {
  title: string;
  about: string;
  minutes: number;
  seat: string;
  steps: LessonStep[];
  number: number;
}

/** A move of the script: whose it is, and what it names. */
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

/** A step as it is shown; the moves of those before it and its own end at `until`. */
export interface LessonStep {
  title: string;
  say: string;
  until: number;
  moves?: LessonMove[];
}

/** A row of a checklist: what is bought, what it costs and what it does. */
export interface ListedOption {
  name: string;
  title: string;
  price: number;
  effect: string;
  case?: string;
  /** the names of those that cannot be taken with it */
  excludes?: string[];
}

/** How a nation is told from others: a palette and a mark that clients know by name; colour is never the only sign. */
export interface Look {
  /** the colour of its cloth: horizon-blue, field-grey, khaki */
  palette: string;
  /** the sign on its counters: cockade, cross, diamond */
  mark: string;
}

/** What a roll brought a side, and what it could expect at that moment, in whatever the roll is about. */
export interface Luck {
  side: string;
  got: number;
  expected: number;
}

/** Something that lies on a cell and is no counter. */
export interface Marker {
  kind: string;
  cell: string;
  side?: string;
  value?: number;
}

/** An order that cost much: what was done, what the book would have done there, and why. */
export interface Mistake {
  /** how many actions had been taken before it */
  number: number;
  seat: string;
  side: string;
  turn: number;
  step: string;
  played: Deed[];
  better: Deed[];
  /** of the better order */
  why: string;
  /** the odds of both, where dice decide them */
  facts: string[];
  /** of the chance to win */
  cost: number;
  /** its standard error */
  error: number;
}

/** A cup in which the account plays. */
export interface MyCup {
  cup: string;
  name: string;
  title: string;
  begun: boolean;
}

/** A table that one of your keys opens. `sides` are the names of your seats. */
export interface MyTable {
  table: string;
  key_index: number;
  game: string;
  title: string;
  scenario: string;
  sides: string[];
  seats: SeatRow[];
  turn: number;
  where: string;
  to_move: string;
  your_turn: boolean;
  over: boolean;
  result: Result | null;
  updated: string;
  clock: ClockDocument | null;
  /** the service time, where there is a clock; else 0 */
  now: number;
}

/** What a roll will do: the arithmetic that leads to the column, and every result with its probability. */
export interface Odds {
  title: string;
  lines: Term[];
  /** after shifts */
  column: string;
  outcomes: Outcome[];
  /** or difference, before shifts */
  ratio: string;
  /** the name of the chart that has the column, where several have one of that name */
  chart: string;
  /** what is fought over, where it is one place */
  cell: string;
  /** what it may still become */
  swings: Swing[];
  /** the fight is still put together: no dice fall by this action */
  gathering: boolean;
  /** the side that attacks or fires, or whose roll it is: not always that of whoever is asked */
  attacker: string;
}

/** A bot that may be chosen for a seat. */
export interface Offered {
  id: string;
  title: string;
  about: string;
}

/** A key by which another device may take the seat over. Until it does, nothing changes. */
export interface OfferedSeat {
  key: string;
}

/** A line of the list of open tables. */
export interface OfferedTable {
  table: string;
  game: string;
  title: string;
  scenario: string;
  options: string[];
  seats: SeatHere[];
  dice: "hand" | "known" | "scripted" | "server";
  /** whom the host looks for */
  level: "" | "beginner" | "regular" | "veteran";
  turn: number;
  updated: string;
  clock: ClockDocument | null;
  /** the service time, where there is a clock; else 0 */
  now: number;
}

/** An optional rule in the catalogue. */
export interface OptionInfo {
  id: string;
  title: string;
  summary: string;
  favours: string;
  case: string;
  default: boolean;
}

/** One result a roll can have, how likely it is, and what it does in numbers: hits where a game has hits, else steps. */
export interface Outcome {
  result: string;
  probability: number;
  detail?: string;
  /** hits or steps that those lose who make this attack, or fire: `Odds.attacker`; ALL eliminates them */
  attacker?: number;
  /** and those who suffer it: in defensive fire they who came to assault */
  defender?: number;
  /** attacker or defender: who has to go back */
  retreat?: string;
}

/** Something to lay over the map: tinted cells, lines through cells, and what it means. */
export interface Overlay {
  cells?: Tint[];
  lines?: string[][];
  notes?: string[];
  title?: string;
}

/** The page of a lesson that the learner has turned to. */
export interface Page {
  page: number;
}

/**
 * Draws that a take-back passed over, so that no die falls twice: die number `die` of the match is draw `draw`, and those
 * after it are the draws that follow.
 */
export interface PassedOver {
  die: number;
  draw: number;
}

/** A passkey of an account. */
export interface PasskeyLine {
  id: string;
  /** the device it was made on */
  name: string;
  created: string;
  used: string;
}

/** What `navigator.credentials` is to be called with, in JSON. */
export interface PasskeyOptions {
  options: string;
}

/** The view after n of the actions that stand. */
export interface PastView {
  n: number;
  view: View;
}

/** The decision that waits, as the outside sees it. */
export interface PendingDecision {
  player: string;
  /** the name of the decision */
  kind: string;
  /** counters and cells stand in braces */
  prompt: string;
  cases?: string[];
  /** further seats that may act now, in any order */
  others?: string[];
  /** None where it is about nothing in particular: a whole phase */
  about?: About | null;
  /** where options are chosen from a list, all at once */
  checklist?: Checklist | null;
}

/** What a seat asks: of the enemy to take back, or to agree to a draw or a pause; of a partner to resign together. */
export interface PendingRequest {
  what: "draw" | "pause" | "resign" | "undo";
  by: string;
}

/** A match of a series, by the present seats of its players: who of them won, and by how much each led. */
export interface PlayedMatch {
  table: string;
  won: string[];
  lead: Record<string, number>;
}

/** The results of a player who shows them: the latest matches that count. */
export interface PlayerDocument {
  name: string;
  counts: ResultCount[];
  matches: ResultLine[];
  ratings: RatingLine[];
}

/** What somebody wants to know who has never heard of a game. */
export interface Portrait {
  /** the battle in one sentence */
  history: string;
  /** how long the first scenario takes, and the longest */
  length: string;
  /** who it is for */
  audience: string;
}

/** A rating by Glicko-2. */
export interface RatingLine {
  game: string;
  title: string;
  rating: number;
  /** it is so much higher or lower at the most, 19 times in 20 */
  within: number;
  matches: number;
}

/** What is looked up of a game. */
export interface ReferenceDocument {
  counters: CounterAnatomy[];
  states: Word[];
  ground: Word[];
  markers: Word[];
  terms: Word[];
  rulings: Ruling[];
  slug: string;
  title: string;
  rules: Rule[];
  charts: ChartDocument[];
}

/** Why an action is not legal, and the cases that say so. */
export interface Refusal {
  reason: string;
  cases: string[];
}

/** The keys of the new table; `offered` while others have still to accept: then there is none yet. */
export interface Rematch {
  table: string;
  key: string;
  invites: Record<string, string>;
  watch: string;
  offered: boolean;
}

/** Which seats want a rematch, with what sides; and its table, once all who played agree. */
export interface RematchState {
  wanted: Record<string, "changed" | "same">;
  table: string;
}

/** The whole log. */
export interface ReplayDocument {
  steps: Entry[];
  prelude: Event[];
}

/** How a match ended. */
export interface Result {
  /** a side, or empty for a draw */
  winner: string;
  level: string;
  /** the lead of the game's first side; where only one side scores, its points */
  points: number;
  reasons: string[];
}

/** How many matches of a scenario were won, drawn and lost with a side. */
export interface ResultCount {
  game: string;
  title: string;
  scenario: string;
  side: string;
  won: number;
  drawn: number;
  lost: number;
}

/** A match that counts. */
export interface ResultLine {
  /** only where anybody may look on */
  table: string;
  game: string;
  title: string;
  scenario: string;
  side: string;
  outcome: "drawn" | "lost" | "won";
  /** how the match ended, in the words of the game */
  level: string;
  against: string;
  /** of an opponent who has one; only then is he named */
  against_page: string;
  ended: string;
}

/** What the account that is signed in shows of its results. */
export interface ResultsChoice {
  /** the name of its page in `/players/PAGE`; empty for none */
  page: string;
  /** the games in which its matches are rated */
  rated: string[];
}

/** A roll: after how many actions it fell, its faces, what it was for and what came of it. */
export interface Roll {
  n: number;
  faces: number[];
  what: string;
  kind: string;
  result: string;
  luck: Luck | null;
}

/** A case of the rules in our own words. */
export interface Rule {
  case: string;
  title: string;
  kind: string;
  summary: string;
}

/** How we read what the rules leave open, with the cases it is about. */
export interface Ruling {
  id: string;
  title: string;
  cases: string[];
  question: string;
  ruling: string;
  why: string;
}

/** Something that was said at a table; `n` is its number there. */
export interface Said {
  n: number;
  name: string;
  text: string;
  at: string;
  /** by an onlooker, while the match went on: players are not told before it is over */
  apart: boolean;
}

/**
 * A saved match: how it began, every action and die in order, the hash it must end with, and a fingerprint of all this.
 *
 * Of a match that is not over somebody may have a save with less: without the seed of the dice, or with `secret` in the place
 * of what he does not know. Then there is no fingerprint of the position, for nobody can know it.
 */
export interface Saved {
  format: number;
  game: string;
  rules: number;
  scenario: string;
  options: Record<string, boolean>;
  dice: DiceRecord;
  actions: string[];
  hash: string;
  opening?: string;
  over?: boolean;
  log?: string;
  /** where something is hidden: whose decision it is */
  waits_for?: string;
}

/** A scenario in the catalogue. */
export interface ScenarioInfo {
  id: string;
  title: string;
  summary: string;
  /** of each side */
  goals: Record<string, string[]>;
}

/** A place at the table: whoever sits there decides for counters of his side, or for those of some nations of it. */
export interface Seat {
  name: string;
  side: string;
  nations?: string[];
}

/** A seat, and whether its player is connected. */
export interface SeatHere {
  /** the name of the seat */
  side: string;
  kind: "bot" | "human" | "open";
  name: string;
  bot: string;
  here: boolean;
}

/** Who plays a side: a person (`human`), a bot, or nobody yet (`open`). */
export interface SeatRow {
  /** the name of the seat */
  side: string;
  kind: "bot" | "human" | "open";
  name: string;
  bot: string;
}

/** A seat's clock, in milliseconds of service time: `left` at `since`, or for good while that is null. */
export interface SeatTime {
  left: number;
  since: number | null;
  /** the end of a vacation, or 0 */
  away_until: number;
  /** days of vacation of its own that it may still take */
  vacation: number;
}

/** How many seats are in the account from now on. */
export interface SeatsAdded {
  seats: number;
}

/** How many are told from now on: seats of guests, and the account that is signed in. */
export interface SeatsTold {
  told: number;
}

/** A browser in which an account is signed in. */
export interface SessionLine {
  id: string;
  device: string;
  created: string;
  used: string;
  /** this is the one that asks */
  here: boolean;
}

/** A match that anybody may watch, and the key for onlookers. */
export interface ShownTable {
  table: string;
  watch: string;
  game: string;
  title: string;
  scenario: string;
  options: string[];
  seats: SeatHere[];
  turn: number;
  where: string;
  /** who is connected, players and onlookers */
  company: number;
  updated: string;
  clock: ClockDocument | null;
  /** the service time, where there is a clock; else 0 */
  now: number;
}

/** What the rolls of a side brought beyond what it could expect. */
export interface SideLuck {
  side: string;
  luck: number;
  rolls: number;
}

/** What an answer gives away. Its button says so; where it is grave, it asks to be pressed again. */
export interface Stake {
  /** "22 units will be out of supply" */
  text: string;
  /** whom it is about: a client shows them on the map */
  units?: string[];
  cells?: string[];
  grave?: boolean;
}

/** Where the match stands: the score and whose it is, who would win by it, and how far the next level of victory is. */
export interface Standing {
  text: string;
  /** the side that would win if it ended now; empty for a draw, or where a secret decides */
  side?: string;
  next?: string;
  /** of both sides, where victories are lists of conditions */
  aims?: Aim[];
}

/**
 * An answer that can be ordered, and the rule by which the action is found:
 *
 * `default` what a careful player answers, `only` the only legal action, `action` the one of its kind, `fewest` and `most` of
 * the actions of a kind by their value, `weakest` and `strongest` by the game's worth of what they name, `listed` the first of
 * the order's own list, `gather` the strongest until `upto` have joined (0: all), then the end of it.
 */
export interface StandingAnswer {
  id: string;
  title: string;
  rule: "action" | "default" | "fewest" | "gather" | "listed" | "most" | "only" | "strongest" | "weakest";
  /** the kind of action, or "kind mode" */
  action?: string;
  upto?: number;
}

/** The small questions that can be answered in advance, the set of a careful player, and the caller's own orders by seat. */
export interface StandingDocument {
  questions: StandingQuestion[];
  careful: StandingOrder[];
  orders: Record<string, StandingOrder[]>;
}

/** An answer given in advance, and when it holds. What is left out does not matter. */
export interface StandingOrder {
  question: string;
  answer: string;
  /** only where the player attacks, or defends */
  role?: "" | "attacker" | "defender";
  /** only where it is about one of these places */
  cells?: string[];
  /** only where it is about one of these counters */
  about?: string[];
  /** the bounds of the question's measure; 0 for none */
  least?: number;
  most?: number;
  /** only in this turn */
  turn?: number;
  /** for `listed`: these counters, in this order */
  units?: string[];
  on?: boolean;
}

/** A small question that can be answered in advance. */
export interface StandingQuestion {
  id: string;
  title: string;
  /** of decision */
  kinds: string[];
  answers: StandingAnswer[];
  /** the number that an order may bound, by its name in `StandingTerms.measures` */
  measure?: string;
  measure_title?: string;
  /** whether both attackers and defenders are asked it */
  roles?: boolean;
  /** the answer in the set of a careful player */
  careful?: string;
  /** and its bound */
  careful_most?: number;
}

/** One who cannot do it, and why. */
export interface Stays {
  unit: string;
  reason: string;
  cases?: string[];
}

/** What one seat gave away in one kind of step, all turns together, against the book. */
export interface StepCost {
  seat: string;
  step: string;
  /** runs of orders that differed from the book's */
  orders: number;
  /** of the chance to win */
  cost: number;
}

/** A step of the sequence of play. */
export interface StepDocument {
  number: string;
  title: string;
  side: string;
}

/** What may still become of a fight by what others can add to it, or by what nobody knows yet. */
export interface Swing {
  /** "if all 5 guns in range answer" */
  text: string;
  column: string;
  outcomes: Outcome[];
  /** for whoever puts the fight together */
  worse?: boolean;
}

/** A table itself: what is played, by whom. `you` are the names of your seats. */
export interface TableDocument {
  id: string;
  game: string;
  title: string;
  scenario: string;
  options: string[];
  created: string;
  dice: "hand" | "known" | "scripted" | "server";
  dice_since: number;
  commitment: string;
  seats: SeatHere[];
  you: string[];
  /** what your key is; whoever has an invitation that somebody has claimed may look on */
  holds: "claimed" | "invite" | "move" | "seat" | "watch";
  /** by an invitation: to which seats */
  invited: string[];
  watch: boolean;
  listed: boolean;
  /** anybody may watch */
  shown: boolean;
  parent: string;
  rules: number;
  lesson: number;
  /** of which this is the rematch */
  series: PlayedMatch[];
  clock: ClockTerms | null;
}

/** The keys of a new table: one's own, one invitation for each friend, one for onlookers. */
export interface TableKeys {
  table: string;
  key: string;
  invites: Record<string, string>;
  watch: string;
}

/**
 * How a table stands, as a key holder may know it, with what is new to him.
 *
 * Talk and notes come with `/state`, and with pushes where they are new; who is connected (`here`) with pushes.
 */
export interface TableState {
  seq: number;
  /** actions that stand */
  length: number;
  view: View;
  decision: Decision | null;
  /** something is hidden from somebody just now */
  secret: boolean;
  entries: Entry[];
  /** what happened before the first choice */
  prelude: Event[];
  /** each turn, and the number of its first action */
  turns: [number, number][];
  /** the seat whose bot has been asked */
  thinking: string;
  pace: number;
  can_undo: boolean;
  asked: PendingRequest | null;
  over: boolean;
  result: Result | null;
  seats: SeatRow[];
  rematch: RematchState;
  clock: ClockDocument | null;
  /** the service time, where there is a clock */
  now?: number;
  /** of a guided battle: the moves that are done */
  lesson?: number;
  chat?: Said[];
  notes?: string;
  here?: string[];
}

/** The key of a seat that was taken, and the names of the seats it plays. */
export interface TakenSeat {
  key: string;
  sides: string[];
}

/** By which ways this server tells players of their turns, and how an account's player has chosen. */
export interface Telling {
  /** the server's, for `pushManager.subscribe` */
  push_key: string;
  mail: boolean;
  /** seconds a player may be away who has not chosen */
  patience: number;
  account: HowTold | null;
}

/** A term of the arithmetic: what counts, how much, by which case, and as what. */
export interface Term {
  /** counters and cells stand in braces */
  text: string;
  value: number;
  case?: string;
  /** attack or defence (strength), shift (columns), die (modifier) */
  kind?: string;
}

/** A cell of an overlay: a shade from 1 to 3, a side's colour, and a short text in the cell. */
export interface Tint {
  cell: string;
  shade?: number;
  side?: string;
  text?: string;
}

/** A roll and what it did to the chances of the first side, beyond the mean of its outcomes. */
export interface TurnOfFortune {
  /** how many actions had been taken by then */
  number: number;
  luck: number;
}

/** All that a player may know of a match. */
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
  /** the cells of each side */
  control: Record<string, string>;
  decision: PendingDecision | null;
  /** the lead of the game's first side; where only one side scores, its points */
  points: number;
  reasons: string[];
  result: Result | null;
  dice: DiceRecord;
  due?: Due[];
  /** the first and the last of the scenario */
  turns?: [number, number];
  standing?: Standing | null;
}

/** A key for onlookers. */
export interface WatchKey {
  watch: string;
}

/** A way to tell a player, and whether a message went through by it. */
export interface WayTried {
  way: "hook" | "mail" | "push";
  sent: boolean;
}

/** By which ways a message to try them was sent. */
export interface WaysTried {
  ways: WayTried[];
}

/** A word, what it means in our words, and its case; `also` are other forms of the word. */
export interface Word {
  word: string;
  about: string;
  case: string;
  also?: string[];
}
