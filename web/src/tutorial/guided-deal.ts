/**
 * A guided deal is data: its cards, what the bots do in it, and a lesson for each moment. A player
 * who follows the lessons meets one idea at a time. After any other move the game continues: bots
 * think normally once their script no longer fits, and the lessons for any deal apply
 * (lessons.ts).
 */

import type { Card, Kind, NewsType } from '../core/contract/lists';

/** What a lesson explains. `cards` are in the learner's hand, `red` and `melds` belong to the
 * learner's side; `meld` is its meld of a kind, X for wild cards. `rank`: the cards of the first of
 * these ranks that the hand has, and their meld if there is one. `rest`: all cards of the hand. */
export type Place =
  | { at: 'stock' | 'pack' | 'red' | 'hand' | 'melds' }
  | { at: 'meld'; kind: Kind }
  | { at: 'rank'; ranks: readonly string[] }
  | { at: 'rest' }
  | { at: 'cards'; cards: readonly Card[] };

/** Everything that is given must be so. */
export interface When {
  /** The hand has all of these. */
  holds?: readonly Card[];
  /** The hand has this many cards besides those of some ranks, of which it has at least one. */
  besides?: { ranks: readonly string[]; cards: number };
  /** The hand has this many cards. */
  hand?: number;
  /** The learner can take the pack with this card on top. */
  takes?: Card;
  /** The pack has this card on top. */
  tops?: Card;
  /** The learner can take the pack, or cannot. */
  takeable?: boolean;
  /** By kind: how many cards the meld of the learner's side has; 0: there is none. */
  melds?: Readonly<Partial<Record<Kind, number>>>;
  /** How many threes the learner's side has faced. */
  threes?: number;
  /** The learner's side has at least this many canastas. */
  canastas?: number;
  /** The learner's side has opened, or has not. */
  opened?: boolean;
}

/** A lesson of the script. */
export interface Step {
  key: string;
  law: string;
  /** How many turns the learner has finished. */
  turn: number;
  phase: 'start' | 'meld';
  places: readonly Place[];
  when?: When;
  /** Only to be read; there is nothing to do. */
  reads?: boolean;
}

/** An idea that the learner has met once one of these is so. */
export interface Chapter {
  key: string;
  did?: readonly NewsType[];
  when?: When;
  /** A wild card lies in a meld of the learner's side. */
  wild?: boolean;
  threes?: boolean;
  scored?: boolean;
}

export interface GuidedDeal {
  /** The rule set. */
  rules: string;
  /** Its sentences are web.learn.WORDS…: the page's and those of general lessons in `own`, and
   * web.learn.WORDSguide.KEY for the steps. */
  words: string;
  /** By seat, in the order in which they are dealt. The learner's seat is the first and plays
   * first. */
  hands: readonly string[];
  /** What follows in the order in which it leaves the stock: the upcard, where one is turned, then
   * the draws. */
  stock: string;
  /** By seat: what the bot does as long as it is legal. */
  bots: readonly (readonly string[])[];
  steps: readonly Step[];
  chapters: readonly Chapter[];
  /** General lessons that have sentences of their own in these rules, with their article. */
  own: Readonly<Record<string, string>>;
}

const pack = [...'A23456789TJQK'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

const listed = (cards: string): string[] => cards.trim().split(/\s+/);

/** The two packs and four jokers in the form of "make". Cards that the deal does not list are at
 * the bottom of the stock. */
export function deckOf(deal: GuidedDeal): string {
  const hands = deal.hands.map(listed);
  const rest = [...pack, 'Xr', 'Xb', ...pack, 'Xr', 'Xb'];
  const dealt = (hands[0] ?? []).flatMap((_, at) => hands.flatMap((hand) => hand[at] ?? []));
  const first = [...dealt, ...listed(deal.stock)];
  for (const card of first) {
    const at = rest.indexOf(card);
    if (at < 0) throw new Error(`a third ${card}`);
    rest.splice(at, 1);
  }
  return [...first, ...rest].join('');
}

/** Draws and discards, one turn each. */
export const discards = (...kinds: string[]): string[] =>
  kinds.flatMap((kind) => ['draw', `discard ${kind}`]);

export const cards = (...names: Card[]): Place => ({ at: 'cards', cards: names });
