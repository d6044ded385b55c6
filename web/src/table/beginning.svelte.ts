/** A new table is opened from a page: once, however often it is pressed, and one goes to it. */

import { go } from '../route.svelte';
import { keepSettings, settings } from '../settings.svelte';
import { t } from '../words.svelte';
import { holdOpen } from './held.svelte';
import type { TableStore } from './store.svelte';

interface Opened {
  /** What stands in its address. */
  id: string;
  table: TableStore;
}

export class Beginning {
  busy = $state(false);
  /** Why there is none. */
  trouble = $state('');
  /** How often it was begun without the name that a table with others needs. */
  nameless = $state(0);

  /** `page`: how the address of such a table begins. */
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
