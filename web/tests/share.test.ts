import fc from 'fast-check';
import { expect, test } from 'vitest';
import { share } from '../src/core/share';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('two values share what they have in common', () => {
  const old = { a: { b: [1, 2], c: 'x' }, d: [{ e: 1 }, { e: 2 }] };
  const now = share(old, { a: { b: [1, 2], c: 'y' }, d: [{ e: 1 }, { e: 3 }, { e: 4 }] });
  expect(now).toEqual({ a: { b: [1, 2], c: 'y' }, d: [{ e: 1 }, { e: 3 }, { e: 4 }] });
  expect(now.a.b).toBe(old.a.b);
  expect(now.d[0]).toBe(old.d[0]);
  expect(now).not.toBe(old);
});

test('what lacks a part, or has one more, is not the same', () => {
  expect(share({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
  expect(share([1, 2], [1])).toEqual([1]);
  expect(share({ a: 1 }, [1])).toEqual([1]);
  expect(share(null, {})).toEqual({});
});

test('any value stays what it is, and an equal one becomes the old one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const old = { one: copy(one), both: [copy(one), copy(other)] };
      const wanted = { one: copy(other), both: [copy(one), copy(one)] };
      const before = copy(old);
      expect(share(old, copy(wanted))).toEqual(wanted);
      expect(old).toEqual(before);
      expect(share(old, copy(old))).toBe(old);
    }),
  );
});
