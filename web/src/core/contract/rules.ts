/**
 * Score sheets for real cards, rule sets and the law book. Printed by tools/contract.c from
 * src/pages/schema.def and src/protocol/message.c; do not edit it.
 */
import type {
  Kind, Seat,
} from './lists';
import type {
  ScoreWays, SheetSide,
} from './table';

/* ---- The score of a game with real cards ---- */

/** What a side scored in a deal, as people counted it. Absent fields are 0 or false. */
export interface Entry {
  /** Points of all melded cards, without bonuses. */
  melds?: number;
  /** Canastas. */
  natural?: number;
  /** Canastas. */
  mixed?: number;
  /** Red threes. */
  red?: number;
  /** What only some rules count. */
  more?: Counted[];
  /** The special hand that a player of the side laid, by its name. */
  special?: string;
  /** Went out. */
  out?: boolean;
  /** Went out concealed. */
  concealed?: boolean;
  /** Points of the cards left in hand, positive. */
  hands?: number;
  /** Red threes that were not declared. */
  undeclared?: number;
  /** Any other points, with sign. */
  other?: number;
  /** Points lost by rulings, 0 or negative. */
  rulings?: number;
}

/** A count that only some rules ask for. */
export interface Counted {
  /** As in SheetField. */
  name: string;
  value: number;
}

/** The score sheet. */
export interface SheetAnswer {
  sides: number;
  /** By deal, by side. */
  deals: SheetSide[][];
  /** By side. */
  scores: number[];
  /** What the next initial meld of each side must count. */
  next: number[];
  /** Impossible entries, which are still added up. */
  problems: SheetProblem[];
  /** The result, if the game is over. */
  over: Settled | null;
  laws: SheetLaws;
  /** 0 if the game ends after a number of deals. */
  target: number;
  /** Does a concealed hand earn a bonus? */
  concealed: boolean;
  /** What is to be entered for a side, in order. */
  fields: SheetField[];
  specials: SheetSpecial[];
  kinds: SheetKind[];
  ways: ScoreWays;
}

/** A number that is entered for each side. */
export interface SheetField {
  /** "melds", "natural", "7", "held_7". */
  name: string;
  /** A few words: "Natural canastas". */
  label: string;
  /** Points; else a count. */
  points: boolean;
  /** What is counted and what it brings; "" if that is clear. */
  about: string;
  /** The article that says so, or "". */
  law: string;
}

/** A hand that is laid whole. */
export interface SheetSpecial {
  name: string;
  label: string;
  points: number;
}

/** What a card counts. */
export interface SheetKind {
  kind: Kind;
  melded: number;
  /** With a player at the end. */
  held: number;
}

/** An entry that is impossible. */
export interface SheetProblem {
  /** TWO_OUT and others. RANGE: the number counts as 0. */
  id: string;
  deal: number;
  /** -1 if it is about all sides. */
  side: number;
  field: string;
  law: string;
  text: string;
}

/** The result of a game with real cards. */
export interface Settled {
  winner: number;
  receives: number[];
  hundreds: boolean;
}

/** The article that each line of the sheet follows, or "". */
export interface SheetLaws {
  melds: string;
  canastas: string;
  red: string;
  out: string;
  concealed: string;
  hands: string;
  bonus: string;
  undeclared: string;
  other: string;
  penalties: string;
  special: string;
  minimum: string;
  settle: string;
}

/* ---- Rule sets and house rules ---- */

/** Why rules cannot be used. */
export interface HouseError {
  /** 0 if it is not about a line of the house rules. */
  line: number;
  column: number;
  /** The parameter, or "". */
  name: string;
  text: string;
}

/** All built-in rule sets, the default first. */
export interface RuleSets {
  sets: RuleSet[];
}

/** A built-in rule set. */
export interface RuleSet {
  name: string;
  title: string;
  about: string;
  players: number[];
  /** 0 if the game ends after a number of deals. */
  target: number;
  /** 0 if it goes to the target. */
  rounds: number;
  /** Ready house rules over this set. */
  houses: ReadyHouse[];
}

/** What a club or a book chooses within a rule set. */
export interface ReadyHouse {
  name: string;
  title: string;
  /** What they change. */
  about: string;
  /** House rules, lines of a profile. */
  house: string;
}

/** Names that C knows. */
export interface Names {
  /** The default rule set. */
  default: string;
}

/** The parameters of a rule set. */
export interface Params {
  params: Param[];
}

/** A parameter. */
export interface Param {
  name: string;
  /** A few words: "Cards dealt". */
  label: string;
  /** As a profile writes it. */
  value: string;
  /** Its value without the house rules. */
  default: string;
  article: string;
  text: string;
  /**
   * How a form edits it. Limit: a number, or the only choice. Other: not at all, because
   * another part of the form sets it or no number of players was given.
   */
  form: 'number' | 'switch' | 'choice' | 'limit' | 'rows' | 'other';
  low?: number;
  high?: number;
  choices?: string[];
  /** The choices in words. */
  choiceTexts?: string[];
  rows?: Row[];
  /** Can a row be added? */
  more?: boolean;
  /** The value of rows in words. */
  says?: string;
  /** Their default in words. */
  defaultSays?: string;
  /**
   * Group in the form: table, dealing, pack, melds, opening, discard, more, hands, out, end,
   * threes, score, cite.
   */
  group: string;
}

/** A list or a table as a form edits it. */
export interface Rows {
  rows: Row[];
  /** Can a row be added? */
  more: boolean;
  /** As a profile writes it, if no cell is wrong. */
  value?: string;
}

/** A row of a form. */
export interface Row {
  /** The text before, between and after the cells. */
  words: string[];
  cells: Cell[];
  removable: boolean;
  /** What a special hand is made of. */
  about?: string;
}

/** A field of a form. */
export interface Cell {
  /** For screen readers. */
  label: string;
  /** Is it a box to tick? Its value is then "true" or "false". */
  tick: boolean;
  /** Can the number be negative? */
  minus: boolean;
  value: string;
  /** Its error, a sentence, or "". */
  wrong: string;
}

/** The house rules can be used. */
export interface Fine {
  fine: boolean;
}

/** The sides of a first deal. */
export interface Sides {
  /** Seats by side. */
  sides: Seat[][];
  /** The names of bots by seat: "South". */
  places: string[];
}

/** The cards of a numbered deal. */
export interface Deck {
  /** As in "make": two characters per card, in the order in which they are dealt. */
  deck: string;
}

/* ---- The law book ---- */

/** All articles, in the order of the books. */
export interface LawBook {
  articles: LawArticle[];
}

/** An article. */
export interface LawArticle {
  /** "L31", "B:draw" */
  name: string;
  title: string;
  /** File of its book: "laws1950". */
  book: string;
  bookTitle: string;
  source: string;
  /** English if the book lacks the article in the language asked for. */
  language: string;
  text: string;
  /** What it answers at a table with real cards. */
  questions: RulingStart[];
}

/** What a search found, best first. */
export interface LawFinds {
  found: LawFound[];
}

/** An article that a search found. */
export interface LawFound {
  article: string;
  /** The words that match in the text; "" if only the title or the index has them. */
  match: string;
}

/* ---- Rulings for real cards ---- */

/** A fact and its value, "what" and "too-many". */
export interface RulingFact {
  name: string;
  value: string;
}

/** Facts that begin a question. */
export interface RulingStart {
  facts: RulingFact[];
  /** What happened, a few words. */
  text: string;
}

/** How far facts lead: to a question, or to a ruling. */
export interface RulingPage {
  /** The questions that they answer, in order. */
  path: RulingAnswered[];
  /** The next one. */
  question: RulingQuestion | null;
  ruling: Ruling | null;
  /** The name of a fact that does not exist or has no such value, or "". */
  fault: string;
}

/** A question and its answer. */
export interface RulingAnswered {
  /** Of the fact. */
  name: string;
  value: string;
  question: string;
  /** In words. */
  answer: string;
}

/** A question. */
export interface RulingQuestion {
  /** Of the fact. */
  name: string;
  text: string;
  /** Does it ask for a number? Then all answers but the last are numbers. */
  number: boolean;
  /** The last one is that it is not known. */
  answers: RulingAnswer[];
}

/** A possible answer. */
export interface RulingAnswer {
  value: string;
  text: string;
}

/** What is to be done. */
export interface Ruling {
  /** The ruling, a few sentences. */
  text: string;
  /** What everybody does now, in order. */
  steps: string[];
  articles: string[];
  /** 0 or negative. */
  points: number;
  /** The article by which points are lost; "" if there are none. */
  law: string;
}
