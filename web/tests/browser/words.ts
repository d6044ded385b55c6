/** A catalogue of sentences, as data/words has it. */
export function parseWords(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => !line.startsWith('#') && line.includes(' = '));
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(' = ');
      return [line.slice(0, at), line.slice(at + 3)];
    }),
  );
}
