/** Where an article can be read: "L42" of the rule set in force. */
export function lawAddress(rules: string, article: string): string {
  return `#/law/${encodeURIComponent(rules)}/${encodeURIComponent(article)}`;
}
