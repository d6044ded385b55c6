/** Names of the players of the same cards, in the reader's language. */

import type { Seat } from '../core/contract/lists';
import type { Sides } from '../core/contract/rules';
import { sharedCore } from '../core/core';
import { listed, toldApart } from '../parts/people';
import { settings } from '../settings.svelte';
import { t } from '../words.svelte';
import type { Description, Result } from './description';

export type Seating = Sides;

/** The engine knows the sides and the names of the places. */
export async function seatingOf({ rules, house, players }: Description): Promise<Seating> {
  const core = await sharedCore();
  const answer = core.ask('sides', { rules, house, players, language: settings.language });
  return 'sides' in answer ? answer : { sides: [], places: [] };
}

/**
 * By result and side: "Anna and North". Identical names get the number of their table. `you`: at
 * which of the results the reader sits, and where.
 */
export function called(
  results: Result[],
  { sides, places }: Seating,
  you?: { result: number; seat: Seat } | null,
): string[][] {
  const all = results.map(({ names, bottom = 0 }, index) => {
    const bySeat: (string | undefined)[] = [];
    const seats = names.map((side, at) =>
      side.map((_, i) => sides[at]?.[i] ?? at + i * names.length),
    );
    names.forEach((side, at) =>
      side.forEach((name, i) => {
        const seat = seats[at]?.[i] ?? 0;
        const place =
          places[(seat - bottom + places.length) % places.length] ?? t('seat', seat + 1);
        bySeat[seat] = name || (you?.result === index && you.seat === seat ? t('web.you') : place);
      }),
    );
    const apart = toldApart(Array.from(bySeat, (name) => name ?? ''));
    return seats.map((side) => listed(side.map((seat) => apart[seat] ?? '')));
  });
  return all.map((side, index) =>
    side.map((name, at) =>
      all.some((other, i) => i !== index && other[at] === name)
        ? t('web.again.same-name', name, index + 1)
        : name,
    ),
  );
}
