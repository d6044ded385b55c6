/** Names of the people at a table, for lists and sentences. */

import type { Seat } from '../core/contract/lists';
import type { SessionSeat } from '../core/contract/session';
import type { SessionProposal } from '../core/contract/session';
import type { Table } from '../table/table';
import { hasWords, t } from '../words.svelte';

/** A server may be newer than this page: an unknown name is shown as the server gives it. */
const called = (kind: string, name: string): string =>
  hasWords(`${kind}.${name}`) ? t(`${kind}.${name}`) : name;
export const levelName = (level: string): string => called('level', level);
export const setName = (rules: string): string => called('set', rules);
export const phraseText = (phrase: string): string => called('phrase', phrase);

/** By seat. People with the same name get their seat number. "" means no name. */
export function toldApart(names: string[]): string[] {
  return names.map((name, seat) =>
    name === '' || names.indexOf(name) === names.lastIndexOf(name)
      ? name
      : t('ui.same_name', name, seat + 1),
  );
}

/** `places`: the names of bots, by seat. */
export function holderName(
  entry: SessionSeat,
  seats: SessionSeat[],
  places: string[] = [],
): string {
  const names = toldApart(seats.map(({ held, name }) => (held ? name : '')));
  // Only a player who plays alone may have no name.
  if (entry.held) return names[entry.seat] || entry.name || t('web.you');
  const place = entry.level === '' ? undefined : places[entry.seat];
  return place ?? t('web.people.nobody', entry.seat + 1);
}

/** At a board a bot is named by its place there. */
export function playerName(table: Table, entry: SessionSeat): string {
  return (!entry.held && table.page.seats[entry.seat]?.name) || holderName(entry, table.seats);
}

export function seatName(table: Table, seat: Seat | null): string {
  if (seat === null) return '';
  const entry = table.seats[seat];
  if (!entry) return t('seat', seat + 1);
  const name = playerName(table, entry);
  if (seat !== table.seat) return name;
  return name === t('web.you') ? name : t('web.people.you', name);
}

/** "Anna", "Anna and Bruno", "Anna, Bruno and Chiara". */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  const before = names.slice(0, -1).reduce((all, name) => t('list.comma', all, name));
  return t('list.and', before, last);
}

/** Who else is still waited for, in the waiting room and between deals. */
export function waitedFor(table: Table): string[] {
  return table.seats
    .filter(
      (entry) => entry.held && entry.seat !== table.seat && entry.here !== 'bot' && !entry.ready,
    )
    .map((entry) => seatName(table, entry.seat));
}

/** A proposal, as the person who votes or reads about it sees it. */
export function proposed(
  table: Table,
  { what, seat, n, undoes, name, mine, open }: SessionProposal,
): string {
  const voice = open ? 'ask' : mine ? 'asked' : 'asks';
  if (undoes !== '') return t(`web.people.${voice}.back.this`, seatName(table, seat), undoes);
  const count = what === 'open' ? Math.round(n / 60) : n;
  return t(`web.people.${voice}.${what}`, what === 'sit' ? name : seatName(table, seat), count);
}

/** Is a deal with others in play? Then changes to how it is played wait until it is over. */
export function isShared(table: Table): boolean {
  return (
    table.stage === 'play' && table.seats.some(({ held, seat }) => held && seat !== table.seat)
  );
}

export function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The page of a server's table. */
export function atTable(link: string): string {
  return new URL(link, document.baseURI).href;
}
