/** The service worker's script changes whenever the files that it caches change. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
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

test('a notification leads to the page of its table, or opens one', async () => {
  const link = '0123456789abcdef0123456789abcdef';
  const handlers: Record<string, (event: object) => void> = {};
  const done: string[] = [];
  const page = (url: string) => ({ url, focus: () => done.push(`focus ${url}`) });
  const pages = [page('https://a.org/canasta/#/daily')];
  const self = {
    registration: { scope: 'https://a.org/canasta/' },
    addEventListener: (kind: string, handler: (event: object) => void) => {
      handlers[kind] = handler;
    },
    clients: {
      matchAll: () => Promise.resolve(pages),
      openWindow: (url: string) => done.push(`open ${url}`),
    },
  };
  runInNewContext(script('1'), { self, URL });
  const press = async (): Promise<void> => {
    let waited: Promise<unknown> = Promise.resolve();
    handlers.notificationclick!({
      notification: { data: link, close: () => done.push('close') },
      waitUntil: (work: Promise<unknown>) => (waited = work),
    });
    await waited;
  };
  await press();
  pages.push(page(`https://a.org/canasta/${link}#/`));
  await press();
  expect(done).toEqual([
    'close',
    `open https://a.org/canasta/${link}`,
    'close',
    `focus https://a.org/canasta/${link}#/`,
  ]);
});
