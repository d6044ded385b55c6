/** Finds the link of a table in text that was typed or pasted: a page address or the link alone. */
export function linkIn(text: string): string | null {
  return /(?:^|[/#\s])([0-9a-f]{32})(?![0-9a-f])/.exec(text.trim())?.[1] ?? null;
}
