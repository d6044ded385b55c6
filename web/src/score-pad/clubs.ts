/** What tables that play a rule set in their own way choose, as house rules. */

export interface Club {
  /** The rule set. */
  rules: string;
  /** web.rules.club.KEY, and .about: what differs. */
  key: string;
  house: string;
}

export const clubs: readonly Club[] = [
  {
    rules: 'american',
    key: 'pagat',
    house: `opening_needs = natural_or_wild_meld
canasta_lifts_minimum = natural_or_wild
unfinished_penalty = {wild: 2000, wild_four_jokers: 2500, 7: 2500, A: 2500}
special_hands = [${[
      '{name: pairs, points: 2500, groups: [2, 2, 2, 2, 2, 2, 2]}',
      '{name: wild_pairs, points: 2000, groups: [2, 2, 2, 2, 2, 2], ' +
        'wild: [[2, 0], [0, 2]], must: [7, A]}',
      '{name: miami_pairs, points: 2500, groups: [2, 2, 2, 2, 2], wild: [[2, 2]], must: [7, A]}',
      '{name: zip_code, points: 2500, groups: [4, 3, 3, 2, 2]}',
      '{name: zip_code, points: 2500, groups: [4, 3, 3, 2], wild: [[2, 0], [0, 2]]}',
      '{name: straight, points: 3000, groups: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], ' +
        'wild: [[1, 1]], threes: 1}',
      '{name: garbage, points: 2000, groups: [4, 4, 3, 3]}',
      '{name: blast_off, points: 3000, groups: [5, 4, 3, 2]}',
      '{name: blast_off, points: 3000, groups: [5, 4, 3], wild: [[2, 0], [0, 2]]}',
      '{name: triples, points: 3500, groups: [3, 3, 3, 3], wild: [[2, 0], [0, 2]]}',
      '{name: quads, points: 3500, groups: [4, 4, 4], wild: [[2, 0], [0, 2]]}',
      '{name: dream_four, points: 8500, groups: [5, 5], wild: [[4, 0], [0, 4]], wins: true}',
      '{name: dream_five, points: 8500, groups: [5, 4], ' +
        'wild: [[5, 0], [4, 1], [3, 2], [2, 3], [1, 4], [0, 5]], wins: true}',
    ].join(', ')}]`,
  },
];

export const clubsOf = (rules: string): Club[] => clubs.filter((club) => club.rules === rules);
