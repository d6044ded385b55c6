/** A seat belongs to the holder of its token. */

import { keepNewest } from './newest';

const start = 'canasta.token';
const key = (link: string): string => `${start}.${link}`;
/** At most this many tokens are kept. */
const mostKept = 200;

/** Kept for this visit if storage is forbidden. */
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

/* The token of a seat not confirmed yet: kept in this tab only, until the seat is ours. */
const coming = (link: string): string => `canasta.coming.${link}`;

/**
 * A token that we generate. Joining with it claims the seat, even if the welcome is lost and the
 * page is reloaded.
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

/** Keeps the token of a seat that is ours. */
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
