/**
 * A table as one seat sees it, and what the seat may do. Printed by tools/contract.c from
 * src/pages/schema.def and src/protocol/message.c; do not edit it.
 */
import type {
  Card, Kind, Seat, RefusalId, ScoreItem, NewsType, Phase, GameStage,
} from './lists';

/* ---- What a seat sees ---- */

/** A table as one seat sees it. */
export interface Page {
  /** Of the last event that was applied. */
  number: number;
  /** Is a game known? */
  has: boolean;
  /** Name of the rule set; "" if it is not known. */
  rules: string;
  /** The score that ends the game; 0 if it ends after a number of deals. */
  target: number;
  ways: ScoreWays;
  /** How many sit at the table. */
  players: number;
  /** The direction of play. */
  direction: 'clockwise' | 'counterclockwise';
  stage: GameStage;
  /** From 1; 0 before the first. */
  deal: number;
  dealer: Seat;
  /** The seat that is not dealt in, if there is one. */
  idle: Seat | null;
  /** The viewer's seat; null for a spectator. */
  self: Seat | null;
  /** The seat from which the table is seen: the viewer's, or 0 for a spectator. */
  seat: Seat;
  /** The seat that decides now. */
  actor: Seat | null;
  /** Whose turn it is. The partner who is asked is the actor, not in turn. */
  inTurn: Seat | null;
  /** Must the viewer decide now? */
  mine: boolean;
  phase: Phase;
  /** Counts the turns of the deal. */
  turn: number;
  /** Whose turn it is and what to do, a sentence. */
  says: string;
  /** By seat. */
  seats: SeatPage[];
  /** By side. */
  sides: SidePage[];
  /** The viewer's hand, sorted for display. Empty for a spectator. */
  hand: Card[];
  /** What the hand would cost if the deal ended now. */
  handPoints: number;
  /** The pack. */
  pile: PilePage;
  stock: StockPage;
  /** The initial meld of the viewer's side; null if it owes none, and for a spectator. */
  minimum: MinimumPage | null;
  /** The special hands that the viewer may lay now. */
  hands: Choice[];
  /** The bonus cards that the viewer may lay down now. */
  faces: Choice[];
  /** What is to be known of cards of the hand, by kind. */
  marks: HandMark[];
  /** Can the viewer still hope for a special hand in this deal? */
  goals: boolean;
  /** How many actions of the viewer's turn can be undone without asking the others. */
  undoable: number;
  /** Can the viewer meld or add anything now? */
  mayLay: boolean;
  /** Can the viewer discard anything now? */
  mayDiscard: boolean;
  /** All legal action strings, sorted; empty if the seat does not decide. */
  legal: string[];
  /** What happened in this deal, oldest first; at most 192. */
  news: News[];
  /** The finished deals of this game, as far as they are known, oldest first. */
  sheet: SheetDeal[];
  /** After a deal: what lines of its sheet consist of. */
  notes: SheetNote[];
  /** The result, if the game is over. */
  over: GameOver | null;
  /** What a referee adds; null in strict play. */
  referee: RefereePage | null;
  /** All cards, only in a replay with open hands. */
  open?: OpenCards;
}

/** No game is known yet. */
export interface NoPage {
  /** -1. */
  number: number;
  /** False. */
  has: boolean;
}

/** A seat. */
export interface SeatPage {
  seat: Seat;
  side: number;
  /**
   * As given; "You" for the viewer if none was given. A bot without a name is called by its
   * place: "North".
   */
  name: string;
  /** The level of the bot that plays here; "" for a person. */
  level: string;
  isPerson: boolean;
  /** Is it a partner of the viewer? */
  isPartner: boolean;
  /** How many cards it holds. */
  cards: number;
  /** Its last turn in a few words: "drew, melded 7 7 7, discarded 4♣". */
  last: string;
  /** How that turn ended: "discarded 4♣"; "" while it goes on. */
  lastEnd: string;
  /** What came before its end. */
  lastBefore: string;
  /** Cards of a talon that wait for its next turn. */
  talon: number;
  /** Second hands that it has not taken up. */
  second: number;
  /** How many cards wait for it, and when they come; "" if none do. */
  waiting: string;
  /** Its cards that lie face up. */
  up: UpCard[];
  /** What rulings oblige it to. */
  duties: Duty[];
}

/** A side. */
export interface SidePage {
  /** Before the deal in play, or after the last one. */
  score: number;
  /** "We" and "They"; names if there are more than two sides, and for a spectator. */
  name: string;
  seats: Seat[];
  hasMelded: boolean;
  /** What its initial meld must count. */
  minimum: number;
  canastas: number;
  /** To go out. */
  canastasNeeded: number;
  /** The canastas by name that going out needs: "natural canastas: 1 of 2"; "" if none. */
  contract: string;
  /** What else keeps it from going out: melds that bar it, second hands, consent; or "". */
  outMissing: string;
  /** Points of its melded cards, without bonuses. */
  points: number;
  /** How its canastas make cards and threes count; "" if they do not decide it. */
  standing: string;
  /** Its score if the deal ended now, without its hands; null if that is plain from the table. */
  soFar: SheetSide | null;
  /** Its bonus cards. */
  red: Card[];
  melds: MeldPage[];
}

/** A meld. */
export interface MeldPage {
  /** Its index in action strings. Melds that were merged into another are left out. */
  meld: number;
  rank: Kind;
  /** Natural cards, then wild ones. */
  cards: Card[];
  naturals: number;
  wilds: number;
  /** "" if it is not a canasta. */
  canasta: '' | 'natural' | 'mixed' | 'wild';
  /** The card on top of a canasta (C7). */
  top: Card | null;
  /** What a canasta earns besides its cards; otherwise 0. */
  worth: number;
  /** Cards missing for a canasta. */
  missing: number;
  /** "4 sevens and 1 joker; 2 more for a canasta" */
  says: string;
  /**
   * Closed: it takes no more cards. Dead: its rank is closed. Locking: the side lays wild cards
   * nowhere else.
   */
  state: '' | 'closed' | 'dead' | 'locking';
  stateSays: string;
}

/** A card of a hand that lies face up. */
export interface UpCard {
  card: Card;
  /** By a ruling: it is to be discarded. Otherwise it was only shown. */
  exposed: boolean;
}

/** What a ruling obliges a player to. */
export interface Duty {
  /** The article. */
  law: string;
  /** A sentence. */
  text: string;
}

/** A table with a referee, as far as everyone knows it. */
export interface RefereePage {
  mode: 'called' | 'watchful';
  /** May the viewer call attention now? */
  mayCall: boolean;
  /** Does the deal wait for its end? */
  waiting: boolean;
  /** What is to be decided before anything else is done. */
  due: DuePage | null;
  /** Points lost by rulings in this deal, oldest first. */
  penalties: Penalty[];
}

/** A decision after a ruling. */
export interface DuePage {
  /** Who decides. */
  seat: Seat;
  /** The article of the ruling, or "". */
  law: string;
  /** What is asked, a sentence. */
  text: string;
  /** Empty for all but that seat. */
  choices: DueChoice[];
}

/** A choice, and what it does. */
export interface DueChoice {
  action: string;
  /** A few words. */
  text: string;
  /** A sentence. */
  about: string;
}

/** A part of a line of the last deal's sheet. */
export interface SheetNote {
  item: ScoreItem;
  side: number;
  points: number;
  /** What it is for: "2 mixed canastas". */
  text: string;
}

/** Points lost by a ruling. */
export interface Penalty {
  side: number;
  /** The article of the irregularity. */
  law: string;
  /** Negative. */
  points: number;
  /** The ruling, a sentence. */
  text: string;
}

/** The pack. */
export interface PilePage {
  count: number;
  /** null if it is empty. */
  top: Card | null;
  frozen: boolean;
  /** Is it frozen to the viewer's side only, until its initial meld? */
  closed: boolean;
  /** Does its top card keep the next player from taking it? */
  stopped: boolean;
  /** Can the viewer take it now? */
  takeable: boolean;
  /** The card turned crosswise that shows it is frozen. */
  crosswise: Card | null;
  /** "Frozen: only two natural sevens from your hand take it" */
  says: string;
  /** How much of it a claim takes, if not all; what an empty pack refuses; or "". */
  also: string;
}

/** The stock. */
export interface StockPage {
  count: number;
}

/** The initial meld that a side owes. */
export interface MinimumPage {
  /** Points that it must count. */
  need: number;
  /** Points laid so far in this turn. */
  have: number;
  says: string;
  /** The meld that it must contain and lacks, or "". */
  needs: string;
}

/** What is to be known of cards of a kind in the hand. */
export interface HandMark {
  kind: Kind;
  /** Why nobody can lay them, or "". */
  dead: string;
  /** Why they may not be discarded now, although others may. */
  barred?: LawRefusal;
}

/** Something that happened. */
export interface News {
  id: number;
  turn: number;
  /** -1 if nobody did it. */
  seat: number;
  type: NewsType;
  /** A sentence. */
  text: string;
  /**
   * What a screen reader reads now: in the viewer's turn this sentence, at the end of another
   * turn all of it; otherwise "".
   */
  aloud: string;
  /** The cards that all saw or the viewer drew. */
  cards: Card[];
  /** Red threes that were faced. */
  red: Card[];
  /** How many cards were drawn, taken, cut, or undone. */
  count: number;
  /** Index of the meld; -1 if there is none or it is not known. */
  meld: number;
  /** Of a ruling, the article of the irregularity; otherwise "". */
  law: string;
  /** Of a ruling, its sentence without the article. */
  ruling?: string;
}

/** The score of a finished deal. */
export interface SheetDeal {
  deal: number;
  sides: SheetSide[];
}

/** How deals are scored and games end, as far as sheets say it in other words. */
export interface ScoreWays {
  /** Black threes are bonus cards too. */
  black: boolean;
  /** Signs go by the number of canastas (score_by_canastas). */
  swing: boolean;
  /** After how many deals the game ends; 0: it goes to the target. */
  rounds: number;
  /** What bonus cards need to count: "meld", "canasta", a rank (its canasta), "nothing" */
  needs: string;
  /** Players may have cards that they have not taken up yet. */
  beside: boolean;
}

/** What a side scored in a deal (CN_SCORE_ITEMS). */
export interface SheetSide {
  melds: number;
  canastas: number;
  red: number;
  out: number;
  concealed: number;
  hands: number;
  bonus: number;
  undeclared?: number;
  other?: number;
  penalties?: number;
  special?: number;
  /** Of the deal. */
  total: number;
  /** After the deal. */
  score: number;
}

/** The result of a game. */
export interface GameOver {
  /** A side. */
  winner: number;
  /** What each side receives, or pays if negative (L46). */
  receives: number[];
  /** Is it settled in hundreds? */
  hundreds: boolean;
  says: string;
}

/** What a side's cards were worth in a deal, and what it made of them. */
export interface Luck {
  /** Points that simple play makes of such cards on average. */
  worth: number;
  /** Points. */
  made: number;
  /** A sentence. */
  says: string;
}

/** What is known of a deal's luck. */
export interface LuckAnswer {
  /** null if it is not known. */
  luck: Luck | null;
}

/** Every card of a deal. */
export interface OpenCards {
  /** By seat. */
  hands: Card[][];
  /** Bottom card first. */
  pile: Card[];
  /** Next card first. */
  stock: Card[];
}

/* ---- What a seat may do ---- */

/** Why an action is not legal. */
export interface LawRefusal {
  /** The article of the rule set in force, "L31"; absent if no law is cited. */
  law?: string;
  id: RefusalId;
  /** A sentence, without the article. */
  text: string;
  /** What can be done all the same where a referee rules; absent if nothing can. */
  anyway?: Plan[];
}

/** Whether an action is legal. */
export interface Checked {
  legal: boolean;
  why?: LawRefusal;
}

/** An action in words: "take the pack with two sevens from your hand". */
export interface Choice {
  action: string;
  text: string;
  /** The cards of the hand that it lays or shows. */
  cards?: Card[];
  /** True if the seat goes out by it. */
  out?: boolean;
}

/** A few actions to play one after the other; all are legal. */
export interface Plan {
  text: string;
  /** Does the seat go out by it? */
  out: boolean;
  steps: Choice[];
}

/** What picked cards can mean. */
export interface Plans {
  plans: Plan[];
  /** If there is no plan. */
  why?: LawRefusal;
}

/** Ways to take the pack. */
export interface Takes {
  takes: Choice[];
  /** If there is no way. */
  why?: LawRefusal;
}

/** The way to take the pack that picked cards mean. */
export interface Take {
  action?: string;
  /** The cards of the hand that are shown. */
  cards?: Card[];
  why?: LawRefusal;
}

/** Whether a card may be discarded. */
export interface Discard {
  action: string;
  legal: boolean;
  /** Would the seat go out by it? */
  out: boolean;
  why?: LawRefusal;
}

/** What cards would count on the table. */
export interface Points {
  points: number;
  /** The initial meld, if they were laid. */
  minimum: MinimumPage | null;
}

/** What can be done now, and why the rest cannot. */
export interface Options {
  /** The most likely first; of many ways to lay cards at one place, one. */
  can: Choice[];
  cannot: Impossible[];
}

/** What one might want to do, and why it is not possible. */
export interface Impossible {
  text: string;
  why: LawRefusal;
}

/** A special hand, and how near the hand is to it. */
export interface Goal {
  name: string;
  title: string;
  points: number;
  /** Does it win the game at once? */
  wins: boolean;
  /** Cards that the hand must still get. */
  missing: number;
  /** The cards of the hand that count. */
  cards: Card[];
  /** "Pairs, 2,500 points: two cards are missing" */
  text: string;
  /** Which cards it is: "7 pairs" */
  needs: string;
}

/** The special hands, the nearest first. */
export interface Goals {
  goals: Goal[];
}

/** A sentence. */
export interface Spoken {
  text: string;
}

/** A hint in words: what to do, and why. */
export interface HintText {
  text: string;
  /** If it is legal now. */
  choice?: Choice;
}
