/** The games against bots that were begun before: by which rules, and who played. */

import { levels as allLevels } from '../core/contract/lists';
import { fieldsOf, listOf } from '../core/values';

export interface LineUp {
  rules: string;
  house: string;
  players: number;
  /** By seat, of the bots only: the first is that of seat 1. */
  levels: string[];
}

const key = 'canasta.line-ups';
const most = 5;

function read(value: unknown): LineUp[] {
  const { rules, house, players, levels } = fieldsOf(value);
  const good =
    typeof rules === 'string' &&
    rules !== '' &&
    typeof house === 'string' &&
    typeof players === 'number' &&
    players >= 2;
  if (!good) return [];
  const bots = listOf(levels).filter((one) => allLevels.some((level) => level === one));
  return bots.length === players - 1 ? [{ rules, house, players, levels: bots.map(String) }] : [];
}

const isSame = (one: LineUp, other: LineUp): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The newest first; each once. */
export function lineUps(): LineUp[] {
  try {
    return listOf(JSON.parse(localStorage.getItem(key) ?? '[]')).flatMap(read);
  } catch {
    return [];
  }
}

export function keepLineUp({ rules, house, players, levels }: LineUp): void {
  const newest = { rules, house, players, levels };
  const others = lineUps().filter((one) => !isSame(one, newest));
  try {
    localStorage.setItem(key, JSON.stringify([newest, ...others].slice(0, most)));
  } catch {
    /* Without storage every game is chosen afresh. */
  }
}
