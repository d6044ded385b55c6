/** The cards that a question is about, as people see them on the table. null: face down. */

import type { Card } from '../core/contract/lists';

const ofLaws: Record<string, (Card | null)[]> = {
  L51: [null, null, null],
  L52: [null, '9h', null],
  L53: [null, null],
  L54: ['Kd', '5s'],
  L55: ['6c', '6d', '6s'],
  L56: ['3h'],
  L57: [null, 'Th'],
  L58: ['8s', '2d', '2s', 'Xr', '2h'],
  L59: ['Qs', 'Qh', 'Qc', '7d'],
};

/** Pictures of a choice, or none. */
export const picturesOf = (law: string): (Card | null)[] => ofLaws[law] ?? [];
