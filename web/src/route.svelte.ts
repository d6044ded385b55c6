/** Where one is: the part of the address after "#". A table on a server is "/LINK" before it. */

export interface Route {
  /** '' is the start page. */
  page: string;
  rest: string[];
}

function read(): Route {
  const parts = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  return { page: parts[0] ?? '', rest: parts.slice(1) };
}

export const route: { now: Route } = $state({ now: read() });

addEventListener('hashchange', () => {
  route.now = read();
});

export function go(page: string, ...rest: string[]): void {
  location.hash = '/' + [page, ...rest].map(encodeURIComponent).join('/');
}

/** The link of a server's table in the address, if there is one. */
export function tableLink(): string | null {
  return /\/([0-9a-f]{32})$/.exec(location.pathname)?.[1] ?? null;
}
