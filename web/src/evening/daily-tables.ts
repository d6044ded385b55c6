/** Which tables of this browser have a deal of the day: small, as every deal that ends asks it. */

import { keepNewest } from '../core/newest';

export interface DailyTable {
  number: number;
  /** Of the table in this browser. */
  id: string;
  link: string;
}

const start = 'canasta.daily';
const mostKept = 60;

function read(link: string): DailyTable | null {
  const [, number, id] =
    /^(\d{1,6}) ([0-9a-f]+)$/.exec(localStorage.getItem(`${start}.${link}`) ?? '') ?? [];
  return number === undefined || id === undefined ? null : { number: Number(number), id, link };
}

export function keepDailyTable({ number, id, link }: DailyTable): void {
  try {
    keepNewest(start, link, `${String(number)} ${id}`, mostKept);
  } catch {
    /* Without storage no result is kept either. */
  }
}

export function dailyTableAt(link: string): DailyTable | null {
  try {
    return read(link);
  } catch {
    return null;
  }
}

/** The first table on which this deal was begun: later ones do not count. */
export function dailyTableOf(number: number): DailyTable | null {
  try {
    const links = Object.keys(localStorage)
      .filter((key) => key.startsWith(start + '.'))
      .map((key) => key.slice(start.length + 1));
    return links.map(read).find((one) => one?.number === number) ?? null;
  } catch {
    return null;
  }
}
