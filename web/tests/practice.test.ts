/** Problems and lessons: the file, its sentences, and a position at the table. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lessons, paragraphs, problemsOf } from '../src/practice/lessons';
import { PositionTable } from '../src/practice/position-table.svelte';
import {
  askOf,
  hintOf,
  lawOf,
  lostBy,
  readProblem,
  readProblems,
  themes,
} from '../src/practice/problems';
import { parseWords } from '../src/words.svelte';
import { hasModule, openModule, words } from './module';

const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../data/${name}`, import.meta.url)), 'utf8');
const all = readProblems(file('problems.jsonl'));
const says = parseWords(words());
const has = (key: string): void => expect(says.has(`web.practice.${key}`), key).toBe(true);

test('300 problems of every theme and grade', () => {
  expect(all).toHaveLength(300);
  expect(new Set(all.map(({ theme }) => theme)).size).toBe(themes.length);
  expect(new Set(all.map(({ grade }) => grade))).toEqual(new Set([1, 2, 3, 4]));
  for (const [index, { number, moves, record }] of all.entries()) {
    expect(number).toBe(index + 1);
    expect(moves[0]?.loss).toBe(0);
    expect(moves.slice(1).every(({ loss }) => loss >= 150)).toBe(true);
    expect(record.split('\n').length).toBeGreaterThan(2);
  }
});

test('what is no problem is refused', () => {
  expect(() => readProblem('{"theme":"pack","record":[]}', 1)).toThrow();
  expect(() => readProblem('{"theme":"none","record":[{}]}', 1)).toThrow();
});

test('every hint, theme and lesson has its sentences', () => {
  for (const theme of themes) has(`theme.${theme}`);
  for (const key of new Set(all.map(hintOf))) has(`hint.${key}`);
  for (const key of new Set(all.map(askOf))) has(`ask.${key}`);
  for (const { grade } of all) {
    has(`grade.${String(grade)}`);
    has(`next.${String(grade)}`);
  }
  const lost = all.flatMap(({ moves }) => moves.flatMap((move) => lostBy(move)?.what ?? []));
  for (const what of new Set(lost)) has(`lost.${what}`);
  for (const lesson of lessons) for (const one of paragraphs) has(`lesson.${lesson}.${one}`);
  const book = file('law/en/laws1950.law');
  for (const theme of themes) expect(book).toContain(`== ${lawOf[theme]} |`);
});

test('a move loses by what happens more or less often after it', () => {
  const move = { action: 'discard 9', loss: 300, error: 10 };
  expect(lostBy({ ...move, found: 'NEXT_TAKES.96.486' })).toEqual({
    what: 'NEXT_TAKES',
    best: 10,
    own: 49,
  });
  expect(lostBy({ ...move, found: '' })).toBeNull();
});

test('each lesson has positions of its theme, graded', () => {
  for (const lesson of lessons) {
    const own = problemsOf(lesson, all);
    expect(own.length).toBeGreaterThanOrEqual(5);
    expect(own.every(({ theme, rules }) => theme === lesson && rules === 'laws1950')).toBe(true);
    const grades = own.map(({ grade }) => grade);
    expect(grades).toEqual(grades.toSorted((a, b) => a - b));
  }
});

describe.skipIf(!hasModule)('at the table', () => {
  test('the first legal move is the answer', async () => {
    const core = await openModule();
    core.file('words/en.words', words());
    core.ask('language', { language: 'en' });
    const problem = all.find(({ theme }) => theme === 'black')!;
    const table = new PositionTable(core, problem.record, () => 'Think.');
    expect(table.page.mine).toBe(true);
    expect(table.page.legal).toHaveLength(problem.moves.length);
    expect(table.page.seats.map(({ name }) => name)).toContain('You');

    table.askHint();
    expect(table.hint?.text).toBe('Think.');
    expect(table.helped).toBe(true);

    const refused = await table.act('draw');
    expect(refused?.law).toBeDefined();
    expect(table.chosen).toBe('');

    expect(await table.act('discard 3b')).toBe(null);
    expect(table.chosen).toBe('discard 3b');
    expect(table.page.mine).toBe(false);
    expect(table.page.says).toBe('Discard a black three');
    await table.act(problem.moves[1]!.action);
    expect(table.chosen).toBe('discard 3b');
    expect(table.wordsOf('discard 3b', problem.moves[1]!.found)).toMatch(
      /otherwise .*black three/i,
    );

    table.retry();
    expect(table.page.mine).toBe(true);
    expect(table.chosen).toBe('');
  });
});
