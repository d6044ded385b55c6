import { expect, test } from 'vitest';
import { pack, unpack } from '../src/core/pack';
import { linkIn } from '../src/table/link';

test('a text comes out as it went in, and fits an address', async () => {
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
  for (const text of ['', 'https://a.example/', `${link}0`, link.slice(1)]) expect(linkIn(text)).toBeNull();
});
