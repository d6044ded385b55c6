/** The value of each kind of card in a rule set: "{X: 50, 2: 20, …}", as a profile writes it. */
export function kindPoints(value: string): { kind: string; points: number }[] {
  return [...value.matchAll(/([0-9A-Z][rb]?)\s*:\s*(\d+)/g)].map(([, kind = '', count = '0']) => ({
    kind,
    points: Number(count),
  }));
}
