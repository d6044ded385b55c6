/** Opens a new table from a page, only once however often the button is pressed, and goes to it. */

import { go } from '../route.svelte';
import { keepSettings, settings } from '../settings.svelte';
import { t } from '../words.svelte';
import { holdOpen } from './held.svelte';
import type { TableState } from './table-state.svelte';

interface Opened {
  /** The last part of its address. */
  id: string;
  table: TableState;
}

export class Beginning {
  busy = $state(false);
  /** Why it could not be opened. */
  trouble = $state('');
  /** How many times a table with others was requested without the name it needs. */
  nameless = $state(0);

  /** `page`: the first part of the address of such a table. */
  async begin(page: 'local' | 'table', open: () => Promise<Opened>): Promise<void> {
    if (this.busy) return;
    this.trouble = '';
    if (page === 'table' && settings.name.trim() === '') {
      this.nameless++;
      return;
    }
    this.nameless = 0;
    this.busy = true;
    keepSettings();
    try {
      const { id, table } = await open();
      if (table.status === 'closed') this.trouble = table.closed;
      else {
        holdOpen({ page, rest: [id] }, table);
        go(page, id);
      }
    } catch {
      this.trouble = t(page === 'local' ? 'web.start.trouble' : 'web.friends.trouble');
    }
    this.busy = false;
  }
}
