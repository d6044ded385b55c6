/** Whose turn it is at all of one's tables at this server, asked with the tokens of the seats. */

import { askServer } from '../core/ask-server';
import { plain } from '../core/plain';
import { tokenOf } from '../core/seat-tokens';
import { listRemoteTables, type RemoteTable } from './remote-tables';

export interface Turn {
  place: RemoteTable;
  /** gone: there is no such table; unknown: the server did not answer. */
  state: 'mine' | 'others' | 'ready' | 'waiting' | 'between' | 'over' | 'gone' | 'unknown';
  /** When the turn ends, as Date.now() counts; null if no time runs. */
  ends: number | null;
  title: string;
}

async function turnAt(place: RemoteTable): Promise<Turn> {
  const turn: Turn = { place, state: 'unknown', ends: null, title: place.title };
  const token = tokenOf(place.link);
  if (token === null) return { ...turn, state: 'gone' };
  try {
    const lines = await askServer({ t: 'list', v: 2, id: 1, ...{ table: place.link, token } });
    const line = lines.find((one) => one.t === 'listed');
    if (!line) return turn;
    const { stage = '', yes = false, ms, title = '' } = line;
    turn.title = plain(title);
    turn.ends = ms === undefined ? null : Date.now() + ms;
    if (stage === 'over') turn.state = 'over';
    else if (yes) turn.state = stage === 'play' ? 'mine' : 'ready';
    else if (stage === 'play') turn.state = 'others';
    else turn.state = stage === 'lobby' ? 'waiting' : 'between';
  } catch (error) {
    if (error instanceof Error && error.message === 'table') turn.state = 'gone';
  }
  return turn;
}

const order: Turn['state'][] = ['mine', 'ready', 'between', 'others', 'waiting', 'unknown'];

/** The tables that wait for us first; finished games are left out. One after the other, so that a
 * server with limits answers all. */
export async function turnsNow(): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const place of listRemoteTables().filter(({ over }) => !over))
    turns.push(await turnAt(place));
  return turns
    .filter(({ state }) => state !== 'over' && state !== 'gone')
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** Turns that were told: not told again until another had its turn. */
const told = new Set<string>();

export function newTurns(turns: readonly Turn[]): Turn[] {
  const mine = turns.filter(({ state }) => state === 'mine');
  for (const link of told) if (!mine.some(({ place }) => place.link === link)) told.delete(link);
  const fresh = mine.filter(({ place }) => !told.has(place.link));
  for (const { place } of fresh) told.add(place.link);
  return fresh;
}

/* ---- a calendar file (RFC 5545) ---- */

const stamp = (at: number): string =>
  new Date(at).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** Lines of at most 75 bytes, as calendars want them; never cut inside a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += sign;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}

export interface Appointment {
  id: string;
  /** When the turn ends. */
  ends: number;
  title: string;
  url: string;
}

/** The last hour of each turn, with a reminder three hours before its end. */
export function calendarOf(appointments: readonly Appointment[], now: number): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//canasta//turns//EN'];
  for (const { id, ends, title, url } of appointments)
    lines.push(
      'BEGIN:VEVENT',
      `UID:${id}@canasta`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(ends - 3_600_000)}`,
      `DTEND:${stamp(ends)}`,
      `SUMMARY:${escaped(title)}`,
      `URL:${url}`,
      `DESCRIPTION:${escaped(url)}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT2H',
      `DESCRIPTION:${escaped(title)}`,
      'END:VALARM',
      'END:VEVENT',
    );
  lines.push('END:VCALENDAR', '');
  return lines.map(folded).join('\r\n');
}
