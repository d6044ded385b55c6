/**
 * The questions that pages ask the module, by `ask('check', { action })` (module.ts), and the
 * types of their answers. The engine decides everything about the game; no rules are here.
 * Texts are sentences in the chosen language. Action strings are those of docs/RECORD.md.
 * Printed by tools/contract.c from src/pages/schema.def and src/protocol/message.c; do not edit
 * it.
 */
import type {
  Card, Seat,
} from './lists';
import type {
  Page, NoPage, LuckAnswer, Checked, Plans, Takes, Take, Discard, Points, Options, Goals, Spoken,
  HintText,
} from './table';
import type {
  Done, CutRange, Told, SavedSession, Effects, Made, NotMade, DamagedLog, Thought, RecordText,
} from './session';
import type {
  Replay, Unreadable, Judged,
} from './record';
import type {
  Entry, SheetAnswer, HouseError, RuleSets, Names, Params, Rows, Fine, Sides, Deck, LawBook,
  LawFinds, RulingFact, RulingPage,
} from './rules';

/** The fields of a question. */
export interface Questions {
  /** Chooses the language of all texts; its catalogue must be loaded. */
  language: {
    language: string;
  };
  /** Begins a session of a table and ends any other. */
  begin: {
    /** Milliseconds. */
    now: number;
    /** "" if a table is made first. */
    link: string;
    /** The message "make". */
    make?: string;
    name: string;
    /** Absent for a spectator; "" if "token" will set it. */
    token?: string;
    /** The token may take a seat. */
    isNew: boolean;
    /** The seat wanted. */
    seat?: Seat;
    /** Of an earlier page. */
    journal?: string;
    highest?: number;
  };
  /** A connection is open. */
  connected: {
    now: number;
    /** 32 fresh bytes in hexadecimal. */
    random: string;
  };
  /** Lines from the server, unchanged. */
  heard: {
    now: number;
    /** 32 fresh bytes in hexadecimal. */
    random: string;
    text: string;
  };
  /** The connection is closed. */
  closed: {
    now: number;
    /** 32 fresh bytes in hexadecimal. */
    random: string;
    /** 0 if the server gave none. */
    code: number;
  };
  /** Time passes. */
  tick: {
    now: number;
    /** 32 fresh bytes in hexadecimal. */
    random: string;
  };
  /** A request of the person, as a message without id. */
  want: {
    now: number;
    /** 32 fresh bytes in hexadecimal. */
    random: string;
    ticket: number;
    message: string;
  };
  /** The page ends the session. */
  leave: {
    now: number;
    /** 32 fresh bytes in hexadecimal. */
    random: string;
    /** A reason, or "". */
    text: string;
  };
  /** The token of a table in this browser. */
  token: {
    token: string;
  };
  /** What a later page needs to continue. */
  journal: Record<never, never>;
  /** Where may the deck be cut? */
  'cut-range': Record<never, never>;
  /** What were our cards worth in the deal that has ended? */
  luck: {
    /** The text of luck.table. */
    table: string;
  };
  /** What does the seat see? */
  page: Record<never, never>;
  /** Shows a position to the seat that decides in it. */
  position: {
    /** A record that ends within a deal. The session must not have a table. */
    record: string;
  };
  /** Is this action legal? */
  check: {
    action: string;
  };
  /** What can these cards of the hand mean: new melds, additions? */
  plans: {
    cards: Card[];
    /** Only added to this meld. */
    onto?: number;
  };
  /** How can the pack be taken now? */
  'take-options': Record<never, never>;
  /** Which way to take the pack do these cards mean? */
  'take-for-cards': {
    cards: Card[];
  };
  /** May this card be discarded? */
  discard: {
    card: Card;
  };
  /** What would these cards count? */
  points: {
    cards: Card[];
  };
  /** How near is the hand to the special hands? */
  goals: Record<never, never>;
  /** What can I do? */
  options: {
    /** An action to list in any case, if it is legal. */
    also?: string;
  };
  /** What else can one do at a real table, with these cards? Empty in strict play. */
  irregular: {
    cards: Card[];
  };
  /** What an undo would remove; "" if it is no longer known. */
  undoing: {
    /** Decisions. */
    n: number;
  };
  /** Words for a hint from the server. */
  hint: {
    action: string;
    /** The principle, as in the message. */
    why: string;
  };
  /** Makes a table as a "make" message describes it. */
  make: {
    message: string;
    link: string;
    /** Milliseconds on a clock that never goes back. */
    now: number;
    /** 64 fresh bytes in hexadecimal. */
    random: string;
  };
  /** Restores a table from its log. */
  load: {
    /** All texts of "append". */
    log: string;
    now: number;
  };
  /** A message from a client; the first is "hello". */
  message: {
    /** From 1. */
    client: number;
    message: string;
    now: number;
    random: string;
  };
  /** The connection of a client was lost. */
  drop: {
    client: number;
    now: number;
    random: string;
  };
  /** The timer has fired. */
  timer: {
    now: number;
    random: string;
  };
  /** Thinks about a decision, a slice at a time. */
  think: {
    decision: number;
    /** The size of the slice. */
    nodes: number;
    /** By seat, what its bot does as long as it is legal. */
    script?: string[][];
  };
  /** Carries out what a bot has decided. */
  thought: {
    decision: number;
    action: string;
    now: number;
    random: string;
  };
  /** The record of the finished deals. */
  record: {
    log: string;
  };
  /** Reads a record. */
  open: {
    record: string;
    language: string;
  };
  /** The table after this step, which is the page's number. */
  at: {
    /** 0 is before the first. */
    step: number;
    /** The seat that looks; 'open' shows all hands. */
    seat: Seat | 'open' | null;
  };
  /** Reviews a decision, a slice at a time. "value.net" must be loaded. */
  judge: {
    /** Index into decisions. */
    decision: number;
    /** The size of the slice. */
    nodes: number;
  };
  /** What were a side's cards worth in a deal? */
  'deal-luck': {
    /** Index into deals. */
    deal: number;
    /** A seat of the side. */
    seat: Seat;
    /** The text of luck.table. */
    table: string;
  };
  /** Adds up a game. */
  score: {
    rules: string;
    house: string;
    players: number;
    /** Before the first deal; absent: 0. */
    scores?: number[];
    /** By deal, by side. */
    deals: Entry[][];
    language: string;
  };
  /** Which rule sets are there? */
  list: {
    language: string;
  };
  /** The default names. */
  names: Record<never, never>;
  /** The parameters of a rule set. */
  params: {
    rules: string;
    house: string;
    /** Shows, and lets a form edit, the values for this number of players. */
    players?: number;
    language: string;
  };
  /** Checks rows as they are filled in; adds or removes one. */
  rows: {
    /** The parameter. */
    name: string;
    /** By row, the values of its cells. */
    cells: string[][];
    /** The value before; needed for special hands. */
    value?: string;
    add?: boolean;
    remove?: number;
    language: string;
  };
  /** Can these house rules be used? */
  house: {
    rules: string;
    house: string;
    players: number;
    language: string;
  };
  /** Who plays with whom? */
  sides: {
    rules: string;
    house: string;
    players: number;
    /** Whose view the places are named from; 0 if absent. */
    seat?: Seat;
    language: string;
  };
  /** The deck of a numbered deal, as "canasta play --seed" deals it. */
  deck: {
    rules: string;
    house: string;
    /** Of the game, any text. */
    number: string;
    /** From 1. */
    deal: number;
    /** 4 if absent. It matters if cards under the upcard can return to the stock (I2). */
    players?: number;
  };
  /** The law book. The books of the language and the English ones must be loaded. */
  law: {
    language: string;
  };
  /** Which articles answer these words? */
  'law-search': {
    language: string;
    /** The book whose articles count more: "hoyle". */
    book: string;
    words: string;
  };
  /** A question at a table with real cards. */
  rule: {
    /** In any order. */
    facts: RulingFact[];
    language: string;
  };
}

/** The answer to a question. */
export interface Answers {
  language: Done;
  begin: Told;
  connected: Told;
  heard: Told;
  closed: Told;
  tick: Told;
  want: Told;
  leave: Told;
  token: Done;
  journal: SavedSession;
  'cut-range': CutRange;
  luck: LuckAnswer;
  page: Page | NoPage;
  position: Page;
  check: Checked;
  plans: Plans;
  'take-options': Takes;
  'take-for-cards': Take;
  discard: Discard;
  points: Points;
  goals: Goals;
  options: Options;
  irregular: Plans;
  undoing: Spoken;
  hint: HintText;
  make: Made | NotMade;
  load: Done | DamagedLog;
  message: Effects;
  drop: Effects;
  timer: Effects;
  think: Thought;
  thought: Effects;
  record: RecordText;
  open: Replay | Unreadable;
  at: Page;
  judge: Judged;
  'deal-luck': LuckAnswer;
  score: SheetAnswer | HouseError;
  list: RuleSets;
  names: Names;
  params: Params | HouseError;
  rows: Rows;
  house: Fine | HouseError;
  sides: Sides | HouseError;
  deck: Deck | HouseError;
  law: LawBook;
  'law-search': LawFinds;
  rule: RulingPage;
}

/** The part of the module that answers it. */
export const partOf = {
  language: 'client',
  begin: 'client',
  connected: 'client',
  heard: 'client',
  closed: 'client',
  tick: 'client',
  want: 'client',
  leave: 'client',
  token: 'client',
  journal: 'client',
  'cut-range': 'client',
  luck: 'client',
  page: 'client',
  position: 'client',
  check: 'client',
  plans: 'client',
  'take-options': 'client',
  'take-for-cards': 'client',
  discard: 'client',
  points: 'client',
  goals: 'client',
  options: 'client',
  irregular: 'client',
  undoing: 'client',
  hint: 'client',
  make: 'host',
  load: 'host',
  message: 'host',
  drop: 'host',
  timer: 'host',
  think: 'host',
  thought: 'host',
  record: 'host',
  open: 'replay',
  at: 'replay',
  judge: 'replay',
  'deal-luck': 'replay',
  score: 'sheet',
  list: 'sets',
  names: 'sets',
  params: 'sets',
  rows: 'sets',
  house: 'sets',
  sides: 'sets',
  deck: 'sets',
  law: 'sets',
  'law-search': 'sets',
  rule: 'sets',
} as const;

export type Question = keyof Questions;
export type Part = (typeof partOf)[Question];
/** The questions of one part. */
export type QuestionOf<P extends Part> = {
  [Q in Question]: (typeof partOf)[Q] extends P ? Q : never;
}[Question];
/** The fields of a question, which may be omitted if all are optional. */
export type Given<Q extends Question> = Record<never, never> extends Questions[Q]
  ? [given?: Questions[Q]]
  : [given: Questions[Q]];
