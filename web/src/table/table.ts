/** A table as the pages see it: the game's Page, and the people around it. Only the protocol
 * implements it. */

import type { Seat } from '../core/contract/lists';
import type { Choice, Page, Plan } from '../core/contract/table';
import type {
  SessionChoices,
  SessionDrawn,
  SessionProposal,
  SessionSaid,
  SessionSeat,
  SessionState,
} from '../core/contract/session';
import type { Answers, Given, QuestionOf } from '../core/contract/questions';

export interface Hint {
  action: string;
  /** A sentence: what to do and why. */
  text: string;
  /** The action with its cards, to be carried out with one press. */
  choice: Choice | null;
}
/** Why something was refused, by the law, the table or this browser. */
export interface Refusal {
  /** Article of the rule set in force; absent if the law was not the reason. */
  law?: string;
  id: string;
  text: string;
  /** What can be done all the same where a referee rules. */
  anyway?: Plan[];
}

export interface Table {
  /** In this browser, without a server. */
  readonly local: boolean;
  readonly link: string;
  readonly status: 'connecting' | 'here' | 'lost' | 'closed';
  /** Why it was closed, a sentence. */
  readonly closed: string;
  readonly stage: SessionState['stage'];
  readonly page: Page;
  readonly rules: string;
  readonly house: string;
  readonly players: number;
  readonly seats: SessionSeat[];
  /** null: watching. */
  readonly seat: Seat | null;
  readonly isHost: boolean;
  readonly watchers: number;
  readonly choices: SessionChoices;
  readonly said: SessionSaid[];
  readonly proposals: SessionProposal[];
  /** `ends`: as Date.now() counts. */
  readonly clock: { seat: Seat; ends: number } | null;
  readonly paused: { seat: Seat | null } | null;
  /** Who cuts, in stage cut. */
  readonly cutter: Seat | null;
  /** This person is asked to cut, and has not done so. */
  readonly cutting: boolean;
  readonly hint: Hint | null;
  /** The cards drawn for seats, until the game begins: by old seat. */
  readonly drawn: SessionDrawn[];
  /** Someone chose the cards of this game's first deal, and may know them. */
  readonly arranged: boolean;
  /** For spectators: all hands as they were some time ago, by seat; null: they are not shown. */
  readonly openHands: string[][] | null;
  /** Link of the shared record; "". */
  readonly record: string;
  readonly verdict: { name: string; text: string; unfair: boolean } | null;
  /** Seats that withheld a part of the shuffle in this game, so that a deal was void. */
  readonly withheld: readonly Seat[];
  /** An action is under way. */
  readonly pending: boolean;
  /** Why the law or the table refused the last request. */
  readonly refusal: Refusal | null;

  /** The page reports that the person's cards are on the screen. */
  showsCards?(): void;
  /** Asks the core (contract/questions.ts). */
  ask<Q extends QuestionOf<'client'>>(question: Q, ...given: Given<Q>): Answers[Q];
  /** Plays an action. A refusal by the law is known immediately, and the action is not sent. */
  act(action: string, cards?: string[]): Promise<Refusal | null>;
  dismiss(): void;
  ready(): void;
  cut(k: number): void;
  say(text: string): void;
  phrase(name: string): void;
  pause(yes: boolean): void;
  back(n: number): void;
  rematch(): void;
  vote(on: number, yes: boolean): void;
  sit(seat: Seat): void;
  rise(): void;
  askHint(): void;
  share(): void;
  bot(seat: Seat, level: string | null): void;
  free(seat: Seat): void;
  /** Host, in the lobby, with no seat empty: all draw cards for their seats. */
  drawSeats(): void;
  set(choices: Partial<SessionChoices>): void;
  /** Ends the connection; the seat is kept. */
  leave(): void;
}
