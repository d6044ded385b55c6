/** Values in this browser's storage that would otherwise accumulate, one per table. Keeps the
 * newest. May throw if storage is forbidden. */

function list(text: string): unknown[] {
  try {
    const all: unknown = JSON.parse(text);
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

/** The names of the values kept, the newest last. Names without a known age count as the oldest. */
function order(start: string): string[] {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(start + '.'));
  const all = list(localStorage.getItem(start + 's') ?? '');
  const known = all.filter((key): key is string => kept.includes(String(key)));
  return [...kept.filter((key) => !known.includes(key)), ...known];
}

/** Stored under "start.name"; the key "starts" holds the order. */
export function keepNewest(start: string, name: string, value: string, most: number): void {
  const own = `${start}.${name}`;
  const all = [...order(start).filter((key) => key !== own), own];
  for (const key of all.splice(0, Math.max(0, all.length - most))) localStorage.removeItem(key);
  localStorage.setItem(own, value);
  localStorage.setItem(start + 's', JSON.stringify(all));
}
