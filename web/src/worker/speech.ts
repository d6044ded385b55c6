/** What a page and the worker of its table say to each other. */

import type { Kept } from './logs';

export type ToWorker =
  /** First of all. `make`: null where the table is kept already. */
  | {
      is: 'open';
      module: WebAssembly.Module;
      net: string;
      table: Kept;
      make: string | null;
      /** By seat: what its bot does, as far as it is legal; then it thinks for itself. */
      script: readonly (readonly string[])[];
    }
  /** A message of the protocol. */
  | { is: 'message'; text: string }
  | { is: 'record' };

export type FromWorker =
  /** The table stands. `token` where it was made. */
  | { is: 'opened'; token: string }
  /** Lines of the protocol. */
  | { is: 'frame'; text: string }
  | { is: 'closed'; code: number }
  /** `why`: an id of the protocol; elsewhere: another page has this table; damaged. */
  | { is: 'failed'; why: string }
  /** A bot cannot think without its net, which did not come; it is tried again. */
  | { is: 'net-missing'; missing: boolean }
  /** Nothing can be kept: the game lasts as long as the page. */
  | { is: 'unkept' }
  | { is: 'record'; text: string };
