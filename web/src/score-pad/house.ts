/** House rules as lines "name = value", only for values that differ from the rule set. */

import { fieldsOf } from '../core/values';

export type House = Map<string, string>;

export function readHouse(text: string): House {
  const house: House = new Map();
  for (const line of text.split('\n')) {
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(0, at)).trim();
    if (name !== '' && !name.startsWith('#')) house.set(name, line.slice(at + 1).trim());
  }
  return house;
}

export function writeHouse(house: House): string {
  return [...house].map(([name, value]) => `${name} = ${value}`).join('\n');
}

/* ---- The last choice, kept in the browser's storage ---- */

export interface Chosen {
  rules: string;
  house: string;
  players: number;
}
interface Kept {
  rules: string;
  players: number;
  /** By rule set, so that choosing one again brings back its house rules. */
  houses: Record<string, string>;
}
const key = 'canasta.rules';

function kept(): Kept {
  const none: Kept = { rules: '', players: 4, houses: {} };
  try {
    const { rules, players, houses } = fieldsOf(JSON.parse(localStorage.getItem(key) ?? '{}'));
    const texts = Object.entries(fieldsOf(houses)).flatMap(([name, house]) =>
      typeof house === 'string' ? [[name, house] as const] : [],
    );
    return {
      rules: typeof rules === 'string' ? rules : none.rules,
      players: typeof players === 'number' ? players : none.players,
      houses: Object.fromEntries(texts),
    };
  } catch {
    return none;
  }
}

export function lastChoice(): Chosen | null {
  const { rules, players, houses } = kept();
  return rules === '' ? null : { rules, players, house: houses[rules] ?? '' };
}

export function lastHouse(rules: string): string {
  return kept().houses[rules] ?? '';
}

export function keepChoice({ rules, players, house }: Chosen): void {
  const houses = { ...kept().houses, [rules]: house };
  try {
    localStorage.setItem(key, JSON.stringify({ rules, players, houses }));
  } catch {
    /* If storage is forbidden, the choice lasts as long as the page. */
  }
}
