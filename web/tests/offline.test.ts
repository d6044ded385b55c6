/** The service worker's script changes whenever the files that it caches change. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offline } from '../vite/offline';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canasta-'));
  cpSync(fileURLToPath(new URL('../public', import.meta.url)), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Hooks {
  configResolved(config: { publicDir: string }): void;
  generateBundle: {
    handler(this: { emitFile(file: { source: string }): void }, _: unknown, bundle: object): void;
  };
}

function script(code: string): string {
  const plugin = offline() as unknown as Hooks;
  let told = '';
  const context = {
    emitFile({ source }: { source: string }) {
      told = source;
    },
  };
  plugin.configResolved({ publicDir: folder });
  plugin.generateBundle.handler.call(context, null, { 'assets/a.js': { type: 'chunk', code } });
  return told;
}

test.each(['manifest.webmanifest', 'icons/icon-192.png'])(
  '%s counts as the bundle does',
  (name) => {
    const before = script('1');
    expect(script('1')).toBe(before);
    expect(script('2')).not.toBe(before);
    writeFileSync(join(folder, name), 'another');
    expect(script('1')).not.toBe(before);
  },
);
