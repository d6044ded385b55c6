/** Turns that may take days: what is left, the calendar file, and one notification a turn. */
import { expect, test } from 'vitest';
import { timeLeft } from '../src/table/time-left';
import { calendarOf, newTurns, type Turn } from '../src/table/turns';

const hour = 3_600_000;

test('time is told in days, then in hours', () => {
  expect(timeLeft(7 * 24 * hour)).toEqual(['web.turns.days', 7]);
  expect(timeLeft(48 * hour)).toEqual(['web.turns.days', 2]);
  expect(timeLeft(48 * hour - 1)).toEqual(['web.turns.hours', 47]);
  expect(timeLeft(hour)).toEqual(['web.turns.hours', 1]);
  expect(timeLeft(hour - 1)).toEqual(['web.turns.soon', 0]);
  expect(timeLeft(0)).toEqual(['web.turns.soon', 0]);
});

test('a calendar has the last hour of each turn', () => {
  const ends = Date.UTC(2026, 10, 27, 18, 30);
  const title = 'Canasta: tu turno termina (Mesa de Ángela; Beatriz, Óscar y otras personas) \\ ñ';
  const text = calendarOf(
    [{ id: 'ab-1', ends, title, url: 'https://example.org/0123456789abcdef' }],
    Date.UTC(2026, 10, 24),
  );
  const lines = text.split('\r\n');
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  expect(lines).toContain('DTSTAMP:20261124T000000Z');
  expect(lines).toContain('DTSTART:20261127T173000Z');
  expect(lines).toContain('DTEND:20261127T183000Z');
  expect(lines).toContain('TRIGGER:-PT2H');
  expect(lines).toContain('UID:ab-1@canasta');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const unfolded = text.replace(/\r\n /g, '');
  expect(unfolded).toContain(
    'SUMMARY:Canasta: tu turno termina (Mesa de Ángela\\; Beatriz\\, Óscar y otras personas) ' +
      '\\\\ ñ\r\n',
  );
  expect(text).not.toMatch(/[^\r]\n/);
});

test('a turn is told once, and again when it comes back', () => {
  const turn = (link: string, state: Turn['state']): Turn => ({
    place: { link, touched: 0, rules: '', title: '', names: [], over: false },
    state,
    ends: null,
    title: '',
  });
  const links = (turns: Turn[]): string[] => newTurns(turns).map(({ place }) => place.link);
  expect(links([turn('a', 'mine'), turn('b', 'others')])).toEqual(['a']);
  expect(links([turn('a', 'mine'), turn('b', 'mine')])).toEqual(['b']);
  expect(links([turn('a', 'others'), turn('b', 'mine')])).toEqual([]);
  expect(links([turn('a', 'mine'), turn('b', 'unknown')])).toEqual(['a']);
});
