/** Lines of a server that concern people and chairs (docs/PROTOCOL.md), as far as a page reads them. */

import { parseServerLine } from '../core/contract';
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

export const read: (text: string) => Line | null = parseServerLine;

/** The host's choices that a line gives, over those that stand. */
export function choicesOf(line: Line, before: Choices): Choices {
  return {
    title: line.title ?? before.title,
    timer: line.timer ?? before.timer,
    join: line.join ?? before.join,
    watch: line.watch ?? before.watch,
    hints: line.hints ?? before.hints,
    listed: line.listed ?? before.listed,
    pace: line.pace ?? before.pace,
    open: line.open ?? before.open,
  };
}
