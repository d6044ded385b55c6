/** The key of a sentence, and its number. */
export function timeLeft(ms: number): [string, number] {
  const hours = Math.floor(ms / 3_600_000);
  if (hours >= 48) return ['web.turns.days', Math.floor(hours / 24)];
  return hours >= 1 ? ['web.turns.hours', hours] : ['web.turns.soon', 0];
}
