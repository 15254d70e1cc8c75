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

/** What the server writes before the worker: the version of the client, where its files lie, which are kept, and the paths at which the page answers, by their first part. */
export interface Edition {
  version: string;
  place: string;
  files: string[];
  paths: string[];
}

/** A message that is pushed. */
export interface PushNote {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** What a service worker hears. The library of the DOM knows pages alone. */
export interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
export interface WorkerFetch extends WorkerEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface WorkerPush extends WorkerEvent {
  data: { json(): PushNote } | null;
}
export interface WorkerClick extends WorkerEvent {
  notification: Notification;
}
export interface WorkerRenewal extends WorkerEvent {
  newSubscription?: PushSubscription | null;
}
/** A page, as a worker sees it. */
export interface WorkerPage {
  url: string;
  postMessage(message: { open?: string; edition?: string; where?: boolean }, ports?: MessagePort[]): void;
  focus(): Promise<unknown>;
}
export interface WorkerScope {
  location: Location;
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(wanted: object): Promise<WorkerPage[]>; openWindow(url: string): Promise<unknown> };
  addEventListener<E extends WorkerEvent>(kind: string, listener: (event: E) => void): void;
}
