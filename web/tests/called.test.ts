/** Players of the same cards have names in the reader's language, and none is mistaken. */

import { expect, test, vi } from 'vitest';
import { called } from '../src/review/called';
import type { Result } from '../src/review/description';

vi.mock('../src/core/core', () => ({}));
vi.mock('../src/settings.svelte', () => ({ settings: { language: 'es' } }));
vi.mock('../src/words.svelte', () => ({
  t: (key: string, ...args: (string | number)[]) => {
    if (key === 'list.and') return args.join(' y ');
    if (key === 'web.you') return 'Tú';
    return args.join(' ');
  },
}));

const seating = {
  sides: [
    [0, 2],
    [1, 3],
  ],
  places: ['Sur', 'Oeste', 'Norte', 'Este'],
};
function result(names: string[][], bottom?: number): Result {
  return { names, sides: [], ...(bottom !== undefined && { bottom }) };
}
const nobody = [
  ['', ''],
  ['', ''],
];

test('a player without a name is named by the place, and the reader is "you"', () => {
  const names = called(
    [
      result([
        ['Ana', ''],
        ['', ''],
      ]),
      result(nobody),
    ],
    seating,
    { result: 1, seat: 0 },
  );
  expect(names).toEqual(
    [
      ['Ana y Norte', 'Oeste y Este'],
      ['Tú y Norte', 'Oeste y Este'],
    ].map(([own = '', others = ''], index) => [own, `${others} ${String(index + 1)}`]),
  );
});

test('places are seen from where the first person sat', () => {
  expect(
    called(
      [
        result(
          [
            ['', ''],
            ['Ana', ''],
          ],
          1,
        ),
      ],
      seating,
    ),
  ).toEqual([['Este y Oeste', 'Ana y Norte']]);
});

test('tables whose sides have the same names are numbered', () => {
  expect(called([result(nobody), result(nobody)], seating)).toEqual([
    ['Sur y Norte 1', 'Oeste y Este 1'],
    ['Sur y Norte 2', 'Oeste y Este 2'],
  ]);
});

test('two players of the same name have their seats added', () => {
  expect(
    called(
      [
        result([
          ['Ana', ''],
          ['Ana', ''],
        ]),
      ],
      seating,
    ),
  ).toEqual([['Ana 1 y Norte', 'Ana 2 y Este']]);
});
