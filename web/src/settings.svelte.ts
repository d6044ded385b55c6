/** What a person chose for this browser, kept in its storage. */

import { languages } from './core/files';

export type Language = string;

export interface Settings {
  name: string;
  language: Language;
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  /** Suits in four colours. */
  fourColours: boolean;
  /** Percent. */
  textSize: 100 | 115 | 130 | 150;
  cardSize: 'normal' | 'large' | 'huge';
  /** calm: 1; fast: a third; off: nothing moves. 'auto' follows the system's wish for less motion. */
  motion: 'auto' | 'calm' | 'fast' | 'off';
  sounds: boolean;
  chat: boolean;
  /** Whether drawing for seats and dealing are watched. */
  ceremonies: boolean;
}

const key = 'canasta.settings';

function firstLanguage(): Language {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (languages.includes(short)) return short;
  }
  return 'en';
}

function load(): Settings {
  const usual: Settings = {
    name: '',
    language: firstLanguage(),
    theme: 'auto',
    fourColours: false,
    textSize: 100,
    cardSize: 'normal',
    motion: 'auto',
    sounds: true,
    chat: true,
    ceremonies: true,
  };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const both = { ...usual, ...(kept as Partial<Settings>) };
    return languages.includes(both.language) ? both : { ...both, language: usual.language };
  } catch {
    return usual;
  }
}

export const settings: Settings = $state(load());

/** How the page looks is told to the style sheet by attributes of <html>. */
export function applySettings(): void {
  const { dataset, style } = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const contrast = matchMedia('(prefers-contrast: more)').matches;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const auto = contrast ? 'contrast' : dark ? 'dark' : 'light';
  dataset.theme = settings.theme === 'auto' ? auto : settings.theme;
  dataset.suits = settings.fourColours ? 'four' : 'two';
  dataset.motion = settings.motion === 'auto' ? (calm ? 'off' : 'calm') : settings.motion;
  dataset.cards = settings.cardSize;
  style.fontSize = `${String(settings.textSize)}%`;
}

for (const wish of [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(prefers-reduced-motion: reduce)',
])
  matchMedia(wish).addEventListener('change', applySettings);

export function keepSettings(): void {
  applySettings();
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    /* Storage may be forbidden: then the choices last as long as the page. */
  }
}
