/** The types of the client: what the server answers (wire.d.ts), some of it by the client's own names, and what only the client knows. */

import type { ActionDocument, AtOnceTexts, Event, Hint, Look, Offered, Said, Seat as SeatOfGame, SeatRow } from "./wire.js";

export * from "./wire.js";

/** A legal action, or one that somebody means. */
export type Action = ActionDocument;
/** The name `Event` belongs to the browser here. */
export type MatchEvent = Event;
/** A seat as the rules have it. */
export type GameSeat = SeatOfGame;
/** Who sits where. */
export type Seat = SeatRow;
export type AtOnce = AtOnceTexts;
export type Bot = Offered;
export type ChatLine = Said;
export type HintDocument = Hint;
export type Looks = Record<string, Look>;

/** What can stand inside an element of the page. */
export type Child = Node | string | number | null | undefined | false | Child[];

/** A place on the screen. */
export interface ScreenPoint {
  x: number;
  y: number;
}
