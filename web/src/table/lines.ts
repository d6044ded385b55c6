/** Lines of a server that concern people and chairs (docs/PROTOCOL.md), as far as a page reads them. */

import type { Choices, Proposal, Stage } from './table';

export interface Line extends Partial<Choices> {
  t: string;
  '#'?: number;
  id?: number;
  seat?: number;
  table?: string;
  token?: string;
  done?: number;
  rules?: string;
  house?: string;
  players?: number;
  stage?: Stage;
  name?: string;
  host?: boolean;
  level?: string;
  here?: 'yes' | 'away' | 'bot';
  ready?: boolean;
  watchers?: number;
  text?: string;
  phrase?: string;
  why?: string;
  law?: string;
  code?: number;
  on?: number;
  what?: Proposal['what'];
  n?: number;
  yes?: boolean;
  ms?: number;
  deal?: number;
  link?: string;
  action?: string;
  to?: number;
  cards?: string[];
  hands?: string[][];
  arranged?: boolean;
}

export function read(text: string): Line | null {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null && 't' in line ? (line as Line) : null;
  } catch {
    return null;
  }
}

const keys = ['title', 'timer', 'join', 'watch', 'hints', 'listed', 'pace', 'open'] as const;

/** The host's choices that a line gives, over those that stand. */
export function choicesOf(line: Line, before: Choices): Choices {
  const given = keys.filter((key) => line[key] !== undefined).map((key) => [key, line[key]]);
  return { ...before, ...(Object.fromEntries(given) as Partial<Choices>) };
}
