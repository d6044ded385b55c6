import { expect, test } from 'vitest';
import { pack, unpack } from '../src/core/pack';
import { plain, whole } from '../src/core/plain';
import { linkIn } from '../src/table/link';

test('a text round-trips, and fits in an address', async () => {
  const text = '{"t":"draw","seat":1}\n'.repeat(500) + 'ü♣';
  const packed = await pack(text);
  expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(packed.length).toBeLessThan(text.length / 10);
  expect(await unpack(packed)).toBe(text);
});

test('a link is found in what people paste', () => {
  const link = '0123456789abcdef0123456789abcdef';
  for (const text of [
    link,
    `https://a.example/${link}`,
    ` https://a.example/x/${link}\n`,
    `Come: http://a/#/table/${link} !`,
  ])
    expect(linkIn(text)).toBe(link);
  for (const text of ['', 'https://a.example/', `${link}0`, link.slice(1)])
    expect(linkIn(text)).toBeNull();
});

test('a link that unpacks to more than any game is refused', async () => {
  await expect(unpack(await pack(' '.repeat(1 << 25)))).rejects.toThrow(RangeError);
});

test('characters that hide or reverse text are removed', () => {
  expect(plain('An\u202en\u200b a\ud800\u0000')).toBe('Ann a');
  expect(plain('e\u0301\u0302\u0303\u0304 x\n y')).toBe('e\u0301\u0302 x y');
  expect(plain('Zoë & <b>Bruno</b>')).toBe('Zoë & <b>Bruno</b>');
  expect(whole('pile = 1\nx\udc00\u0000')).toBe('pile = 1\nx');
});
