/** The link of a table in what was typed or pasted: the address of its page, or the link alone. */
export function linkIn(text: string): string | null {
  return /(?:^|[/#\s])([0-9a-f]{32})(?![0-9a-f])/.exec(text.trim())?.[1] ?? null;
}
