/** The guided deal of the classic game. */

import { cards, discards, type GuidedDeal } from '../guided-deal';

/** What is left at the end goes together. */
const last = ['9', '7', 'J'];

/** What the pack brings, with the cards of the hand that it goes with. */
const held = ['7s', '7h', '7d', '9c', '9d', '9h', '9s', 'Jd', 'Jc', 'Js'];

export const laws1950: GuidedDeal = {
  rules: 'laws1950',
  words: '',
  hands: [
    'Kh Ks Ah Ad 9c 9d 7s 7h Jd 4d 5c',
    '7d 9h Td 6s 4s 5s Qh Ts 6d 8s Qc',
    'Kd Kh 9s Js 8h Th 6h 5h Qs 4c 8c',
    'Jc Kc 8s Qd Tc 4h 6s Th 4c 5c 8h',
  ],
  /* One line per round. In the third the learner takes the pack and does not draw. */
  stock: `5d
    6c 8d 4d 6d
    Ac Qs 5s 8c
       Ts 6h Qh
    Xr 4h Qd Tc
    3h 8d 6c 5d Qc
    Ks Td 4s Jh
    7c`,
  bots: [
    [],
    discards('7', '9', 'T', '6', '4', '5'),
    /* The partner adds two kings to those of the pack. */
    [
      ...discards('9', 'J', '8'),
      ...['draw', 'add 1 2 0 0', 'add 0 2 0 0', 'discard T'],
      ...discards('6', '5'),
    ],
    discards('J', 'K', '8', 'Q', 'T', '4'),
  ],
  steps: [
    {
      key: 'hand',
      law: 'L17',
      turn: 0,
      phase: 'start',
      places: [cards('Kh', 'Ks', 'Ah', 'Ad', '9c', '9d', '7s', '7h')],
      reads: true,
    },
    { key: 'draw', law: 'L15', turn: 0, phase: 'start', places: [{ at: 'stock' }] },
    {
      key: 'discard',
      law: 'L16',
      turn: 0,
      phase: 'meld',
      places: [cards('4d')],
      when: { holds: ['4d'] },
    },
    { key: 'again', law: 'L15', turn: 1, phase: 'start', places: [{ at: 'stock' }] },
    {
      key: 'first',
      law: 'L26',
      turn: 1,
      phase: 'meld',
      places: [cards('Ah', 'Ad', 'Ac')],
      when: { opened: false, holds: ['Ah', 'Ad', 'Ac'] },
    },
    {
      key: 'first.end',
      law: 'L28',
      turn: 1,
      phase: 'meld',
      places: [cards('6c')],
      when: { opened: true, holds: ['6c'] },
    },
    {
      key: 'pack',
      law: 'L32',
      turn: 2,
      phase: 'start',
      places: [{ at: 'pack' }, cards('Kh', 'Ks')],
      when: { takes: 'Kc', holds: ['Kh', 'Ks'] },
    },
    {
      key: 'pack.held',
      law: 'L28',
      turn: 2,
      phase: 'meld',
      places: [cards(...held)],
      when: { melds: { K: 3 }, holds: held },
      reads: true,
    },
    {
      key: 'pack.end',
      law: 'L16',
      turn: 2,
      phase: 'meld',
      places: [cards('4d')],
      when: { melds: { K: 3 }, holds: ['4d'] },
    },
    {
      key: 'open',
      law: 'L32',
      turn: 3,
      phase: 'start',
      places: [{ at: 'stock' }],
      when: { opened: true, tops: '8s' },
    },
    {
      key: 'wild',
      law: 'L18',
      turn: 3,
      phase: 'meld',
      places: [cards('Xr'), { at: 'meld', kind: 'K' }],
      when: { melds: { K: 3 }, holds: ['Xr'] },
    },
    {
      key: 'freeze',
      law: 'L30',
      turn: 3,
      phase: 'meld',
      places: [{ at: 'pack' }],
      when: { melds: { K: 4 } },
      reads: true,
    },
    {
      key: 'wild.end',
      law: 'L16',
      turn: 3,
      phase: 'meld',
      places: [cards('6c')],
      when: { melds: { K: 4 }, holds: ['6c'] },
    },
    {
      key: 'partner',
      law: 'L20',
      turn: 4,
      phase: 'start',
      places: [{ at: 'meld', kind: 'K' }],
      when: { melds: { K: 6 } },
      reads: true,
    },
    {
      key: 'later',
      law: 'L15',
      turn: 4,
      phase: 'start',
      places: [{ at: 'stock' }],
      when: { takeable: false },
    },
    {
      key: 'red',
      law: 'L12',
      turn: 4,
      phase: 'meld',
      places: [{ at: 'red' }],
      when: { threes: 1 },
      reads: true,
    },
    {
      key: 'black',
      law: 'L34',
      turn: 4,
      phase: 'meld',
      places: [{ at: 'pack' }],
      when: { threes: 1 },
      reads: true,
    },
    {
      key: 'red.end',
      law: 'L16',
      turn: 4,
      phase: 'meld',
      places: [cards('8d')],
      when: { threes: 1, holds: ['8d'] },
    },
    {
      key: 'later',
      law: 'L15',
      turn: 5,
      phase: 'start',
      places: [{ at: 'stock' }],
      when: { takeable: false },
    },
    {
      key: 'canasta',
      law: 'L22',
      turn: 5,
      phase: 'meld',
      places: [cards('Ks'), { at: 'meld', kind: 'K' }],
      when: { melds: { K: 6 }, holds: ['Ks'] },
    },
    {
      key: 'canasta.end',
      law: 'L23',
      turn: 5,
      phase: 'meld',
      places: [{ at: 'meld', kind: 'K' }],
      when: { melds: { K: 7 } },
      reads: true,
    },
    {
      key: 'canasta.discard',
      law: 'L38',
      turn: 5,
      phase: 'meld',
      places: [cards('5c')],
      when: { melds: { K: 7 }, holds: ['5c'] },
    },
    {
      key: 'later',
      law: 'L15',
      turn: 6,
      phase: 'start',
      places: [{ at: 'stock' }],
      when: { takeable: false },
    },
    {
      key: 'last',
      law: 'L39',
      turn: 6,
      phase: 'meld',
      places: [{ at: 'rest' }],
      when: { canastas: 1, hand: 1 },
    },
    {
      key: 'out',
      law: 'L38',
      turn: 6,
      phase: 'meld',
      places: [{ at: 'rank', ranks: last }],
      when: { canastas: 1, besides: { ranks: last, cards: 1 } },
    },
  ],
  chapters: [
    { key: 'draw', did: ['draw', 'take'] },
    { key: 'discard', did: ['discard'] },
    { key: 'meld', when: { opened: true } },
    { key: 'pack', did: ['take'] },
    { key: 'wild', wild: true },
    { key: 'red', threes: true },
    { key: 'canasta', when: { canastas: 1 } },
    { key: 'end', scored: true },
  ],
  own: {},
};
