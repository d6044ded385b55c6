/** Messages between a page and the worker of its table. */

import type { SavedTable } from './logs';

export type ToWorker =
  /** The first message. `make`: null if the table already exists. */
  | {
      is: 'open';
      module: WebAssembly.Module;
      /** The address of its rest. */
      rest: string;
      net: string;
      table: SavedTable;
      make: string | null;
      /** By seat: what its bot does as long as it is legal; after that it thinks normally. */
      script: readonly (readonly string[])[];
    }
  | { is: 'rest'; module: WebAssembly.Module }
  /** A message of the protocol. */
  | { is: 'message'; text: string }
  | { is: 'record' };

export type FromWorker =
  /** The table is ready. `token` if it was made now. */
  | { is: 'opened'; token: string }
  /** Lines of the protocol. */
  | { is: 'frame'; text: string }
  | { is: 'closed'; code: number }
  /** `why`: an id of the protocol; elsewhere: another page has this table; damaged. */
  | { is: 'failed'; why: string }
  /** A bot cannot think without its net, which could not be fetched; the worker tries again. */
  | { is: 'net-missing'; missing: boolean }
  /** Nothing can be stored: the game lasts as long as the page. */
  | { is: 'unkept' }
  | { is: 'record'; text: string };
