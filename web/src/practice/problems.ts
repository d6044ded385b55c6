/** The problems that ship with the pages: positions in which one move is far better than any other.
 * canasta-lab problems has found them; data/problems.jsonl is the file. */

import { fieldsOf, listOf } from '../core/values';

/** What a problem teaches, in the order of the lessons. */
export const themes = [
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
  'canastas',
] as const;
export type Theme = (typeof themes)[number];

export interface Move {
  action: string;
  /** Points against the best move, and their standard error. */
  loss: number;
  error: number;
  /** What happens less often after the best move, or more; "" if nothing is known. */
  found: string;
}
export interface Problem {
  /** Of the set, from 1. */
  number: number;
  theme: Theme;
  /** 1: every simple player finds it … 4: none does. */
  grade: number;
  /** The principle of the best move. */
  why: string;
  /** All that is legal, the best first. */
  moves: Move[];
  rules: string;
  players: number;
  /** Ends at the decision. */
  record: string;
}

function readMove(value: unknown): Move {
  const [action, loss, error, found] = listOf(value);
  return {
    action: String(action),
    loss: Number(loss),
    error: Number(error),
    found: typeof found === 'string' ? found : '',
  };
}

export function readProblem(line: string, number: number): Problem {
  const one = fieldsOf(JSON.parse(line));
  const lines = listOf(one.record);
  const game = fieldsOf(lines[0]);
  const theme = themes.find((name) => name === one.theme);
  if (!theme || lines.length === 0) throw new Error(`problem ${String(number)}`);
  return {
    number,
    theme,
    grade: Number(one.grade),
    why: String(one.why),
    moves: listOf(one.moves).map(readMove),
    rules: String(game.rules),
    players: Number(game.players),
    record: lines.map((each) => `${JSON.stringify(each)}\n`).join(''),
  };
}

export function readProblems(text: string): Problem[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => readProblem(line, index + 1));
}

const urls: Record<string, string> = import.meta.glob('../../built/problems.jsonl', {
  query: '?url',
  import: 'default',
  eager: true,
});

let loading: Promise<Problem[]> | undefined;

/** Fetched once; fetched again after a failure. */
export function allProblems(): Promise<Problem[]> {
  loading ??= fetch(Object.values(urls)[0] ?? '')
    .then(async (answer) => {
      if (!answer.ok) throw new Error('problems');
      return readProblems(await answer.text());
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** Which kind of hint fits: by the theme, and by what kind of move is to be found. */
export function hintOf({ theme, why, moves }: Problem): string {
  const verb = moves[0]?.action.split(' ')[0] ?? '';
  if (theme === 'pack' || theme === 'opening')
    return `${theme}.${verb === 'take' || verb === 'draw' ? verb : 'lay'}`;
  if (theme === 'out') return why === 'WAIT' ? 'out.wait' : 'out';
  if (theme === 'partner') return verb === 'ask' ? 'partner.ask' : 'partner';
  if (theme === 'endgame') return verb === 'discard' ? 'endgame' : 'endgame.lay';
  return theme;
}

/** Which question fits: by what can be done. */
export function askOf({ moves }: Problem): string {
  const verbs = new Set(moves.map(({ action }) => action.split(' ')[0]));
  if (verbs.has('yes')) return 'answer';
  if (verbs.has('take')) return 'take';
  if (verbs.has('draw')) return 'start';
  return verbs.size === 1 && verbs.has('discard') ? 'discard' : 'lay';
}

/** What happens more or less often after a move than after the best, and in how many of 100 deals
 * it does: after the best move, and after this one. Null if nothing is known. */
export function lostBy({ found }: Move): { what: string; best: number; own: number } | null {
  const [what = '', best, own] = found.split('.');
  if (what === '') return null;
  return { what, best: Math.round(Number(best) / 10), own: Math.round(Number(own) / 10) };
}

/** The article of the Laws of 1950 that a theme is about. */
export const lawOf: Record<Theme, string> = {
  pack: 'L32',
  opening: 'L26',
  freezing: 'L30',
  black: 'L34',
  out: 'L38',
  partner: 'L40',
  counting: 'L31',
  defence: 'L16',
  wilds: 'L20',
  endgame: 'L43',
  canastas: 'L22',
};
