/** What others at this page's server made of a deal of the day. */

import { askServer } from '../core/ask-server';
import { plain } from '../core/plain';
import { randomHex } from '../core/seat-tokens';
import { settings } from '../settings.svelte';
import type { Bar, Other, Played, Shared } from './daily';

const key = 'canasta.daily-player';

/** Of this browser: a server takes one result of each. */
function player(): string {
  try {
    const known = localStorage.getItem(key) ?? '';
    const token = /^[0-9a-f]{32}$/.test(known) ? known : randomHex(16);
    localStorage.setItem(key, token);
    return token;
  } catch {
    return randomHex(16);
  }
}

const nameKey = 'canasta.daily-named';

/** Names are given only if the person wants it. */
export function givesName(): boolean {
  try {
    return localStorage.getItem(nameKey) === 'yes';
  } catch {
    return false;
  }
}
export function giveName(yes: boolean): void {
  try {
    localStorage.setItem(nameKey, yes ? 'yes' : 'no');
  } catch {
    /* No name is given. */
  }
}

/** Sends what was played, unless it cannot be compared, and returns what all have made of the deal.
 * Throws if there is no server, or if it refuses. */
export async function compareDaily(number: number, played: Played | null): Promise<Shared> {
  const name = givesName() ? settings.name.trim() : '';
  const play = played && !played.tookBack ? { play: played.actions.join(';') } : {};
  const lines = await askServer({
    t: 'daily',
    v: 2,
    id: 1,
    ...{ deal: number, token: player(), ...(name !== '' && { name }), ...play },
  });
  const bars: Bar[] = [];
  const others: Other[] = [];
  for (const line of lines) {
    if (line.t !== 'daily') continue;
    const { made, theirs = 0, n, yes = false, name: called = '' } = line;
    if (n !== undefined) bars.push({ from: made, count: n });
    else others.push({ name: plain(called), made, theirs, own: yes });
  }
  return { bars, others };
}
