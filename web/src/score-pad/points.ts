/** What each kind of card counts by a rule set: "{X: 50, 2: 20, …}", as a profile writes the
 * points of the cards. */
export function kindPoints(value: string): { kind: string; points: number }[] {
  return [...value.matchAll(/([0-9A-Z][rb]?)\s*:\s*(\d+)/g)].map(([, kind = '', count = '0']) => ({
    kind,
    points: Number(count),
  }));
}
