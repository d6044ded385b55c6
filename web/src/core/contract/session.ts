/**
 * The session of a table, with friends or alone. Printed by tools/contract.c from
 * src/pages/schema.def and src/protocol/message.c; do not edit it.
 */
import type {
  Card, Seat, ReasonCode,
} from './lists';

/* ---- Questions about a table ---- */

/** An answer without content. */
export type Done = Record<never, never>;

/** Whether a fair deal was fair. */
export interface Verdict {
  name: string;
  text: string;
  unfair: boolean;
}

/** Where the deck may be cut (L7). */
export interface CutRange {
  /** In the deck. */
  cards: number;
  least: number;
  most: number;
}

/** Send this message, if there is a connection. */
export interface SessionSend {
  is: 'send';
  text: string;
}

/** Close the connection and reconnect after a wait. */
export interface SessionReconnect {
  is: 'reconnect';
  text: string;
}

/** The answer to a request. */
export interface SessionAnswer {
  is: 'answer';
  /** Of the request. */
  ticket: number;
  done: boolean;
  /** If it was refused. */
  why: string;
  /** The article, if it was refused by the law. */
  law: string;
  /** The server's sentence, in English. */
  text: string;
}

/** Something else was refused. */
export interface SessionRefusal {
  is: 'refusal';
  why: string;
  law: string;
  text: string;
}

/** A proposal of this client was declined. */
export interface SessionDeclined {
  is: 'declined';
  what: 'back' | 'rematch' | 'sit' | 'open';
  text: string;
}

/** Keep this token for the table. */
export interface SessionToken {
  is: 'token';
  text: string;
}

/** The token stored for the table holds no seat. */
export interface SessionNoToken {
  is: 'no-token';
  text: string;
}

/** Closed for good. */
export interface SessionEnded {
  is: 'ended';
  text: string;
}

/** What the page must do for the session of a table. */
export type SessionEffect = SessionSend | SessionReconnect | SessionAnswer | SessionRefusal |
  SessionDeclined | SessionToken | SessionNoToken | SessionEnded;

/** A line of the chat. */
export interface SessionSaid {
  id: number;
  seat: Seat | null;
  name: string;
  text: string;
  phrase: string;
}

/** Who holds a seat. */
export interface SessionSeat {
  seat: Seat;
  /** "" for nobody and for bots. */
  name: string;
  /** Of the bot that plays here. */
  level: string;
  held: boolean;
  host: boolean;
  here: 'yes' | 'away' | 'bot';
  ready: boolean;
}

/** The host's settings of the table. */
export interface SessionChoices {
  title: string;
  timer: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week';
  join: 'all' | 'ask' | 'none';
  watch: boolean;
  hints: boolean;
  listed: boolean;
  pace: number;
  /** Seconds after which spectators see all hands; 0: after the deal. */
  open: number;
}

/** Something to be voted on. */
export interface SessionProposal {
  on: number;
  what: 'back' | 'rematch' | 'sit' | 'open';
  seat: Seat | null;
  n: number;
  /** What an undo would remove; "" if it is not known. */
  undoes: string;
  name: string;
  mine: boolean;
  /** May this client vote? */
  open: boolean;
}

/** What a player drew for a seat; the last card counts. */
export interface SessionDrawn {
  name: string;
  from: Seat;
  to: Seat;
  cards: Card[];
}

/** Whose time runs. */
export interface SessionClock {
  seat: Seat;
  /** On the clock that the events give. */
  ends: number;
}

/** The game is paused. */
export interface SessionPause {
  /** By whom. */
  seat: Seat | null;
}

/** The state of the session of a table. */
export interface SessionState {
  link: string;
  status: 'connecting' | 'here' | 'lost' | 'closed';
  /** Why it was closed: a reason, or "". */
  endedWhy: string;
  endedText: string;
  /** Why there was no seat: a reason, or "". */
  seatRefused: string;
  seatRefusedText: string;
  welcomed: boolean;
  /** Is an action pending? */
  pending: boolean;
  stage: 'lobby' | 'pledges' | 'cut' | 'parts' | 'play' | 'between' | 'over';
  rules: string;
  house: string;
  players: number;
  /** This client's; null for a spectator. */
  seat: Seat | null;
  watchers: number;
  /** By seat. */
  seats: SessionSeat[];
  choices: SessionChoices;
  proposals: SessionProposal[];
  /** By the seat before. */
  drawn: SessionDrawn[];
  clock: SessionClock | null;
  paused: SessionPause | null;
  /** Does the first deal have a chosen deck? */
  arranged: boolean;
  cutter: Seat | null;
  /** Is this person asked to cut? */
  cutting: boolean;
  /** On the deal that ended last. */
  verdict: Verdict | null;
  /** Those that withheld a part of the shuffle in this game, so that a deal was void. */
  withheld: Seat[];
  /** The link of the shared record, or "". */
  record: string;
  /** An action, or "". */
  hint: string;
  hintWhy: string;
  /** All hands, for spectators. */
  openHands: Card[][] | null;
}

/** The effects of an event. */
export interface Told {
  /** What is to be done, in this order. */
  effects: SessionEffect[];
  /** The chat since the last answer. */
  said: SessionSaid[];
  /** Earlier messages of the chat are lost. */
  forgot: boolean;
  /** The page may have changed. */
  page: boolean;
  state: SessionState;
}

/** What a later page of the seat needs to continue. */
export interface SavedSession {
  journal: string;
  highest: number;
}

/* ---- A table without a server, for one person and bots ---- */

/** Add this text to the log. */
export interface Append {
  is: 'append';
  text: string;
}

/** Send these lines to the client. */
export interface Send {
  is: 'send';
  client: number;
  text: string;
}

/** Close the connection. */
export interface Close {
  is: 'close';
  client: number;
  code: number;
}

/** Ask "timer" once at this time, instead of at an earlier one set before. */
export interface Timer {
  is: 'timer';
  /** 0 to cancel. */
  at: number;
}

/** Ask "think" about this decision. */
export interface Think {
  is: 'think';
  decision: number;
  /** Must "value.net" be loaded first? */
  net: boolean;
}

/** What the page must do for the table. */
export type Effect = Append | Send | Close | Timer | Think;

/** What the page must do for the table, in this order. */
export interface Effects {
  effects: Effect[];
}

/** A new table. */
export interface Made {
  effects: Effect[];
  /** Proves who made it. */
  token: string;
}

/** Why a table was not made. */
export interface NotMade {
  why: ReasonCode;
}

/** The line of a log that cannot be read. */
export interface DamagedLog {
  line: number;
}

/** What a bot has decided. */
export interface Thought {
  /** If not, ask again. */
  done: boolean;
  /** True if the decision is no longer needed. */
  stale?: boolean;
  action?: string;
  seat?: Seat;
  /** How many actions of the seat's script are used up. */
  used?: number;
}

/** A record. */
export interface RecordText {
  record: string;
}
