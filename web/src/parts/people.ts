/** Names of the people at a table, for lists and sentences. */

import type { Seat } from '../core/contract';
import type { Chair, Proposal, Table } from '../table/table';
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
export function chairName(chair: Chair, chairs: Chair[], places: string[] = []): string {
  const names = toldApart(chairs.map(({ held, name }) => (held ? name : '')));
  // Only a player who plays alone may have no name.
  if (chair.held) return names[chair.seat] || chair.name || t('web.you');
  const place = chair.level === '' ? undefined : places[chair.seat];
  return place ?? t('web.people.nobody', chair.seat + 1);
}

/** At a board a bot is named by its place there. */
export function playerName(table: Table, chair: Chair): string {
  return (!chair.held && table.page.seats[chair.seat]?.name) || chairName(chair, table.chairs);
}

export function seatName(table: Table, seat: Seat | null): string {
  if (seat === null) return '';
  const chair = table.chairs[seat];
  if (!chair) return t('seat', seat + 1);
  const name = playerName(table, chair);
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
  return table.chairs
    .filter(
      (chair) => chair.held && chair.seat !== table.seat && chair.here !== 'bot' && !chair.ready,
    )
    .map((chair) => seatName(table, chair.seat));
}

/** A proposal, as the person who votes or reads about it sees it. */
export function proposed(
  table: Table,
  { what, seat, n, undoes, name, mine, open }: Proposal,
): string {
  const voice = open ? 'ask' : mine ? 'asked' : 'asks';
  if (undoes !== '') return t(`web.people.${voice}.back.this`, seatName(table, seat), undoes);
  const count = what === 'open' ? Math.round(n / 60) : n;
  return t(`web.people.${voice}.${what}`, what === 'sit' ? name : seatName(table, seat), count);
}

/** Is a deal with others in play? Then changes to how it is played wait until it is over. */
export function isShared(table: Table): boolean {
  return (
    table.stage === 'play' && table.chairs.some(({ held, seat }) => held && seat !== table.seat)
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
