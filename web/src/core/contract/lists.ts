/**
 * Cards, and the lists of words that the engine, the table and the pages share. Printed by
 * tools/contract.c from src/pages/schema.def and src/protocol/message.c; do not edit it.
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
  'NOT_ASKED', 'ANSWER_FIRST', 'MUST_TAKE', 'LAST_RED_THREE', 'CONTRACT', 'CONTRACT_SPOILED',
  'NOTHING_TO_FACE', 'NO_SPECIAL_HAND', 'UNKNOWN_HAND', 'HAND_TOO_LATE', 'FACE_LATER',
  'BONUS_CARD_HELD', 'BONUS_CARD_MELDED', 'BONUS_CARD_DISCARDED', 'DEAD_RANK', 'MELD_TOO_LARGE',
  'PURE', 'PURE_AFTER_OPENING', 'PURE_CLAIMED', 'WILDS_NOT_FEWER', 'WILD_NEEDS_NATURALS',
  'WILDS_LOCKED', 'WILD_MELD_SHAPE', 'SECOND_MELD_UNFINISHED', 'OPENING_MIXED',
  'OPENING_NATURAL_MELD', 'OPENING_NATURAL_OR_WILD', 'OPENING_THREE_NATURALS',
  'DISCARD_EMPTY_PILE', 'DISCARD_DEAD', 'DISCARD_WILD', 'DISCARD_WAITS', 'LAST_DISCARD_BARS',
  'OUT_BARS', 'OUT_BARS_WILD', 'CONSENT', 'SECOND_HAND_WAITS', 'PARTNER_HAND_WAITS',
  'ASK_TWICE_IN_DEAL', 'BLACK_THREES_NEVER', 'INSIST_LEGAL', 'INSIST_NOTHING', 'NO_RED_THREE',
  'FACE_WAITS', 'RED_THREE_KEPT', 'RED_THREE_ASK', 'EXPOSED_FIRST', 'NO_TAKE', 'SHORT_TURN',
  'SHORT_TURN_STOP', 'MUST_GO_OUT_RULED', 'DECIDE_FIRST', 'NO_DECISION', 'CALL_LATER',
  'CALL_WATCHFUL',
] as const;
export type RefusalId = (typeof refusalIds)[number];

/** Why a table refuses something or ends a connection. */
export const reasonCodes = [
  'json', 'object', 'kind', 'field', 'value', 'missing', 'version', 'long', 'hello', 'no-deal',
  'no-cut', 'no-game', 'not-over', 'playing', 'turn', 'late', 'old', 'paused', 'given', 'pledge',
  'absent', 'gone', 'host', 'seat', 'seated', 'watching', 'token', 'name', 'full', 'join', 'ask',
  'watch', 'crowd', 'cards', 'cut', 'back', 'level', 'hints', 'busy', 'rules', 'house', 'away',
  'hand', 'players', 'storage', 'table', 'damaged', 'memory', 'taken', 'restart', 'slow', 'chat',
  'chairs', 'deck', 'deal', 'lost', 'day', 'play',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** What a side scores in a deal, in the order of a score sheet. */
export const scoreItems = [
  'melds', 'canastas', 'red', 'out', 'concealed', 'hands', 'bonus', 'undeclared', 'other',
  'penalties', 'special',
] as const;
export type ScoreItem = (typeof scoreItems)[number];

/** Items that score sheets show even if they are 0. */
export const shownItems = [
  'melds', 'canastas', 'red', 'hands',
] as const;
export type ShownItem = (typeof shownItems)[number];

/** Items that are left out if they are 0. */
export const rareItems = [
  'undeclared', 'other', 'penalties', 'special',
] as const;
export type RareItem = (typeof rareItems)[number];

/** What can happen in a deal. */
export const newsTypes = [
  'deal', 'face', 'draw', 'take', 'pile', 'meld', 'add', 'combine', 'ask', 'answer', 'discard',
  'stop', 'end', 'over', 'talon', 'pick', 'hand', 'irregular', 'call', 'require', 'peek', 'hold',
  'expose', 'lapse', 'back', 'ruling', 'owe', 'stock', 'reopen', 'unlay', 'bound', 'cut', 'undo',
  'last-card',
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
