/** Reads a catalogue of data/words. A line that begins with a blank continues the sentence above.
 */
export function parseWords(text: string): Map<string, string> {
  const lines = text
    .replace(/[ \t\r]*\n[ \t]+/g, ' ')
    .split('\n')
    .filter((line) => !line.startsWith('#') && line.includes(' = '));
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(' = ');
      return [line.slice(0, at), line.slice(at + 3)];
    }),
  );
}
