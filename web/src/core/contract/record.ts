/**
 * A record, step by step. Printed by tools/contract.c from src/pages/schema.def and
 * src/protocol/message.c; do not edit it.
 */
import type {
  Seat,
} from './lists';

/* ---- A record, step by step ---- */

/** A record that was read. */
export interface Replay {
  rules: string;
  /** House rules over that set, lines of a profile. */
  house: string;
  players: number;
  /** By seat. A player without a name is called by the place, "North", as seen from bottom. */
  names: string[];
  /** By seat, "" for a player without a name, bots included. */
  people: string[];
  bottom: Seat;
  seed: string;
  steps: ReplayStep[];
  decisions: ReplayDecision[];
  deals: ReplayDeal[];
}

/** One step of the game. */
export interface ReplayStep {
  deal: number;
  seat: Seat | null;
  /** Of the record's line. */
  type: string;
  /** Index into decisions; -1 if it is not one. */
  decision: number;
}

/** A decision of a player. */
export interface ReplayDecision {
  /** Index into steps. */
  step: number;
  seat: Seat;
  action: string;
  text: string;
}

/** A deal of the record. */
export interface ReplayDeal {
  deal: number;
  /** Index into steps. */
  first: number;
  /** Index into steps. */
  last: number;
  /** "" if it is not known. */
  deck: string;
}

/** Why a record cannot be read. */
export interface Unreadable {
  line: number;
  text: string;
}

/** The best bot's review of a decision. Until it is done, only done is present. */
export interface Judged {
  /** If not, ask again. */
  done: boolean;
  /** Forced: there was one choice. Unknown: the bot did not consider what was played. */
  kind?: 'forced' | 'weighed' | 'unknown';
  best?: string;
  bestText?: string;
  /** Points lost, 0 or more. */
  loss?: number;
  /** Standard error of the loss. */
  error?: number;
  /** Samples in which the move played and the best one were compared. */
  worlds?: number;
  /** The principle of the best move. */
  reason?: string;
  /** What favours the best move in the samples, if something does. */
  found?: string;
}
