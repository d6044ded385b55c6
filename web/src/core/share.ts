/** Makes equal parts of two values the same object, so that only what changed is drawn again. */

type Parts = Record<string, unknown>;

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `fresh` with each part that equals the same part of `old` replaced by it; `old` if all do. Both
 * are made of what JSON has. `fresh` belongs to the caller and is changed. */
export function share<T>(old: unknown, fresh: T): T;
export function share(old: unknown, fresh: unknown): unknown {
  if (Array.isArray(old) && Array.isArray(fresh)) {
    let same = old.length === fresh.length;
    for (const [at, part] of fresh.entries()) {
      fresh[at] = share(old[at], part);
      same &&= fresh[at] === old[at];
    }
    return same ? old : fresh;
  }
  if (isParts(old) && isParts(fresh)) {
    const keys = Object.keys(fresh);
    let same = keys.length === Object.keys(old).length;
    for (const key of keys) {
      fresh[key] = share(old[key], fresh[key]);
      same &&= key in old && fresh[key] === old[key];
    }
    return same ? old : fresh;
  }
  return fresh;
}
