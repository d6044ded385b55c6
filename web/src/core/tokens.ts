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

/* Of a chair that we are on the way to: in the tab alone, until it is ours. */
const coming = (link: string): string => `canasta.coming.${link}`;

/**
 * A token of our own making: whoever sits down with it holds the chair, also where the welcome is
 * lost on its way and the page is opened anew.
 */
export function comingToken(link: string): string {
  try {
    const token = sessionStorage.getItem(coming(link)) ?? randomHex(16);
    sessionStorage.setItem(coming(link), token);
    return token;
  } catch {
    return randomHex(16);
  }
}

function dropComing(link: string): void {
  try {
    sessionStorage.removeItem(coming(link));
  } catch {
    /* Nothing was kept. */
  }
}

/** Of a chair that is ours. */
export function keepToken(link: string, token: string): void {
  visit.set(link, token);
  dropComing(link);
  try {
    keepNewest(start, link, token, mostKept);
  } catch {
    /* Kept for this visit. */
  }
}

export function dropToken(link: string): void {
  visit.delete(link);
  dropComing(link);
  try {
    localStorage.removeItem(key(link));
  } catch {
    /* Nothing was kept. */
  }
}
