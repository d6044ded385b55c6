/** The article that a line of the sheet follows. */

import type { ScoreItem } from '../core/contract/lists';
import type { SheetAnswer } from '../core/contract/rules';
import type { SavedEntry } from './saved-pads';

/** Penalties by a ruling follow the ruling's law. */
export function lawOfItem(item: ScoreItem, answer: SheetAnswer, entries: SavedEntry[]): string {
  const ruled =
    item === 'penalties' ? entries.flatMap(({ rulings }) => rulings ?? []).at(0)?.law : undefined;
  return ruled ?? answer.laws[item];
}
