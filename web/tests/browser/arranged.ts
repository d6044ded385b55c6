/** A deal whose cards are known: the address that begins it, as players share it. */
import { deflateRawSync } from 'node:zlib';

const pack = [...'A23456789TJQK'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
const cards = [...pack, 'Xr', 'Xb', ...pack, 'Xr', 'Xb'];

/** For four players by the Laws of 1950. Who plays first is dealt these cards, and draws this one.
 */
export function arrangedDeal(first: string[], drawn: string): string {
  const rest = [...cards];
  const take = (card: string): string => {
    const at = rest.indexOf(card);
    if (at < 0) throw new Error(`no more ${card}`);
    return rest.splice(at, 1)[0]!;
  };
  const own = first.map(take);
  const next = take(drawn);
  /* The other hands have nothing that changes the turn: wild cards and red threes are at the bottom
   * of the stock. */
  const plain = rest.filter((card) => !/^[2X]|^3[dh]/.test(card));
  const special = rest.filter((card) => !plain.includes(card));
  const dealt = own.flatMap((card) => [card, ...plain.splice(0, 3)]);
  const deck = [...dealt, plain.pop()!, next, ...plain, ...special].join('');
  const told = { v: 1, rules: 'laws1950', house: '', players: 4, deck, number: '', results: [] };
  return `./#/again/z/${deflateRawSync(JSON.stringify(told)).toString('base64url')}`;
}

/** Eleven cards that can all be melded: with any card drawn their holder goes out immediately. */
export const outAtOnce = ['Kc', 'Kd', 'Kh', 'Ks', 'Kc', 'Kd', 'Kh', 'Qc', 'Qd', 'Qh', 'Qs'];
