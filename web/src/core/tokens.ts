/** Who holds a seat is who has its token. */

import { keepNewest } from './newest';

const start = 'canasta.token';
const key = (link: string): string => `${start}.${link}`;
/** Nobody comes back to more tables than that. */
const mostKept = 200;

/** Kept for this visit where storage is forbidden. */
const visit = new Map<string, string>();

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function randomHex(count: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(count)));
}

export function tokenOf(link: string): string | null {
  try {
    return localStorage.getItem(key(link)) ?? visit.get(link) ?? null;
  } catch {
    return visit.get(link) ?? null;
  }
}

export function keepToken(link: string, token: string): void {
  visit.set(link, token);
  try {
    keepNewest(start, link, token, mostKept);
  } catch {
    /* Kept for this visit. */
  }
}

export function dropToken(link: string): void {
  visit.delete(link);
  try {
    localStorage.removeItem(key(link));
  } catch {
    /* Nothing was kept. */
  }
}
