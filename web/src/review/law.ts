/** Where an article can be read: "L42" of the rule set in force, or where none is ("") as it
 * stands in its book. */
export function lawAddress(rules: string, article: string): string {
  if (rules === '') return `#/law/${encodeURIComponent(article)}`;
  return `#/law/${encodeURIComponent(rules)}/${encodeURIComponent(article)}`;
}
