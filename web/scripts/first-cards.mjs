// first-cards.mjs MODULE PROFILE -- goes from "Play now" to the person's first decision, as
// src/table/open.ts and src/worker/table.ts do, with a module that notes which functions are
// called, and writes what it noted. The rest of the module is loaded once the cards are on the
// screen (scripts/web).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Module, Table, dice, hex } from '../../tests/web/module.mjs';

const [instrumented, profile] = process.argv.slice(2);
const words = new URL('../../data/words/', import.meta.url);
const module = new Module(new WebAssembly.Module(readFileSync(instrumented)));
const roll = dice(1);
/** Different hands, dealers, red threes and openings. */
const deals = 1000;

function deal(language, rules) {
    let decided = false;
    let tickets = 0;
    const moment = () => ({ now: 0, random: hex(roll, 32) });
    const client = (question, given = {}) => {
        const answer = module.ask('client', { do: question, ...given });
        assert.equal(answer.error, undefined);
        for (const { is, text } of answer.effects ?? [])
            if (is === 'send') table.say(JSON.parse(text));
        if (answer.page) decided ||= module.ask('client', { do: 'page' }).mine;
        if (answer.state?.cutting) {
            const { cards } = module.ask('client', { do: 'cut-range' });
            want({ t: 'cut', k: Math.floor(cards / 2) });
        }
        return answer;
    };
    const want = (message) =>
        client('want', { ticket: ++tickets, message: JSON.stringify(message), ...moment() });
    const lines = [];
    const table = new Table(module, roll(1e9), (line) => lines.push(line));
    /* The worker sends all lines of a step at once. */
    const hear = () => {
        if (lines.length === 0 || table.events.length > 0) return;
        client('heard', { text: lines.splice(0).join('\n'), ...moment() });
    };
    module.ask('client', { do: 'language', language });
    table.make({ name: 'Ann', players: 4, rules, pace: 700, seat: 0 });
    table.events = []; // the client has a greeting of its own
    const { table: link, token } = table.hello;
    client('begin', { now: 0, link, name: 'Ann', isNew: false });
    client('token', { token });
    client('connected', moment());
    for (let seat = 1; seat < 4; seat++) want({ t: 'bot', seat, level: 'club' });
    want({ t: 'ready' });
    table.run(() => {
        hear();
        return decided;
    });
    assert.ok(decided);
    client('journal');
}

/** As the page loads a catalogue (src/words.svelte.ts). */
function sorted(text) {
    const entries = text
        .replace(/[ \t\r]*\n[ \t]+/g, ' ')
        .split('\n')
        .filter((line) => !line.startsWith('#') && line.includes(' = '))
        .map((line) => [line.split(' = ', 1)[0], line])
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const lines = ['# sorted', ...entries.map(([, line]) => line), ''];
    return new TextEncoder().encode(lines.join('\n'));
}

const languages = readdirSync(words).filter((name) => name.endsWith('.words'));
for (const name of languages)
    assert.ok(module.file(`words/${name}`, sorted(readFileSync(new URL(name, words), 'utf8'))));
const { default: rules } = module.ask('sets', { do: 'names' });
for (let i = 0; i < deals; i++) deal(languages[i % languages.length].replace('.words', ''), rules);

const most = 1 << 20;
const at = module.exports.web_input(most);
const length = module.exports.__write_profile(at, most);
writeFileSync(profile, new Uint8Array(module.exports.memory.buffer, at, length));
