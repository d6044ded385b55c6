/** The sentences of a first deal: until the others have come, a table says the same as with all. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sortedWords } from '../src/words.svelte';
import { complete, firstPart, tablePart } from '../vite/sources';
import { dice, hex, Module, Table } from '../../tests/web/module.mjs';
import { hasModule, read } from './module';

const folder = new URL('../../data/words/', import.meta.url);
const english = readFileSync(new URL('en.words', folder), 'utf8');
const languages = readdirSync(folder).map((name) => name.replace('.words', ''));

/** Decisions of the person in a deal. The others' cards come with the first. */
const decisions = 6;

interface Page {
  mine: boolean;
  hand: string[];
  sides: { melds: { meld: number }[] }[];
}
interface Told {
  error?: string;
  effects?: { is: string; text: string }[];
  page?: boolean;
  state?: { cutting?: boolean };
}

/** All answers that a person's page gets until a few decisions are made, by whatever is legal.
 * Refusals too, of what that seat may not do. */
function heard(text: string, language: string, seed: number): string[] {
  const module = new Module(read('canasta'));
  module.file(`words/${language}.words`, new TextEncoder().encode(sortedWords(text)));
  const roll = dice(seed);
  const said: string[] = [];
  let left = decisions;
  let tickets = 0;
  const lines: string[] = [];
  const table = new Table(module, roll(1e9), (line) => lines.push(line));
  const moment = () => ({ now: table.now, random: hex(roll, 32) });
  const ask = <Answer>(question: string, given: object = {}): Answer => {
    const answer = module.ask('client', { do: question, ...given }) as Answer;
    said.push(JSON.stringify(answer));
    return answer;
  };
  const want = (message: object): void =>
    tell('want', { ticket: ++tickets, message: JSON.stringify(message), ...moment() });
  function tell(question: string, given: object): void {
    const { error, effects, page, state } = ask<Told>(question, given);
    expect(error).toBeUndefined();
    for (const { is, text } of effects ?? [])
      if (is === 'send') table.say(JSON.parse(text) as object);
    if (page) decide();
    if (state?.cutting) want({ t: 'cut', k: 40 });
  }
  function decide(): void {
    const page = ask<Page>('page');
    if (!page.mine || left <= 0) return;
    left--;
    const { hand, sides } = page;
    ask('take-options');
    const cards = hand.slice(0, 2 + roll(4));
    ask('points', { cards });
    ask('plans', { cards });
    ask('take-for-cards', { cards });
    for (const card of [...hand, '3h', '3s', 'Xr', '2c']) ask('discard', { card });
    const melds = sides.flatMap((side) => side.melds.map(({ meld }) => meld));
    for (const onto of melds) ask('plans', { cards, onto });
    for (const action of [
      'draw',
      'take pair',
      'take onto 4',
      'meld 4 3',
      'meld 4 1 2',
      'meld 3b 3',
    ])
      ask('check', { action });
    for (const action of ['ask', 'yes', 'combine 4 5', 'add 4 1', 'discard 4'])
      ask('check', { action });
    const { can } = ask<{ can: { action: string }[] }>('options');
    const action = can[roll(can.length)]!.action;
    want({ t: 'act', action });
  }
  ask('language', { language });
  const { default: rules } = module.ask('sets', { do: 'names' }) as { default: string };
  table.make({ name: 'Ann', players: 4, rules, pace: 700, seat: 0 });
  table.events = []; // the client has a greeting of its own
  const { table: link, token } = table.hello;
  ask('begin', { now: 0, link, name: 'Ann', isNew: false });
  ask('token', { token });
  tell('connected', moment());
  for (let seat = 1; seat < 4; seat++) want({ t: 'bot', seat, level: 'club' });
  want({ t: 'ready' });
  table.run(() => {
    if (lines.length > 0 && table.events.length === 0)
      tell('heard', { text: lines.splice(0).join('\n'), ...moment() });
    return left === 0;
  });
  expect(left).toBe(0);
  return said;
}

test.skipIf(!hasModule).each(languages)('%s: a first deal needs no others', (language) => {
  const whole = complete(readFileSync(new URL(`${language}.words`, folder), 'utf8'), english);
  const part = `${firstPart(whole)}\n${tablePart(whole)}`;
  for (let seed = 0; seed < 25; seed++)
    expect(heard(part, language, seed)).toEqual(heard(whole, language, seed));
});
