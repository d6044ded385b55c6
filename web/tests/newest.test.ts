/** What a browser keeps, one value per table, does not grow for ever. */

import { beforeEach, expect, test, vi } from 'vitest';
import { keepNewest } from '../src/core/newest';
import { Storage } from './storage';

let storage = new Storage();
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('localStorage', storage);
});

const names = (start: string): string[] =>
  Object.keys(storage)
    .filter((key) => key.startsWith(start + '.'))
    .sort();

test('the newest are kept, and using one again makes it new', () => {
  for (const name of ['a', 'b', 'c', 'a', 'd']) keepNewest('x', name, name.toUpperCase(), 3);
  expect(names('x')).toEqual(['x.a', 'x.c', 'x.d']);
  expect(storage.getItem('x.a')).toBe('A');
  storage.removeItem('x.c');
  keepNewest('x', 'e', 'E', 3);
  expect(names('x')).toEqual(['x.a', 'x.d', 'x.e']);
});

test('entries without an order are deleted first, and nothing else is changed', () => {
  for (const key of ['x.old', 'x.older', 'y.one', 'xs.two']) storage.setItem(key, key);
  keepNewest('x', 'a', '', 2);
  expect(names('x')).toHaveLength(2);
  keepNewest('x', 'b', '', 2);
  expect(names('x')).toEqual(['x.a', 'x.b']);
  expect([storage.getItem('y.one'), storage.getItem('xs.two')]).toEqual(['y.one', 'xs.two']);
});

test('an invalid order is replaced', () => {
  for (const order of ['{"a":1}', 'no list', '[1, null]']) {
    storage.setItem('xs', order);
    for (const name of ['a', 'b']) keepNewest('x', name, '', 1);
    expect(names('x')).toEqual(['x.b']);
  }
});
