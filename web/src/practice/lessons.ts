/** The ten lessons: a theme each, with the problems that show it best. */

import type { Problem, Theme } from './problems';

export const lessons = [
  'pack',
  'opening',
  'freezing',
  'black',
  'out',
  'partner',
  'counting',
  'defence',
  'wilds',
  'endgame',
] as const satisfies readonly Theme[];
export type Lesson = (typeof lessons)[number];

/** Paragraphs of each lesson, and its problems. */
export const paragraphs = ['1', '2', '3'];
const most = 6;

/** The easiest problems of the classic game for four, easiest first. */
export function problemsOf(lesson: Lesson, all: readonly Problem[]): Problem[] {
  const own = all.filter(({ theme }) => theme === lesson);
  const classic = own.filter(({ rules, players }) => rules === 'laws1950' && players === 4);
  const order = [...classic, ...own.filter((one) => !classic.includes(one))].slice(0, most);
  return order.toSorted((a, b) => a.grade - b.grade || a.number - b.number);
}
