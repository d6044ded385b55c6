/** The address of "Settle a question": the facts, #/settle/law=L53/what=too-many, and before them
 * the deal of a score sheet from which somebody came. */

import type { RulingFact, RulingStart } from '../core/contract/rules';
import { plain } from '../core/plain';

/** A deal of a sheet of this browser, from 1. */
export interface OnSheet {
  sheet: string;
  deal: number;
}
export interface Asked {
  facts: RulingFact[];
  on: OnSheet | null;
}

/** Longer names and values do not exist. */
const longest = 40;
const word = (text: string): string => plain(text).slice(0, longest);

export function readAddress(parts: string[]): Asked {
  const facts = parts.flatMap((part): RulingFact[] => {
    const at = part.indexOf('=');
    return at > 0 ? [{ name: word(part.slice(0, at)), value: word(part.slice(at + 1)) }] : [];
  });
  const of = (name: string): string => facts.find((fact) => fact.name === name)?.value ?? '';
  const deal = Number(of('deal'));
  const on = of('sheet') !== '' && Number.isSafeInteger(deal) && deal > 0;
  return {
    facts: facts.filter(({ name }) => name !== 'sheet' && name !== 'deal'),
    on: on ? { sheet: of('sheet'), deal } : null,
  };
}

const part = (name: string, value: string): string =>
  `/${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

export function settleAddress(facts: RulingFact[], on: OnSheet | null = null): string {
  const sheet = on ? part('sheet', on.sheet) + part('deal', String(on.deal)) : '';
  return `#/settle${sheet}${facts.map(({ name, value }) => part(name, value)).join('')}`;
}

/** Where the questions of an article begin: with what they have in common. "" if it has none. */
export function startAddress(questions: RulingStart[]): string {
  const [first, ...others] = questions;
  if (!first) return '';
  const facts = first.facts.filter(({ value }, place) =>
    others.every((other) => other.facts[place]?.value === value),
  );
  return settleAddress(facts);
}
