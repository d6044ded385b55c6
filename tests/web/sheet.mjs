// sheet.mjs FOLDER -- the module's functions for score sheets and rule sets. Native tests check
// their answers; here they must give the same, and not stop the module.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { Module } from './module.mjs';

const corpus = new URL('../fuzz/corpus/sheet/', import.meta.url);
const module = new Module(Module.compile(process.argv[2]));
assert.ok(
    module.file(
        'words/en.words',
        readFileSync(new URL('../../data/words/en.words', import.meta.url)),
    ),
);

for (const name of readdirSync(corpus)) {
    const text = readFileSync(new URL(name, corpus), 'utf8');
    const answer = module.ask(text[0] === '0' ? 'sheet' : 'sets', JSON.parse(text.slice(1)));
    assert.equal(answer.error, undefined, name);
}

const common = { house: '', language: 'en', rules: 'laws1950', players: 4 };
const sheet = module.ask('sheet', {
    ...common,
    do: 'score',
    deals: [
        [
            { melds: 420, natural: 1, red: 2, out: true, hands: 25 },
            { melds: 45, hands: 65 },
        ],
    ],
});
assert.deepEqual(sheet.scores, [1195, -20]);
assert.deepEqual(sheet.next, [50, 0]);
assert.deepEqual(
    sheet.problems.map(({ id, side, law }) => [id, side, law]),
    [['INITIAL', 1, 'L26']],
);

const { sets } = module.ask('sets', { ...common, do: 'list' });
for (const { name, players } of sets)
    for (const count of players) {
        const { params } = module.ask('sets', {
            ...common,
            do: 'params',
            rules: name,
            players: count,
        });
        assert.ok(params.every(({ label, text, group }) => label && text && group));
        assert.equal(params.find(({ name }) => name === 'hand_size').form, 'number');
    }
const { deck } = module.ask('sets', { ...common, do: 'deck', number: 'canasta', deal: 1 });
assert.ok(deck.startsWith('Kh4cThTs8h8s2h6d7s9hKs'));

// Rulings are compiled in.
const facts = Object.entries({ law: 'L53', what: 'too-many', noticed: 'in-time', cards: '2' }).map(
    ([name, value]) => ({ name, value }),
);
const asked = module.ask('sets', { do: 'rule', facts, language: 'en' });
assert.equal(asked.question.text, 'Did you agree to play with point penalties?');
facts.push({ name: 'points', value: 'yes' });
const { ruling } = module.ask('sets', { do: 'rule', facts, language: 'en' });
assert.deepEqual(ruling.steps, ['In 2 later turns, skip the draw and just discard']);
assert.deepEqual([ruling.points, ruling.law], [-100, 'P1']);
