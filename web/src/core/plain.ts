/** Cleans names and notes from files and links, as src/protocol/plain_text.c does for those that a
 * server sends on. */

/* Invisible characters, and those that reverse the text beside them. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2028\u2029\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]/gu;
/* More than two combining marks on one letter. */
const marks =
  '[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]';
const piled = new RegExp(`(${marks}{2})${marks}+`, 'gu');

/** Text that the engine accepts: its JSON has no lone surrogates and no NUL characters. */
export function whole(text: string): string {
  return text.replace(/[\p{Cs}\0]/gu, '');
}

/** A message as text that every JSON reader accepts, whatever was typed or pasted into it. */
export function asLine(message: object): string {
  return JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'string' ? whole(value) : value,
  );
}

export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(hidden, '').replace(piled, '$1');
}
