/** Address of an article: "L42" of the rule set in force, or, without one (""), of its book. */
export function lawAddress(rules: string, article: string): string {
  if (rules === '') return `#/law/${encodeURIComponent(article)}`;
  return `#/law/${encodeURIComponent(rules)}/${encodeURIComponent(article)}`;
}
