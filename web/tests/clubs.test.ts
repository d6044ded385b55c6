/** The choices of clubs are house rules that can be played, and change only what they say. */

import { describe, expect, test } from 'vitest';
import { clubs } from '../src/score-pad/clubs';
import { hasModule, openModule, words } from './module';

const changed: Record<string, string[]> = {
  pagat: ['canasta_lifts_minimum', 'opening_needs', 'special_hands', 'unfinished_penalty'],
};

describe.skipIf(!hasModule)('the choices of clubs', () => {
  test.each(clubs.map((club) => [club.key, club] as const))('%s', async (key, club) => {
    const module = await openModule();
    const asked = { rules: club.rules, house: club.house, players: 4, language: 'en' };
    expect(module.ask('house', asked)).toEqual({ fine: true });
    const answer = module.ask('params', asked);
    const params = 'params' in answer ? answer.params : [];
    const names = params.filter((param) => param.value !== param.default).map(({ name }) => name);
    expect(names.sort()).toEqual(changed[key]);
    expect(words()).toContain(`\nweb.rules.club.${key} = `);
    expect(words()).toContain(`\nweb.rules.club.${key}.about = `);
  });
});
