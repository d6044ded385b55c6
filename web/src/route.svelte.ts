/** The current page: the part of the address after "#". A table on a server has "/LINK" before
 * it. */

export interface Route {
  /** '' is the start page. */
  page: string;
  rest: string[];
}

/** The link of a server's table in the address, if there is one. */
export function tableLink(): string | null {
  return /\/([0-9a-f]{32})$/.exec(location.pathname)?.[1] ?? null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): Route {
  const [page = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decode);
  const link = tableLink();
  return page === '' && link !== null ? { page: 'table', rest: [link] } : { page, rest };
}

export const route: { now: Route } = $state({ now: read() });

function look(): void {
  const now = read();
  if (now.page !== route.now.page || now.rest.join('/') !== route.now.rest.join('/'))
    route.now = now;
}

addEventListener('hashchange', look);
addEventListener('popstate', look);

/** The address of a page. */
export function hash(page: string, ...rest: string[]): string {
  return '#/' + [page, ...rest].map(encodeURIComponent).join('/');
}

export function go(page: string, ...rest: string[]): void {
  const link = page === 'table' ? rest[0] : undefined;
  if (link !== undefined) history.pushState(null, '', `./${link}`);
  else if (page === '') history.pushState(null, '', './');
  else history.pushState(null, '', hash(page, ...rest));
  look();
}

/** The same, but without a history entry. */
export function goInstead(page: string, ...rest: string[]): void {
  const link = page === 'table' ? rest[0] : undefined;
  history.replaceState(
    null,
    '',
    link !== undefined ? `./${link}` : page === '' ? './' : hash(page, ...rest),
  );
  look();
}
