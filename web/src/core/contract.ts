/**
 * What TypeScript and the WebAssembly module say to each other. The module holds all rules of the game; this file holds
 * none, only the shape of questions and answers.
 *
 * The module has one door a part: client, host, replay, sheet, sets. A question is a JSON object with "do"; the answer is
 * a JSON object. A question that cannot be understood is answered { error: "…" }: that is a bug of the caller's.
 *
 * Exports of the module:
 *   web_input(length) -> address of room for `length` bytes, valid until the next web_input
 *   web_file(name_length, length) -> registers a file: the input holds its name, then its bytes. It is kept for good.
 *       "words/en.words", "law/en/laws1950.law", "law/en/words.index", "law/kin.index", "value.net"
 *   web_client(length), web_host(length), web_replay(length), web_sheet(length), web_sets(length)
 *       -> length of the answer, which stands at web_output()
 *   web_output() -> address of the last answer, UTF-8
 * and `memory`, `_initialize` (to be called once). Imports: none, or only those that core/module.ts lists.
 *
 * Seats count from 0 in turn order, as in the protocol. Cards are two characters ("7h", "Xr"), kinds as in RECORD.md,
 * actions are RECORD.md's action strings. Texts are whole sentences in the chosen language unless noted.
 */

export type Card = string;
export type Kind = string;
export type Seat = number;

/* ---- client: what a seat sees, and what it may do ------------------------------------------------------------- */

export type ClientQuestion =
  /** Chooses the catalogue; "words/LANGUAGE.words" must be registered. */
  | { do: 'language'; language: string }
  /** Forgets all: a new table. `seat` null: a spectator. */
  | { do: 'begin'; seat: Seat | null }
  /** A snapshot will come; what was pledged for fair deals is kept. */
  | { do: 'anew'; seat: Seat | null }
  /** A line of the server, of whatever kind, exactly as it came: the client learns game, names, levels, undo … from it. */
  | { do: 'take'; line: string } /* -> Taken */
  /** The connection was lost. */
  | { do: 'away' } /* -> {} */
  /** A fair deal asks for a part: `random` are 16 fresh bytes in hexadecimal. */
  | { do: 'give'; id: number; random: string } /* -> { part: string } */
  /** This client cuts. */
  | { do: 'cut'; id: number; k: number } /* -> {} */
  | { do: 'cuts' } /* -> { cards, least, most }: what k may be */
  | { do: 'page' } /* -> Page */
  | { do: 'check'; action: string } /* -> { legal: boolean; why?: Refusal } */
  /** What laying these cards of the own hand can mean: new melds, adding to melds. `onto`: only adding to that meld. */
  | { do: 'plans'; cards: Card[]; onto?: number } /* -> { plans: Plan[]; why?: Refusal } */
  /** Ways to take the pack now. */
  | { do: 'takes' } /* -> { takes: Choice[]; why?: Refusal } */
  /** The way of taking that these cards of the hand mean, if any. */
  | { do: 'claim'; cards: Card[] } /* -> { action?: string; cards?: Card[]; why?: Refusal } */
  /** May this card be discarded? `out`: one would go out by it. */
  | { do: 'discard'; card: Card } /* -> { action: string; legal: boolean; out: boolean; why?: Refusal } */
  /** Points that the cards count on the table, and the minimum meter if they were laid. */
  | { do: 'points'; cards: Card[] } /* -> { points: number; minimum: Page['minimum'] } */
  /** "What can I do?": what is possible now, and why the rest is not. `also`: an action that is wanted there, if it is legal. */
  | { do: 'options'; also?: string } /* -> Options */
  /** What goes if the last n decisions are taken back, in words; "" where that is not known any more. */
  | { do: 'undoing'; n: number } /* -> { text: string } */
  /** A hint in words: what to do, and why. `why` as the message "hint" has it; its `text` is English and not for people. */
  | {
      do: 'hint';
      action: string;
      why: string;
    }; /* -> { text: string; choice?: Choice }; none where it is not legal now */

export interface Taken {
  /** ok: taken in. known: was taken in before. other: not a line of the game. wrong: does not fit, ask for a snapshot. */
  is: 'ok' | 'known' | 'other' | 'wrong';
  /** Of the deal that just ended, if this line was the one that tells. */
  verdict?: { name: string; text: string; unfair: boolean };
}

export interface Refusal {
  /** Article of the rule set in force, "L31"; absent where no law is cited. */
  law?: string;
  /** The id, "FROZEN". */
  id: string;
  /** A whole sentence without the article. */
  text: string;
}

/** A choice: an action and what it does, in words: "take the pack with two sevens from your hand". */
export interface Choice {
  action: string;
  text: string;
  /** The very cards of the hand that it lays or shows, if it lays any. */
  cards?: Card[];
  /** In options and hints: no card is left, one goes out by it. */
  out?: boolean;
}
/** A short row of actions, all of which are legal now, one after the other. */
export interface Plan {
  text: string;
  /** No card is left: one goes out by it. */
  out: boolean;
  steps: Choice[];
}

export interface Options {
  /** In groups, the most natural first; melds and additions are given one a rank, not every count. */
  can: Choice[];
  /** What one might want to do and may not, each with its reason: draw, take, meld, ask, discard, stop. */
  cannot: { text: string; why: Refusal }[];
}

export interface Page {
  /** Number of the last event taken in; -1 before a game is known. Where has is false only this stands. */
  number: number;
  has: boolean;
  rules: string; // name of the rule set, or "" where it is not known
  target: number;
  players: number;
  direction: 'clockwise' | 'counterclockwise';
  /** between: no deal in play; over: the game is over. */
  stage: 'between' | 'playing' | 'over';
  deal: number;
  dealer: Seat;
  idle: Seat | null;
  /** The own seat; null: a spectator. */
  self: Seat | null;
  /** From where the table is seen: self, or 0. */
  seat: Seat;
  /** Who decides now; null: nobody. */
  actor: Seat | null;
  /** Whose turn it is (differs from actor while the partner is asked); null: nobody. */
  inTurn: Seat | null;
  /** Does the own seat decide now? */
  mine: boolean;
  phase: 'start' | 'answer' | 'claim' | 'meld' | 'last-red' | 'ended';
  /** Counts the turns of the deal. */
  turn: number;
  /** Whose turn it is, and what it asks for. */
  says: string;
  seats: SeatPage[];
  sides: SidePage[];
  /** The own hand, sorted for the eye. Empty for a spectator. */
  hand: Card[];
  /** Points of the whole hand as cards left. */
  handPoints: number;
  pile: {
    count: number;
    /** null: nothing lies open. */
    top: Card | null;
    frozen: boolean;
    /** Frozen to the own side alone, until it has melded. */
    closed: boolean;
    stopped: boolean;
    /** May the own seat take it now? */
    takeable: boolean;
    /** A card of the pile that shows the freezing crosswise under the others; null if none or not known. */
    crosswise: Card | null;
    /** "frozen: only two natural sevens from your hand take it" */
    says: string;
  };
  stock: { count: number };
  /** The initial meld of the own side in this turn. null: nothing is owed, or a spectator. */
  minimum: { need: number; have: number; says: string } | null;
  /** Actions of the own turn that can be taken back without asking anybody. */
  undoable: number;
  /** Is there anything that the own seat may lay now, and anything that it may throw off? Which cards, the law answers who tries. */
  mayLay: boolean;
  mayDiscard: boolean;
  /** All legal actions, as strings, sorted; empty where it is not one's turn. */
  legal: string[];
  /** What happened in this deal, oldest first (the latest 192). */
  news: News[];
  /** The score sheet of the finished deals of this game that are known, oldest first. */
  sheet: SheetDeal[];
  /** When the game is over. */
  over: { winner: number; receives: number[]; hundreds: boolean; says: string } | null;
  /** Only in a replay with all hands open: every hand by seat, the pile, bottom first, and the stock, next card first. */
  open?: { hands: Card[][]; pile: Card[]; stock: Card[] };
}

export interface SeatPage {
  seat: Seat;
  side: number;
  /**
   * As it was told, the own one too ("You" only where none was given); a bot without a name is called by its place, as in
   * sentences: "North".
   */
  name: string;
  /** "beginner" … "master" where a bot plays that was chosen so, "" else. */
  level: string;
  isPerson: boolean;
  isPartner: boolean;
  cards: number;
  /** In a few words: "drew, melded 7 7 7, discarded 4♣"; "" if it did nothing yet. */
  last: string;
  /** The same in two parts: what ended the turn, "discarded 4♣", "" while it goes on; and what came before. */
  lastEnd: string;
  lastBefore: string;
}

export interface SidePage {
  /** Before the deal in play, or after the last one. */
  score: number;
  /** "We", "They", or names where more than two sides play or a spectator looks. */
  name: string;
  seats: Seat[];
  hasMelded: boolean;
  minimum: number;
  canastas: number;
  canastasNeeded: number;
  /** Points of the cards melded so far, bonuses not counted. */
  points: number;
  red: Card[];
  melds: MeldPage[];
}

export interface MeldPage {
  /** Index in the protocol's sense; emptied melds are left out. */
  meld: number;
  rank: Kind;
  /** Naturals first, wild cards after. */
  cards: Card[];
  naturals: number;
  wilds: number;
  /** "" while it is none. */
  canasta: '' | 'natural' | 'mixed';
  /** The card that lies on a squared canasta (C7); null while it is none. */
  top: Card | null;
  /** Cards missing to a canasta; 0 if it is one. */
  missing: number;
  /** "4 sevens and 1 joker; 2 more for a canasta" */
  says: string;
}

export interface News {
  id: number;
  turn: number;
  /** -1: nobody's, of over and of an end where nobody went out. */
  seat: Seat;
  /** deal face draw take pile meld add combine ask answer discard stop end over cut undo last-card */
  type: string;
  /** A whole sentence. */
  text: string;
  /**
   * What is read aloud when it has come: the sentence in the own turn and outside of turns; in another's "", and with the last
   * piece of the turn all of it as one sentence. "" of what is long past.
   */
  aloud: string;
  /** Cards that all saw, or that the own seat drew: of draw, take, meld, add, discard. */
  cards: Card[];
  /** Red threes faced. */
  red: Card[];
  /** How many cards went: drawn, of the pile, cut, taken back. */
  count: number;
  /** Index of the meld for take onto, meld, add, combine (where it is known); -1 else. */
  meld: number;
}

export interface SheetDeal {
  deal: number;
  sides: SheetSide[];
}
/** The engine's table of what a side scores (CN_SCORE_ITEMS), in its order. */
export const scoreItems = [
  'melds',
  'canastas',
  'red',
  'out',
  'concealed',
  'hands',
  'bonus',
  'undeclared',
  'other',
] as const;
export type ScoreItem = (typeof scoreItems)[number];
/** Items that are left out if they are 0. */
export const rareItems = ['undeclared', 'other'] as const;
export type RareItem = (typeof rareItems)[number];
/** Items that score sheets show even if they are 0. */
export const shownItems: readonly ScoreItem[] = ['melds', 'canastas', 'red', 'hands'];
export type SheetSide = Record<Exclude<ScoreItem, RareItem>, number> &
  Partial<Record<RareItem, number>> & {
    total: number;
    score: number;
  };

/* ---- host: a table with no server, for one person and bots ------------------------------------------------------ */

/** `random` is 64 fresh bytes in hexadecimal, `now` milliseconds of a clock that never goes back. */
export type HostQuestion =
  /** Makes the table as a "make" message describes it (its text). */
  | {
      do: 'make';
      message: string;
      link: string;
      now: number;
      random: string;
    } /* -> Effects & { token } | { why } */
  /** Makes it from its log, as the effects "append" wrote it. */
  | { do: 'load'; log: string; now: number } /* -> {} | { line: number }: the line that cannot be read */
  /** A message of the client (its text); hello is the first. Client numbers are from 1. */
  | { do: 'message'; client: number; message: string; now: number; random: string } /* -> Effects */
  | { do: 'drop'; client: number; now: number; random: string } /* -> Effects */
  | { do: 'timer'; now: number; random: string } /* -> Effects */
  /** Thinks on about a question for so many nodes (a slice); call again until done. It must be the newest question. */
  /**
   * `script`: by seat, what its bot does if it is legal, in this order; then it thinks for itself. Of these the answer has
   * `used` up so many for the `seat`.
   */
  | {
      do: 'think';
      decision: number;
      nodes: number;
      script?: readonly (readonly string[])[];
    } /* -> { done: boolean; stale?: true; action?: string; seat?: Seat; used?: number } */
  | { do: 'thought'; decision: number; action: string; now: number; random: string } /* -> Effects */
  /** The record of the finished deals. */
  | { do: 'record'; log: string }; /* -> { record: string } */

export interface Effects {
  effects: Effect[];
}
export type Effect =
  | { is: 'append'; text: string }
  | { is: 'send'; client: number; text: string }
  | { is: 'close'; client: number; code: number }
  /** Fire once at that time, in place of any before; 0: no timer. */
  | { is: 'timer'; at: number }
  | { is: 'think'; decision: number; net: boolean }; // net: "value.net" must be registered before thinking

/* ---- replay: a record, step by step, and what the bots think of it ----------------------------------------------- */

export type ReplayQuestion =
  | { do: 'open'; record: string; language: string } /* -> Replay | { line: number; text: string } */
  /**
   * The table after `step` steps (0: before the first): steps[i] was made on the table at i and leads to that at i + 1.
   * Seen from a seat, or with all hands open (`self` is null then). `number` of the page is the step.
   */
  | { do: 'at'; step: number; seat: Seat | 'open' } /* -> Page */
  /** Judges decision `decision` of the record, a slice of `nodes` at a time, until done. "value.net" must be registered. */
  | { do: 'judge'; decision: number; nodes: number }; /* -> Judged */

export interface Replay {
  rules: string;
  /** House rules over that set: lines of a profile, "" where there are none. */
  house: string;
  players: number;
  /** Whoever has no name is called by the place, "North", as seen from `bottom`. */
  names: string[];
  /** The same names, "" for whoever has none in the record: bots too. */
  people: string[];
  bottom: Seat;
  seed: string;
  steps: { deal: number; seat: Seat | null; type: string; decision: number /* -1: none */ }[];
  /** step: index into steps. */
  decisions: { step: number; seat: Seat; action: string; text: string }[];
  /** first, last: indexes into steps. */
  deals: { deal: number; first: number; last: number; deck: string /* "" where unknown */ }[];
}
export interface Judged {
  done: boolean;
  /** forced: there was one choice; unknown: what was played was not weighed. */
  kind?: 'forced' | 'weighed' | 'unknown';
  best?: string;
  bestText?: string;
  /** Points of the deal, 0 or more. */
  loss?: number;
  /** Points by which what was played was estimated above the best, too uncertain to be called better; 0 or more. */
  lead?: number;
  error?: number;
  /** Imagined deals in which what was played was tried. */
  worlds?: number;
  /** Why the best move is good. */
  reason?: string;
}

/* ---- sheet: the score of a table with real cards ------------------------------------------------------------------ */

/** What one side brought in one deal. Absent fields are 0 or false. */
export interface Entry {
  /** Points of the cards melded, canastas' cards included, bonuses not. */
  melds?: number;
  natural?: number;
  mixed?: number;
  red?: number;
  /** Went out; with a concealed hand. */
  out?: boolean;
  concealed?: boolean;
  /** Points of the cards left in the hands of the side, as a positive number. */
  hands?: number;
  /** Red threes that were not declared (L56 or the rule set's own). */
  undeclared?: number;
  /** Any other points, with sign: penalties of the table. */
  other?: number;
}
export interface SheetQuestion {
  do: 'score';
  rules: string;
  house: string;
  players: number;
  /** Score of each side before the first deal; absent: zeros. */
  scores?: number[];
  deals: Entry[][]; // by deal, by side
  language: string;
}
export interface SheetAnswer {
  sides: number;
  /** `undeclared`: what undeclared red threes cost, negative. The game bonus is in the deal that ends the game. */
  deals: SheetSide[][];
  scores: number[];
  /** What the next initial meld of each side must count. */
  next: number[];
  /** What cannot be: the entry is still added up. side -1: concerns all sides. `id`: TWO_OUT, …; RANGE: taken as 0. */
  problems: { id: string; deal: number; side: number; field: string; law: string; text: string }[];
  over: { winner: number; receives: number[]; hundreds: boolean } | null;
  /** The article that each line of the sheet comes from in this rule set, or "". */
  laws: Record<ScoreItem | 'minimum' | 'settle', string>;
  target: number;
}
/** Where the rule set or the house rules cannot be read, the answer is a HouseError. */

/* ---- sets: rule sets and house rules -------------------------------------------------------------------------------- */

export type SetsQuestion =
  | { do: 'list'; language: string } /* -> { sets: RuleSet[] } */
  | { do: 'names' } /* -> Names */
  /** With `players`, values that go by their number are shown for that number, and can be changed in a form. */
  | {
      do: 'params';
      rules: string;
      house: string;
      players?: number;
      language: string;
    } /* -> { params: Param[] } | HouseError */
  /**
   * What becomes of rows as they are filled in, or of these with one row more, or one less? `cells` by row: what stands in
   * the fields, "true" or "false" where one ticks.
   */
  | {
      do: 'rows';
      name: string;
      cells: string[][];
      add?: boolean;
      remove?: number;
      language: string;
    } /* -> Rows & { value?: string }: the value, as a profile writes it, where nothing is wrong */
  /** Are these house rules over this set playable by so many? */
  | {
      do: 'house';
      rules: string;
      house: string;
      players: number;
      language: string;
    } /* -> { fine: true } | HouseError */
  /** Who plays with whom, in a first deal, and how a bot is called on each chair, as `seat` (0 if absent) sees the table. */
  | {
      do: 'sides';
      rules: string;
      house: string;
      players: number;
      seat?: Seat;
      language: string;
    } /* -> { sides: Seat[][]; places: string[] } | HouseError: by seat what it is called by who sits on `seat`, or on 0: "South" */
  /**
   * The deck of deal `deal` (from 1) of the numbered game `number` (any text), as "make" wants it: two characters a card,
   * cut, in the order in which the cards are dealt. The same as "canasta play --seed" deals. `players` (4 if absent) matters
   * where cards under the upcard may go back into the stock (I2).
   */
  | {
      do: 'deck';
      rules: string;
      house: string;
      number: string;
      deal: number;
      players?: number;
    } /* -> { deck: string } | HouseError */
  /** The law book, in the order of its books. The books of the language and the English ones must be registered. */
  | { do: 'law'; language: string } /* -> { articles: LawArticle[] } */
  /** The articles that answer `words`, best first; those of the file `book` ("hoyle") count more. */
  | { do: 'law-search'; language: string; book: string; words: string }; /* -> { found: LawFound[] } */

export interface LawArticle {
  /** "L31", "B:draw" */
  name: string;
  title: string;
  /** File of the book: "laws1950" */
  book: string;
  bookTitle: string;
  source: string;
  /** Another than was asked for, where the book of that language lacks the article. */
  language: string;
  text: string;
}
export interface LawFound {
  article: string;
  /** What the text of the article shows of the words; "" where only the title or the index has them. */
  match: string;
}

export interface RuleSet {
  name: string;
  title: string;
  about: string;
  players: number[];
  target: number;
}
/** What is known by name: whoever adds one adds it in C. */
export interface Names {
  /** The rule set where none was chosen. */
  usual: string;
  /** Of bots, from weak to strong. */
  levels: string[];
  /** Of the chat. */
  phrases: string[];
}
/** line 0: not about a line of the house rules. name: the parameter that it is about, or "". */
export interface HouseError {
  line: number;
  column: number;
  name: string;
  text: string;
}
export interface Param {
  name: string;
  /** A few words: "Cards dealt". */
  label: string;
  /** As a profile writes it. */
  value: string;
  /** In the set without the house rules. */
  usual: string;
  article: string;
  text: string;
  /**
   * How it can be changed in a form: a number, a switch, one of the choices, a list or table in rows; other: in no form, for
   * it is said elsewhere (how many play) or goes by a number of players that was not given.
   */
  form: 'number' | 'switch' | 'choice' | 'rows' | 'other';
  low?: number;
  high?: number;
  choices?: string[];
  /** The same choices in words. */
  choiceTexts?: string[];
  /** Of rows: what stands in the fields, and the value and the usual one in words. */
  rows?: Row[];
  more?: boolean;
  says?: string;
  usualSays?: string;
  /** Group for the eye: table dealing pack melds out end score cite. */
  group: string;
}

/** A list or a table as a person fills it in. */
export interface Rows {
  rows: Row[];
  /** May there be one more? */
  more: boolean;
}
export interface Row {
  /** What stands before, between and behind the fields; of a row to tick nothing else is said. */
  words: string[];
  cells: Cell[];
  removable: boolean;
}
export interface Cell {
  /** For those who do not see where it stands. */
  label: string;
  /** One ticks it: "true" or "false"; else a number is written. */
  tick: boolean;
  /** May it be below zero? */
  minus: boolean;
  value: string;
  /** What is wrong with it, a sentence, or "". */
  wrong: string;
}
