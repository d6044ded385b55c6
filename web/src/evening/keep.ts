/** Keeps what is remembered of a deal that has just ended at a table. */

import type { Luck } from '../core/contract/table';
import { recordAt } from '../review/reader';
import type { Table } from '../table/table';
import { listTables } from '../worker/logs';
import type { PlayedDeal } from './history';
import { keepDeal } from './store';

/** A player as histories name it. */
function called(table: Table, seat: number): string {
  const entry = table.seats[seat];
  return entry && entry.level !== '' ? `:${entry.level}` : (entry?.name ?? '');
}

/** Null for a spectator, or if the page does not know the deal. */
export function dealOf(
  table: Table,
  place: string,
  worth: number | null,
  now: number,
): PlayedDeal | null {
  const { page, seat } = table;
  const own = page.sides.findIndex(({ seats }) => seat !== null && seats.includes(seat));
  const scores = page.sheet.at(-1);
  const ours = scores?.sides[own];
  if (seat === null || !scores || !ours || scores.deal !== page.deal) return null;
  const end = page.news.findLast(({ type }) => type === 'end');
  const points = scores.sides.map(({ total, bonus = 0 }) => total - bonus);
  const others = page.seats.filter(({ side, seat: one }) => side !== own && one !== page.idle);
  const partners = page.sides[own]?.seats.filter((one) => one !== seat) ?? [];
  const went = end && end.seat >= 0 ? end.seat : null;
  return {
    id: [table.link, page.deal, ...scores.sides.map(({ score }) => score)].join('/'),
    at: now,
    table: place,
    local: table.local,
    deal: page.deal,
    rules: table.rules,
    house: table.house,
    players: table.players,
    partners: partners.map((one) => called(table, one)),
    opponents: others.map(({ seat: one }) => called(table, one)),
    made: points[own] ?? 0,
    theirs: Math.max(...points.filter((_, side) => side !== own)),
    worth,
    canastas: page.sides[own]?.canastas ?? 0,
    out:
      went === null
        ? 'nobody'
        : went === seat
          ? 'self'
          : partners.includes(went)
            ? 'side'
            : 'others',
    game: page.over ? (page.over.winner === own ? 'won' : 'lost') : null,
  };
}

export async function keepFrom(table: Table, luck: Luck | null): Promise<void> {
  let place = table.link;
  let record = '';
  if (table.local) {
    place = (await listTables()).find(({ link }) => link === table.link)?.id ?? '';
    if (place !== '') record = await recordAt(['local', place]);
  }
  const deal = dealOf(table, place, luck?.worth ?? null, Date.now());
  if (deal) await keepDeal(deal, record);
}
