/**
 * What pages, engine and server say to each other. Printed by tools/contract.c from
 * src/pages/schema.def and src/protocol/message.c; do not edit it here.
 *
 * The engine is asked by `ask('check', { action })` (module.ts): the question gives the type of the
 * answer. It decides everything about the game; this file holds no rules. Texts are sentences in
 * the language chosen. Action strings are those of docs/RECORD.md.
 */

/* ---- Cards and words ---- */

/** Two characters, "7h", or "Xr" for a red joker. */
export type Card = string;

/** "X", "2", "3r", "3b", "4" to "9", "10", "J", "Q", "K", "A". */
export type Kind = string;

/** From 0 in turn order. */
export type Seat = number;

/** The levels of bots, from weak to strong. */
export const levels = [
  'beginner', 'casual', 'club', 'expert', 'master',
] as const;
export type Level = (typeof levels)[number];

/** Phrases that the chat offers. */
export const phrases = [
  'hello', 'good-luck', 'well-played', 'nice-canasta', 'thanks', 'your-turn', 'one-moment',
  'sorry', 'oh-no', 'good-game', 'goodbye',
] as const;
export type Phrase = (typeof phrases)[number];

/** What the law refuses. */
export const refusalIds = [
  'DEAL_OVER', 'NOT_YOUR_TURN', 'DRAW_FIRST', 'ALREADY_DREW', 'STOCK_GONE', 'STOCK_LEFT',
  'NOT_HELD_DISCARD', 'NOT_HELD_MELD', 'NO_SUCH_MELD', 'NOTHING_ADDED', 'COMBINE_RANKS',
  'COMBINE_WILDS', 'TOP_CARD', 'NO_PILE', 'ONE_CARD_HAND', 'FROZEN', 'FROZEN_BEFORE_INITIAL',
  'FROZEN_BY_BLACK_THREE', 'NO_CLAIM_WITH_WILD', 'CLAIM_NEEDS_PAIR', 'CLAIM_NEEDS_WILD',
  'NO_CLAIM_ONTO', 'ONTO_OTHER_RANK', 'ONTO_CANASTA', 'MELD_OF_WILDS', 'TOO_FEW_NATURALS',
  'TOO_FEW_CARDS', 'TOO_MANY_WILDS', 'TOO_MANY_WILDS_CANASTA', 'SECOND_MELD',
  'BLACK_THREES_SHAPE', 'BLACK_THREES_WILD', 'BLACK_THREES_LAST_RED', 'OUTNUMBER', 'MINIMUM',
  'MINIMUM_WITH_PACK', 'MUST_GO_OUT', 'MUST_NOT_GO_OUT', 'BLACK_THREES_NOT_OUT', 'LAST_DISCARD',
  'KEEP_A_CARD', 'ASK_NO_RULE', 'ASK_NO_PARTNER', 'ASK_TWICE', 'ASK_TOO_LATE', 'ASK_UNABLE',
  'NOT_ASKED', 'ANSWER_FIRST', 'MUST_TAKE', 'LAST_RED_THREE',
] as const;
export type RefusalId = (typeof refusalIds)[number];

/** Why a table refuses something or ends a connection. */
export const reasonCodes = [
  'json', 'object', 'kind', 'field', 'value', 'missing', 'version', 'long', 'hello', 'no-deal',
  'no-cut', 'no-game', 'not-over', 'playing', 'turn', 'late', 'old', 'paused', 'given', 'gone',
  'host', 'seat', 'seated', 'watching', 'token', 'name', 'full', 'join', 'ask', 'watch', 'crowd',
  'cards', 'cut', 'back', 'level', 'hints', 'busy', 'rules', 'house', 'away', 'hand', 'players',
  'storage', 'table', 'damaged', 'memory', 'taken', 'restart', 'slow', 'chat', 'chairs', 'deck',
  'deal', 'lost',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** What a side scores in a deal, in the order of a score sheet. */
export const scoreItems = [
  'melds', 'canastas', 'red', 'out', 'concealed', 'hands', 'bonus', 'undeclared', 'other',
] as const;
export type ScoreItem = (typeof scoreItems)[number];

/** Items that score sheets show even if they are 0. */
export const shownItems = [
  'melds', 'canastas', 'red', 'hands',
] as const;
export type ShownItem = (typeof shownItems)[number];

/** Items that are left out if they are 0. */
export const rareItems = [
  'undeclared', 'other',
] as const;
export type RareItem = (typeof rareItems)[number];

/** What can happen in a deal. */
export const newsTypes = [
  'deal', 'face', 'draw', 'take', 'pile', 'meld', 'add', 'combine', 'ask', 'answer', 'discard',
  'stop', 'end', 'over', 'cut', 'undo', 'last-card',
] as const;
export type NewsType = (typeof newsTypes)[number];

/** What the player in turn has to do. */
export const phases = [
  'start', 'answer', 'claim', 'meld', 'last-red', 'ended',
] as const;
export type Phase = (typeof phases)[number];

/** Whether a deal is in play, and whether the game is over. */
export const gameStages = [
  'between', 'playing', 'over',
] as const;
export type GameStage = (typeof gameStages)[number];

/* ---- Lines of a server that are not messages: the game, as one seat is told of it ---- */

/** A contribution to a fair shuffle; null if none came. */
export type SharedPart = string | null;

/** A line of the record or of a snapshot. The engine reads all of it. */
export interface GameLine {
  t: 'game' | 'fair' | 'reveal' | 'deal' | 'cut' | 'face' | 'draw' | 'draws' | 'take' | 'pile' |
    'meld' | 'add' | 'combine' | 'ask' | 'answer' | 'discard' | 'stop' | 'undo' | 'end' | 'over' |
    'view' | 'ended' | 'actions';
  /** Of the event in the table's log. */
  '#'?: number;
}

/** All hands as they were some time ago, for spectators. */
export interface HandsLine {
  t: 'hands';
  '#'?: number;
  /** By seat. */
  hands: Card[][];
}

/* ---- What a seat sees ---- */

/** A table as one seat sees it. */
export interface Page {
  /** Of the last event that was applied. */
  number: number;
  /** Is a game known? */
  has: boolean;
  /** Name of the rule set; "" if it is not known. */
  rules: string;
  /** The score that ends the game. */
  target: number;
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
  /** How many actions of the own turn can be undone without asking the others. */
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
  /** The result, if the game is over. */
  over: GameOver | null;
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
  /** Points of its melded cards, without bonuses. */
  points: number;
  /** Its red threes. */
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
  canasta: '' | 'natural' | 'mixed';
  /** The card on top of a canasta (C7). */
  top: Card | null;
  /** Cards missing for a canasta. */
  missing: number;
  /** "4 sevens and 1 joker; 2 more for a canasta" */
  says: string;
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
   * What a screen reader says now: in the own turn this sentence, at the end of another's turn
   * all of it; otherwise "".
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
}

/** The score of a finished deal. */
export interface SheetDeal {
  deal: number;
  sides: SheetSide[];
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

/** Cut the connection and come back after a wait. */
export interface SessionReconnect {
  is: 'reconnect';
  text: string;
}

/** What became of a wish. */
export interface SessionAnswer {
  is: 'answer';
  /** Of the wish. */
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

/** The token that was kept for the table holds no seat. */
export interface SessionNoToken {
  is: 'no-token';
  text: string;
}

/** Closed for good. */
export interface SessionEnded {
  is: 'ended';
  text: string;
}

/** What the session of a table wants done. */
export type SessionEffect = SessionSend | SessionReconnect | SessionAnswer | SessionRefusal | SessionDeclined | SessionToken | SessionNoToken | SessionEnded;

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

/** How the host has set the table. */
export interface SessionChoices {
  title: string;
  timer: 'none' | 'relaxed' | 'brisk';
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
  /** What an undo would take back; "" if it is not known. */
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

/** How the session of a table stands. */
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
  /** Is an action under way? */
  pending: boolean;
  stage: 'lobby' | 'parts' | 'cut' | 'play' | 'between' | 'over';
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
  /** Did somebody choose the cards of the first deal? */
  arranged: boolean;
  cutter: Seat | null;
  /** Is this person asked to cut? */
  cutting: boolean;
  /** On the deal that ended last. */
  verdict: Verdict | null;
  /** The link of the shared record, or "". */
  record: string;
  /** An action, or "". */
  hint: string;
  hintWhy: string;
  /** All hands, for spectators. */
  openHands: Card[][] | null;
}

/** What an event brought. */
export interface Told {
  /** What is to be done, in this order. */
  effects: SessionEffect[];
  /** The chat since the last answer. */
  said: SessionSaid[];
  /** Nothing said before is known any more. */
  forgot: boolean;
  /** The page may be different. */
  page: boolean;
  state: SessionState;
}

/** What a later page of the seat needs to continue. */
export interface Journal {
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

/** Ask "timer" once at this time, instead of at any before. */
export interface Timer {
  is: 'timer';
  /** 0: not at all. */
  at: number;
}

/** Ask "think" about this decision. */
export interface Think {
  is: 'think';
  decision: number;
  /** Must "value.net" be loaded first? */
  net: boolean;
}

/** What the table wants done. */
export type Effect = Append | Send | Close | Timer | Think;

/** What the table wants done, in this order. */
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
  /** True if nobody waits for the decision any more. */
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

/** What somebody did. */
export interface ReplayStep {
  deal: number;
  seat: Seat | null;
  /** Of the record's line. */
  type: string;
  /** Index into decisions; -1 if it is none. */
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

/** A decision as the best bot judges it. All but done is absent until it is done. */
export interface Judged {
  /** If not, ask again. */
  done: boolean;
  /** Forced: there was one choice. Unknown: the bot did not consider what was played. */
  kind?: 'forced' | 'weighed' | 'unknown';
  best?: string;
  bestText?: string;
  /** Points lost, 0 or more. */
  loss?: number;
  /**
   * Points by which the estimate of what was played is above the best, too uncertain to call it
   * better; 0 or more.
   */
  lead?: number;
  /** Standard error of the estimate. */
  error?: number;
  /** Samples in which what was played was tried. */
  worlds?: number;
  /** Why the best move is good. */
  reason?: string;
}

/* ---- The score of a game with real cards ---- */

/** What a side scored in a deal, as people counted it. What is absent is 0 or false. */
export interface Entry {
  /** Points of all melded cards, without bonuses. */
  melds?: number;
  /** Canastas. */
  natural?: number;
  /** Canastas. */
  mixed?: number;
  /** Red threes. */
  red?: number;
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
  /** What is impossible; it is added up nevertheless. */
  problems: SheetProblem[];
  /** The result, if the game is over. */
  over: Settled | null;
  laws: SheetLaws;
  target: number;
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
  target: number;
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
   * How a form edits it. Other: not at all, because another part of the form says it or no
   * number of players was given.
   */
  form: 'number' | 'switch' | 'choice' | 'rows' | 'other';
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
  /** Group in the form: table, dealing, pack, melds, out, end, score, cite. */
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
  /** What stands before, between and after the cells. */
  words: string[];
  cells: Cell[];
  removable: boolean;
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
  /** What is wrong with it, a sentence, or "". */
  wrong: string;
}

/** The house rules can be used. */
export interface Fine {
  fine: boolean;
}

/** Who plays with whom in a first deal. */
export interface Sides {
  /** Seats by side. */
  sides: Seat[][];
  /** What a bot on each seat is called: "South". */
  places: string[];
}

/** The cards of a numbered deal. */
export interface Deck {
  /** As "make" wants them: two characters a card, in the order in which they are dealt. */
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

/* ---- Questions and their answers ---- */

/** What goes with a question. */
export interface Questions {
  /** Chooses the language of all texts; its catalogue must be loaded. */
  language: {
    language: string;
  };
  /** Begins a session of a table; forgets everything else. */
  begin: {
    /** Milliseconds. */
    now: number;
    /** "": a table is made first. */
    link: string;
    /** The message "make". */
    make?: string;
    name: string;
    /** Absent for a spectator; "" if "token" will tell it. */
    token?: string;
    /** The token may take a seat. */
    isNew: boolean;
    /** The seat wanted. */
    seat?: Seat;
    /** Of a page before. */
    journal?: string;
    highest?: number;
  };
  /** A connection stands. */
  connected: {
    now: number;
    /** 16 fresh bytes in hexadecimal. */
    random: string;
  };
  /** Lines from the server, as they came. */
  heard: {
    now: number;
    /** 16 fresh bytes in hexadecimal. */
    random: string;
    text: string;
  };
  /** The connection is gone. */
  closed: {
    now: number;
    /** 16 fresh bytes in hexadecimal. */
    random: string;
    /** 0 if the server did not say. */
    code: number;
  };
  /** Time passes. */
  tick: {
    now: number;
    /** 16 fresh bytes in hexadecimal. */
    random: string;
  };
  /** What the person wants: a message without id. */
  want: {
    now: number;
    /** 16 fresh bytes in hexadecimal. */
    random: string;
    ticket: number;
    message: string;
  };
  /** The page ends the session. */
  leave: {
    now: number;
    /** 16 fresh bytes in hexadecimal. */
    random: string;
    /** A reason, or "". */
    text: string;
  };
  /** The token of a table in this browser. */
  token: {
    token: string;
  };
  /** What must be kept for a later page? */
  journal: Record<never, never>;
  /** Where may the deck be cut? */
  cuts: Record<never, never>;
  /** What does the seat see? */
  page: Record<never, never>;
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
  takes: Record<never, never>;
  /** Which way to take the pack do these cards mean? */
  claim: {
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
  /** What can I do? */
  options: {
    /** An action to list in any case, if it is legal. */
    also?: string;
  };
  /** What would an undo take back? "" if it is not known any more. */
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
  /** The table after so many steps; the page's number is the step. */
  at: {
    /** 0 is before the first. */
    step: number;
    /** The seat that looks; 'open' shows all hands. */
    seat: Seat | 'open' | null;
  };
  /** Judges a decision, a slice at a time. "value.net" must be loaded. */
  judge: {
    /** Index into decisions. */
    decision: number;
    /** The size of the slice. */
    nodes: number;
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
  /** What is called how? */
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
}

/** What comes back. */
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
  journal: Journal;
  cuts: CutRange;
  page: Page | NoPage;
  check: Checked;
  plans: Plans;
  takes: Takes;
  claim: Take;
  discard: Discard;
  points: Points;
  options: Options;
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
  cuts: 'client',
  page: 'client',
  check: 'client',
  plans: 'client',
  takes: 'client',
  claim: 'client',
  discard: 'client',
  points: 'client',
  options: 'client',
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
} as const;

export type Question = keyof Questions;
export type Part = (typeof partOf)[Question];
/** The questions of one part. */
export type QuestionOf<P extends Part> = {
  [Q in Question]: (typeof partOf)[Q] extends P ? Q : never;
}[Question];
/** What is given with a question: nothing has to be if all of it may be absent. */
export type Given<Q extends Question> = Record<never, never> extends Questions[Q]
  ? [given?: Questions[Q]]
  : [given: Questions[Q]];

/* ---- Messages (docs/PROTOCOL.md) ---- */

/** What a client sends. */
export type ClientLine =
  | { t: 'act'; id: number; at: number; action: string; cards?: Card[]; }
  | { t: 'make'; v: number; id?: number; title?: string; seat?: number; name?: string;
      rules?: string; house?: string; players?: number; timer?: 'none' | 'relaxed' | 'brisk';
      join?: 'all' | 'ask' | 'none'; watch?: boolean; hints?: boolean; listed?: boolean;
      pace?: number; open?: number; deck?: string; }
  | { t: 'list'; v?: number; id?: number; table?: string; }
  | { t: 'hello'; v: number; last?: number; table: string; token?: string; new?: boolean;
      seat?: number; name?: string; watching?: boolean; actions?: boolean; }
  | { t: 'sit'; id: number; token?: string; seat: number; name?: string; }
  | { t: 'rise'; id: number; }
  | { t: 'ready'; id: number; }
  | { t: 'part'; id: number; deal: number; part: string; }
  | { t: 'cut'; id: number; k: number; }
  | { t: 'chat'; id: number; text?: string; phrase?: string; }
  | { t: 'pause'; id: number; yes: boolean; }
  | { t: 'back'; id: number; n?: number; }
  | { t: 'rematch'; id: number; }
  | { t: 'vote'; id: number; on: number; yes: boolean; }
  | { t: 'bot'; id: number; seat: number; level?: string; }
  | { t: 'free'; id: number; seat: number; }
  | { t: 'set'; id: number; title?: string; timer?: 'none' | 'relaxed' | 'brisk';
      join?: 'all' | 'ask' | 'none'; watch?: boolean; hints?: boolean; listed?: boolean;
      pace?: number; open?: number; }
  | { t: 'hint'; id: number; }
  | { t: 'share'; id: number; }
  | { t: 'sheet'; id: number; }
  | { t: 'seats'; id: number; }
  | { t: 'ping'; id?: number; }
  | never;

/** What a server sends. */
export type ServerLine =
  | { t: 'part'; '#'?: number; seat: number; part: string; }
  | { t: 'chat'; '#'?: number; seat?: number; name: string; text?: string; phrase?: string; }
  | { t: 'pause'; '#'?: number; seat?: number; yes: boolean; }
  | { t: 'set'; '#'?: number; title?: string; timer?: 'none' | 'relaxed' | 'brisk';
      join?: 'all' | 'ask' | 'none'; watch?: boolean; hints?: boolean; listed?: boolean;
      pace?: number; open?: number; }
  | { t: 'hint'; id: number; action: string; n?: number; text?: string; why?: string; }
  | { t: 'share'; '#'?: number; link: string; }
  | { t: 'sheet'; deal: number; sides: number[][]; }
  | { t: 'drawn'; '#'?: number; seat: number; to: number; cards: Card[]; }
  | { t: 'pong'; id?: number; }
  | { t: 'listed'; table: string; title?: string; name?: string; rules?: string; house?: string;
      players?: number; arranged?: boolean; watchers?: number;
      stage?: 'lobby' | 'parts' | 'cut' | 'play' | 'between' | 'over'; n?: number; }
  | { t: 'made'; id?: number; table: string; token: string; seat: number; }
  | { t: 'welcome'; v: number; last: number; table: string; token?: string; seat?: number;
      watching?: boolean; done?: number; }
  | { t: 'table'; '#'?: number; title?: string; rules: string; house?: string; players: number;
      timer?: 'none' | 'relaxed' | 'brisk'; join?: 'all' | 'ask' | 'none'; watch?: boolean;
      hints?: boolean; listed?: boolean; pace?: number; open?: number; arranged?: boolean;
      stage?: 'lobby' | 'parts' | 'cut' | 'play' | 'between' | 'over'; }
  | { t: 'seat'; '#'?: number; seat: number; name?: string; host?: boolean; level?: string; }
  | { t: 'here'; seat?: number; here?: 'away' | 'yes' | 'bot'; ready?: boolean; watchers?: number; }
  | { t: 'commit'; '#'?: number; deal: number; hash: string; }
  | { t: 'shuffled'; '#'?: number; seat: number; parts: SharedPart[]; }
  | { t: 'proposal'; seat?: number; name?: string; what: 'back' | 'rematch' | 'sit' | 'open';
      on: number; n?: number; }
  | { t: 'settled'; what: 'back' | 'rematch' | 'sit' | 'open'; on: number; yes: boolean; }
  | { t: 'clock'; seat: number; ms: number; }
  | { t: 'ok'; id: number; at?: number; }
  | { t: 'no'; id?: number; at?: number; text?: string; why: string; law?: string; }
  | { t: 'bye'; why?: string; code: number; }
  | GameLine
  | HandsLine;

/** The lines of one kind. */
export type ServerLineOf<T extends ServerLine['t']> = Extract<ServerLine, { t: T }>;

/* ---- Reading lines ---- */

const unions: Record<string, string> = {
  Card: 'string',
  Kind: 'string',
  Seat: 'number',
  SharedPart: 'string | null',
  SessionEffect: 'SessionSend | SessionReconnect | SessionAnswer | SessionRefusal | SessionDeclined | SessionToken | SessionNoToken | SessionEnded',
};

/** What each kind of line has; "?": it may be absent. */
const serverFields: Record<string, readonly string[]> = {
  part: [ "#?: number", "seat: number", "part: string", ],
  chat: [ "#?: number", "seat?: number", "name: string", "text?: string", "phrase?: string", ],
  pause: [ "#?: number", "seat?: number", "yes: boolean", ],
  set: [ "#?: number", "title?: string", "timer?: 'none' | 'relaxed' | 'brisk'",
    "join?: 'all' | 'ask' | 'none'", "watch?: boolean", "hints?: boolean", "listed?: boolean",
    "pace?: number", "open?: number", ],
  hint: [ "id: number", "action: string", "n?: number", "text?: string", "why?: string", ],
  share: [ "#?: number", "link: string", ],
  sheet: [ "deal: number", "sides: number[][]", ],
  drawn: [ "#?: number", "seat: number", "to: number", "cards: Card[]", ],
  pong: [ "id?: number", ],
  listed: [ "table: string", "title?: string", "name?: string", "rules?: string",
    "house?: string", "players?: number", "arranged?: boolean", "watchers?: number",
    "stage?: 'lobby' | 'parts' | 'cut' | 'play' | 'between' | 'over'", "n?: number", ],
  made: [ "id?: number", "table: string", "token: string", "seat: number", ],
  welcome: [ "v: number", "last: number", "table: string", "token?: string", "seat?: number",
    "watching?: boolean", "done?: number", ],
  table: [ "#?: number", "title?: string", "rules: string", "house?: string", "players: number",
    "timer?: 'none' | 'relaxed' | 'brisk'", "join?: 'all' | 'ask' | 'none'", "watch?: boolean",
    "hints?: boolean", "listed?: boolean", "pace?: number", "open?: number", "arranged?: boolean",
    "stage?: 'lobby' | 'parts' | 'cut' | 'play' | 'between' | 'over'", ],
  seat: [ "#?: number", "seat: number", "name?: string", "host?: boolean", "level?: string", ],
  here: [ "seat?: number", "here?: 'away' | 'yes' | 'bot'", "ready?: boolean",
    "watchers?: number", ],
  commit: [ "#?: number", "deal: number", "hash: string", ],
  shuffled: [ "#?: number", "seat: number", "parts: SharedPart[]", ],
  proposal: [ "seat?: number", "name?: string", "what: 'back' | 'rematch' | 'sit' | 'open'",
    "on: number", "n?: number", ],
  settled: [ "what: 'back' | 'rematch' | 'sit' | 'open'", "on: number", "yes: boolean", ],
  clock: [ "seat: number", "ms: number", ],
  ok: [ "id: number", "at?: number", ],
  no: [ "id?: number", "at?: number", "text?: string", "why: string", "law?: string", ],
  bye: [ "why?: string", "code: number", ],
  game: [ "#?: number", ],
  fair: [ "#?: number", ],
  reveal: [ "#?: number", ],
  deal: [ "#?: number", ],
  cut: [ "#?: number", ],
  face: [ "#?: number", ],
  draw: [ "#?: number", ],
  draws: [ "#?: number", ],
  take: [ "#?: number", ],
  pile: [ "#?: number", ],
  meld: [ "#?: number", ],
  add: [ "#?: number", ],
  combine: [ "#?: number", ],
  ask: [ "#?: number", ],
  answer: [ "#?: number", ],
  discard: [ "#?: number", ],
  stop: [ "#?: number", ],
  undo: [ "#?: number", ],
  end: [ "#?: number", ],
  over: [ "#?: number", ],
  view: [ "#?: number", ],
  ended: [ "#?: number", ],
  actions: [ "#?: number", ],
  hands: [ "#?: number", "hands: Card[][]", ],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOne(value: unknown, type: string): boolean {
  const other = unions[type];
  if (other !== undefined) return isOf(value, other);
  if (type.endsWith('[]'))
    return Array.isArray(value) && value.every((one) => isOf(one, type.slice(0, -2)));
  if (type === 'null') return value === null;
  return type.startsWith("'") ? value === type.slice(1, -1) : typeof value === type;
}

function isOf(value: unknown, type: string): boolean {
  return type.split(' | ').some((one) => isOne(value, one));
}

function hasField(line: Record<string, unknown>, field: string): boolean {
  const [key = '', type = ''] = field.split(': ');
  const name = key.replace('?', '');
  return line[name] === undefined ? name !== key : isOf(line[name], type);
}

function isServerLine(line: unknown): line is ServerLine {
  if (!isObject(line) || typeof line.t !== 'string') return false;
  const fields = Object.hasOwn(serverFields, line.t) ? serverFields[line.t] : undefined;
  return fields !== undefined && fields.every((field) => hasField(line, field));
}

/**
 * A line of a server, checked once, where it enters. null: it is not JSON, of a kind that this page
 * does not know, or lacks what its kind has. Fields that its kind does not have are left alone: a
 * newer server may send more.
 */
export function parseServerLine(text: string): ServerLine | null {
  try {
    const line: unknown = JSON.parse(text);
    return isServerLine(line) ? line : null;
  } catch {
    return null;
  }
}
