/** Notifications: one when a turn comes while nobody looks, through the worker if there is one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Turn } from '../src/table/turns';

const link = '0123456789abcdef0123456789abcdef';
const turn = (state: Turn['state'], title = ''): Turn => ({
  place: { link, touched: 0, rules: '', title: '', names: ['Ben', 'Cleo'], over: false },
  state,
  ends: null,
  title,
});

let turns: Turn[] = [];
let seen = 'hidden';
let beat: () => void = () => undefined;
let shown: [string, NotificationOptions][] = [];
let kept: Map<string, string>;

class Shown {
  static permission = 'granted';
  static requestPermission = () => Promise.resolve(Shown.permission);
  onclick: (() => void) | null = null;
  constructor(title: string, options: NotificationOptions) {
    shown.push([title, options]);
  }
}

vi.mock('../src/table/turns', async (original) => ({
  ...(await original<typeof import('../src/table/turns')>()),
  turnsNow: () => Promise.resolve(turns),
}));
vi.mock('../src/settings.svelte', () => ({ settings: { language: 'en' } }));
vi.mock('../src/words.svelte', () => ({
  t: (key: string) => key,
  wholeWords: () => Promise.resolve(),
}));

beforeEach(() => {
  [turns, seen, shown, kept] = [[], 'hidden', [], new Map()];
  Shown.permission = 'granted';
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  vi.stubGlobal('window', { Notification: Shown });
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', {
    get visibilityState() {
      return seen;
    },
    addEventListener: () => undefined,
  });
  vi.stubGlobal('setInterval', (work: () => void) => {
    beat = work;
    return 1;
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function passes(): Promise<void> {
  beat();
  await vi.dynamicImportSettled();
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

test('a turn that comes unseen is told once, with its table', async () => {
  const { setTells, tells } = await import('../src/table/tell-turns');
  expect(await setTells(true)).toBe(true);
  expect(tells()).toBe(true);
  turns = [turn('others')];
  await passes();
  expect(shown).toEqual([]);
  turns = [turn('mine', 'Friday')];
  await passes();
  await passes();
  expect(shown).toEqual([['web.turns.told', { body: 'Friday', tag: `turn-${link}`, data: link }]]);
  /* It comes back, without a title; then somebody looks. */
  turns = [turn('others')];
  await passes();
  turns = [turn('mine')];
  await passes();
  expect(shown.at(-1)?.[1].body).toBe('Ben, Cleo');
  turns = [turn('others')];
  await passes();
  [seen, turns] = ['visible', [turn('mine')]];
  await passes();
  expect(shown).toHaveLength(2);
});

test('the worker shows it, if there is one', async () => {
  const showNotification = (title: string, options: NotificationOptions) => {
    shown.push([`worker: ${title}`, options]);
    return Promise.resolve();
  };
  const serviceWorker = { getRegistration: () => Promise.resolve({ showNotification }) };
  vi.stubGlobal('navigator', { serviceWorker });
  const { setTells } = await import('../src/table/tell-turns');
  await setTells(true);
  turns = [turn('others')];
  await passes();
  turns = [turn('mine')];
  await passes();
  expect(shown.map(([title]) => title)).toEqual(['worker: web.turns.told']);
});

test('nothing is told without permission, or once it is switched off', async () => {
  const { setTells, tells } = await import('../src/table/tell-turns');
  await setTells(true);
  expect(await setTells(false)).toBe(false);
  turns = [turn('others')];
  await passes();
  turns = [turn('mine')];
  await passes();
  Shown.permission = 'denied';
  expect(await setTells(true)).toBe(false);
  expect(tells()).toBe(false);
  await passes();
  expect(shown).toEqual([]);
});
