/** Lines of a server are checked where they enter (core/contract/reader.ts). */

import { describe, expect, test } from 'vitest';
import type { ServerLine } from '../src/core/contract/messages';
import { parseServerLine } from '../src/core/contract/reader';

const read = (line: object): ServerLine | null => parseServerLine(JSON.stringify(line));

describe('a line of a server', () => {
  test('is accepted if it has its kind’s fields', () => {
    const welcome = { t: 'welcome', v: 2, table: '00', last: 5, seat: 1 };
    expect(read(welcome)).toEqual(welcome);
    expect(read({ t: 'pong' })).toEqual({ t: 'pong' });
    expect(read({ t: 'pledged', seat: 0, pledges: [null, '00'] })).not.toBeNull();
    expect(read({ t: 'hands', hands: [['7h'], []] })).not.toBeNull();
  });

  test('may have fields unknown to this page', () => {
    expect(read({ t: 'pong', weather: 'fine' })).not.toBeNull();
    expect(read({ t: 'draw', '#': 9, seat: 0, cards: ['7h'] })).not.toBeNull();
  });

  test.each([
    { t: 'welcome', v: 2, table: '00' },
    { t: 'welcome', v: '1', table: '00', last: 5 },
    { t: 'welcome', v: 2, table: null, last: 5 },
    { t: 'here', here: 'gone' },
    { t: 'pledged', seat: 0, pledges: [0] },
    { t: 'hands', hands: ['7h'] },
    { t: 'draw', '#': 'nine' },
    { t: 'weather' },
    { t: 'constructor' },
    { seat: 0 },
    [],
  ])('is none: %j', (line) => {
    expect(read(line)).toBeNull();
  });

  test.each(['', '{', 'null', '7', '"welcome"', '[{"t":"pong"}]'])('is none: %s', (text) => {
    expect(parseServerLine(text)).toBeNull();
  });
});
