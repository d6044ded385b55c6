/** A person's settings for this browser, kept in its storage. */

import { languages } from './core/files';
import { fieldsOf, oneOf } from './core/values';

export type Language = string;

export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
/** Percent. */
export const textSizes = [100, 115, 130, 150] as const;
export const cardSizes = ['normal', 'large', 'huge'] as const;
/** calm: 1; fast: a third; off: no motion. 'auto' follows the system's preference for reduced
 * motion. */
export const motions = ['auto', 'calm', 'fast', 'off'] as const;

export interface Settings {
  name: string;
  language: Language;
  theme: (typeof themes)[number];
  /** Suits in four colours. */
  fourColours: boolean;
  textSize: (typeof textSizes)[number];
  cardSize: (typeof cardSizes)[number];
  motion: (typeof motions)[number];
  sounds: boolean;
  chat: boolean;
  /** Whether drawing for seats and dealing are shown. */
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

/** Reads only settings of a valid form: another version may have written them. */
function read(kept: Record<string, unknown>): Settings {
  const is = (value: unknown, otherwise: boolean): boolean =>
    typeof value === 'boolean' ? value : otherwise;
  return {
    name: typeof kept.name === 'string' ? kept.name : '',
    language: oneOf(languages, kept.language, firstLanguage()),
    theme: oneOf(themes, kept.theme, 'auto'),
    fourColours: is(kept.fourColours, false),
    textSize: oneOf(textSizes, kept.textSize, 100),
    cardSize: oneOf(cardSizes, kept.cardSize, 'normal'),
    motion: oneOf(motions, kept.motion, 'auto'),
    sounds: is(kept.sounds, true),
    chat: is(kept.chat, true),
    ceremonies: is(kept.ceremonies, true),
  };
}

function load(): Settings {
  try {
    return read(fieldsOf(JSON.parse(localStorage.getItem(key) ?? '{}')));
  } catch {
    return read({});
  }
}

export const settings: Settings = $state(load());

/** Attributes of <html> pass the appearance to the style sheet. */
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
    /* If storage is forbidden, settings last as long as the page. */
  }
}
