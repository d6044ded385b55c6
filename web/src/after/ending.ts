/** How the last deal ended. Who opens the page anew is told scores alone; what was said before is kept for the tab's life. */

interface Ending {
  deal: number;
  language: string;
  text: string;
}

const key = (link: string): string => `canasta.ending.${link}`;

export function keepEnding(link: string, ending: Ending): void {
  try {
    sessionStorage.setItem(key(link), JSON.stringify(ending));
  } catch {
    /* Then it is not said after a reload. */
  }
}

/** "" where it is not known, or was said in another language. */
export function keptEnding(link: string, deal: number, language: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(link)) ?? 'null') as Partial<Ending> | null;
    return kept?.deal === deal && kept.language === language && typeof kept.text === 'string'
      ? kept.text
      : '';
  } catch {
    return '';
  }
}
