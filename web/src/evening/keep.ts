/** Keeps what is remembered of a deal that has just ended at a table. */

import type { Luck } from '../core/contract/table';
import { tokenOf } from '../core/seat-tokens';
import { recordAt } from '../review/reader';
import type { Table } from '../table/table';
import { listTables } from '../worker/logs';
import { placeIn, type PlayedDeal } from './history';
import { keepDeal } from './store';

/** A player as histories name it. */
function called(table: Table, seat: number): string {
  const entry = table.seats[seat];
  return entry && entry.level !== '' ? `:${entry.level}` : (entry?.name ?? '');
}

/** Null for a spectator, or if the page does not know the deal. */
export function dealOf(table: Table, worth: number | null, now: number): PlayedDeal | null {
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
    table: table.link,
    local: table.local,
    deal: page.deal,
    place: 0,
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

/** The record of the finished deals of a server's table, for a player with a seat there. "" if it
 * cannot be had now. */
async function serverRecord(link: string): Promise<string> {
  const token = tokenOf(link);
  if (token === null) return '';
  const url = new URL(`record/${link}`, document.baseURI);
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return answer.ok ? answer.text() : '';
}

/** The table's address among those of this browser. */
async function localPlace(link: string): Promise<string> {
  return (await listTables()).find((one) => one.link === link)?.id ?? '';
}

/** The record of the deal that was kept last: it is fetched once, unless that failed. A fair deal
 * joins it when the deck is revealed, a moment after the score. */
let last: { id: string; verdict: Table['verdict']; record: Promise<string> } | null = null;

/** Done once all that was to be kept is, also if some could not be. */
let keeping: Promise<unknown> = Promise.resolve();
export const allKept = (): Promise<unknown> => keeping;

export function keepFrom(table: Table, luck: Luck | null): Promise<void> {
  const now = keep(table, luck);
  keeping = Promise.allSettled([keeping, now]);
  return now;
}

async function keep(table: Table, luck: Luck | null): Promise<void> {
  const { local, link, verdict } = table;
  const deal = dealOf(table, luck?.worth ?? null, Date.now());
  if (!deal) return;
  if (local) deal.table = await localPlace(link);
  /* At once: the page may be left before the record has come. */
  await keepDeal(deal, '');
  if (last?.id !== deal.id || last.verdict !== verdict) {
    const record = local ? recordAt(['local', deal.table]) : serverRecord(link);
    last = { id: deal.id, verdict, record: record.catch(() => '') };
  }
  const record = await last.record;
  const place = placeIn(record, deal.deal);
  if (place === 0) last = null;
  else await keepDeal({ ...deal, place }, record);
}

const mostAsked = 5;

/** Fetches records that are lacking because a page was closed too early: those of the latest tables
 * where one still has a seat. Returns whether there was one. */
export async function fetchLacking(deals: readonly PlayedDeal[]): Promise<boolean> {
  const lacking = deals
    .filter(({ local, table, place }) => !local && place === 0 && tokenOf(table) !== null)
    .toReversed();
  const tables = [...new Set(lacking.map(({ table }) => table))].slice(0, mostAsked);
  let found = false;
  for (const table of tables) {
    const record = await serverRecord(table).catch(() => '');
    for (const deal of lacking.filter((one) => one.table === table)) {
      const place = placeIn(record, deal.deal);
      if (place > 0) await keepDeal({ ...deal, place }, record);
      found ||= place > 0;
    }
  }
  return found;
}
