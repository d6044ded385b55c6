/** How the weights of the nets travel. */

import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packNet, unpackNet } from '../src/core/net';
import { hasModule, net } from './module';

test('every 16-bit number comes back', () => {
  const all = new Uint8Array(new Uint16Array(65536).map((_, i) => i).buffer);
  expect(unpackNet(packNet(all))).toEqual(all);
  expect([...packNet(new Uint8Array(new Int16Array([0, -1, 1, -300]).buffer))]).toEqual([
    0, 1, 2, 87, 0, 0, 0, 2,
  ]);
  fc.assert(
    fc.property(fc.int16Array(), (numbers) => {
      const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
      expect(unpackNet(packNet(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
});

test.skipIf(!hasModule)('a browser gets at most 1 MB of weights', () => {
  expect(Buffer.compare(unpackNet(packNet(net())), net())).toBe(0);
  expect(gzipSync(packNet(net()), { level: 9 }).length).toBeLessThan(1_000_000);
});
