/** Lines of a server that lists tables (docs/PROTOCOL.md), as far as a page reads them. */

import { parseServerLine } from '../core/contract/reader';

export interface Line {
  t: string;
  table?: string;
  rules?: string;
  players?: number;
  stage?: string;
  name?: string;
  title?: string;
  watchers?: number;
  why?: string;
  n?: number;
  arranged?: boolean;
}

export const read: (text: string) => Line | null = parseServerLine;
