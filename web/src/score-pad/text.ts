/** A sheet as plain text, to be sent or kept elsewhere. */

import { scoreItems } from '../core/contract/lists';
import type { SheetAnswer } from '../core/contract/rules';
import { itemName } from '../review/items';
import { t } from '../words.svelte';
import { sideName } from './names';
import { points } from '../numbers';
import type { SavedPad } from './saved-pads';

export function sheetText(pad: SavedPad, answer: SheetAnswer, title: string): string {
  const names = answer.scores.map((_, side) => sideName(pad.names, side, answer.sides));
  const rows: string[][] = [['', ...names]];
  answer.deals.forEach((deal, at) => {
    rows.push([t('ui.sheet.deal', at + 1), ...deal.map(() => '')]);
    for (const item of scoreItems) {
      const row = deal.map((side) => side[item] ?? 0);
      if (row.some((value) => value !== 0))
        rows.push([`  ${itemName(item, answer.ways)}`, ...row.map(points)]);
    }
    rows.push([`  ${t('web.real.deal.total')}`, ...deal.map((side) => points(side.total))]);
    rows.push([`  ${t('web.sheet.score')}`, ...deal.map((side) => points(side.score))]);
  });
  rows.push([t('web.sheet.score'), ...answer.scores.map(points)]);
  if (answer.over)
    rows.push([
      t(answer.over.hundreds ? 'web.sheet.settle.hundreds' : 'web.sheet.settle'),
      ...answer.over.receives.map(points),
    ]);
  else rows.push([t('web.sheet.minimum'), ...answer.next.map(points)]);
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 2),
      )
      .join('')
      .trimEnd(),
  );
  return [title, '', ...lines, ''].join('\n');
}
