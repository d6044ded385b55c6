/**
 * The cards of the guided deal, and what the bots do in it. A player who follows the lessons meets
 * one idea per turn. After any other move the game continues, and bots think normally once their
 * script no longer fits.
 */

/** By seat, in the order in which they are dealt. The learner's seat is the first and plays
 * first. */
const hands = [
  'Kh Ks Ah Ad 9c 9d 7s 7h Jd 4d 5c',
  '7d 9h Td 6s 4s 5s Qh Ts 6d 8s Qc',
  'Kd Kh 9s Js 8h Th 6h 5h Qs 4c 8c',
  'Jc Kc 8s Qd Tc 4h 6s Th 4c 5c 8h',
].map((hand) => hand.split(' '));

/** The upcard, then the stock, one line per round. In the third the learner takes the pack and does
 * not draw. */
const drawn = `5d
  6c 8d 4d 6d
  Ac Qs 5s 8c
     Ts 6h Qh
  Xr 4h Qd Tc
  3h 8d 6c 5d Qc
  Ks Td 4s Jh
  7c`.split(/\s+/);

const pack = [...'A23456789TJQK'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

/** In the form of "make". Cards not listed above are at the bottom of the stock. */
export function guidedDeck(): string {
  const rest = [...pack, 'Xr', 'Xb', ...pack, 'Xr', 'Xb'];
  const dealt = (hands[0] ?? []).flatMap((_, at) => hands.flatMap((hand) => hand[at] ?? []));
  const first = [...dealt, ...drawn];
  for (const card of first) {
    const at = rest.indexOf(card);
    if (at < 0) throw new Error(`a third ${card}`);
    rest.splice(at, 1);
  }
  return [...first, ...rest].join('');
}

const discards = (...kinds: string[]): string[] =>
  kinds.flatMap((kind) => ['draw', `discard ${kind}`]);

/** By seat. The partner adds two kings to those of the pack. */
export const guidedBots: readonly (readonly string[])[] = [
  [],
  discards('7', '9', 'T', '6', '4', '5'),
  [
    ...discards('9', 'J', '8'),
    ...['draw', 'add 1 2 0 0', 'add 0 2 0 0', 'discard T'],
    ...discards('6', '5'),
  ],
  discards('J', 'K', '8', 'Q', 'T', '4'),
];
