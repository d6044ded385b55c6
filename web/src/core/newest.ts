/** Values in this browser's storage of which there would be ever more, one a table: the newest
 * stay. May throw where storage is forbidden. */

function list(text: string): unknown[] {
  try {
    const all: unknown = JSON.parse(text);
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

/** The names of those that are kept, the newest last. Those of which it is not known when they
 * came are the oldest. */
function order(start: string): string[] {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(start + '.'));
  const all = list(localStorage.getItem(start + 's') ?? '');
  const known = all.filter((key): key is string => kept.includes(String(key)));
  return [...kept.filter((key) => !known.includes(key)), ...known];
}

/** Under "start.name"; beside it "starts" holds the order. */
export function keepNewest(start: string, name: string, value: string, most: number): void {
  const own = `${start}.${name}`;
  const all = [...order(start).filter((key) => key !== own), own];
  for (const key of all.splice(0, Math.max(0, all.length - most))) localStorage.removeItem(key);
  localStorage.setItem(own, value);
  localStorage.setItem(start + 's', JSON.stringify(all));
}
