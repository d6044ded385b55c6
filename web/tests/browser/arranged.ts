/** A deal whose cards are known: the address that begins it, as players share it. */
import { deflateRawSync } from 'node:zlib';

const suits = [...'A23456789TJQK'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
const pack = [...suits, 'Xr', 'Xb'];
const cards = [...pack, ...pack];

interface Arrangement {
  /** The Laws of 1950 unless given. */
  rules?: string;
  packs?: number;
  house?: string;
  /** The rules turn a card up. */
  upcard?: boolean;
  players?: number;
  /** The second hand of who plays first. */
  second?: string[];
}

/** Who plays first is dealt these cards and draws these. */
export function arrangedDeal(
  first: string[],
  drawn: string,
  {
    rules = 'laws1950',
    packs = 2,
    house = '',
    upcard = true,
    players = 4,
    second = [],
  }: Arrangement = {},
): string {
  const rest = Array.from({ length: packs }, () => pack).flat();
  const take = (card: string): string => {
    const at = rest.indexOf(card);
    if (at < 0) throw new Error(`no more ${card}`);
    return rest.splice(at, 1)[0]!;
  };
  const own = first.map(take);
  const later = second.map(take);
  const next = drawn.split(' ').map(take);
  /* The other hands have nothing that changes the turn: wild cards and threes that are faced are at
   * the bottom of the stock. */
  const special = rules === 'laws1950' && house === '' ? /^[2X]|^3[dh]/ : /^[2X3]/;
  const plain = rest.filter((card) => !special.test(card));
  const others = rest.filter((card) => special.test(card));
  const dealt = [...own, ...later].flatMap((card) => [card, ...plain.splice(0, players - 1)]);
  const turned = upcard ? [plain.pop()!] : [];
  const deck = [...dealt, ...turned, ...next, ...plain, ...others].join('');
  const told = { v: 1, rules, house, players, deck, number: '', results: [] };
  return `./#/again/z/${deflateRawSync(JSON.stringify(told)).toString('base64url')}`;
}

/** By the Laws of 1950 and these house rules: the hands by seat from who plays first, the upcard,
 * and the next cards of the stock. */
export function dealOf(hands: string[], upcard: string, stock: string, house: string): string {
  const rest = [...cards];
  const take = (text: string): string[] =>
    text.split(' ').map((card) => rest.splice(rest.indexOf(card), 1)[0]!);
  const held = hands.map(take);
  const dealt = held[0]!.flatMap((_, at) => held.map((hand) => hand[at]!));
  const deck = [...dealt, ...take(upcard), ...take(stock)];
  const told = {
    v: 1,
    rules: 'laws1950',
    house,
    players: hands.length,
    deck: [...deck, ...rest].join(''),
    number: '',
    results: [],
  };
  return `./#/again/z/${deflateRawSync(JSON.stringify(told)).toString('base64url')}`;
}

/** Eleven cards that can all be melded: with any card drawn their holder goes out immediately. */
export const outAtOnce = ['Kc', 'Kd', 'Kh', 'Ks', 'Kc', 'Kd', 'Kh', 'Qc', 'Qd', 'Qh', 'Qs'];
