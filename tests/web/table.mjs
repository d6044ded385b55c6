// table.mjs FOLDER -- tables in the module: random deals against bots, the same for any slices of
// their thinking. The log restores the table, and the client's page agrees with the lines that the
// table sent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Module, Table, dice } from './module.mjs';

const folder = process.argv[2];
const compiled = Module.compile(folder);
const words = readFileSync(new URL('../../data/words/en.words', import.meta.url));
const weights = readFileSync(join(folder, 'value.net'));

function module() {
    const made = new Module(compiled);
    assert.ok(made.file('words/en.words', words));
    return made;
}

/** Plays a person at random against bots, which think `slice` nodes at a time. */
function play({ rules, players, level, seed, deals, slice, client }) {
    const host = module();
    host.file('value.net', weights);
    const roll = dice(seed);
    const told = [];
    let ended = 0;
    const table = new Table(host, seed + 1, (line) => {
        told.push(line);
        client?.(line);
        const message = JSON.parse(line);
        table.shuffles(message);
        if (message.t === 'end') ended++;
        if (message.t === 'actions') {
            const action = message.actions[roll(message.actions.length)];
            table.does({ t: 'act', at: at(told), action });
        }
        if (message.t === 'no') assert.fail(line);
        if (message.t === 'reveal' && ended < deals) table.does({ t: 'ready' });
    });
    if (slice) table.slice = slice;
    table.make({ name: 'Ann', players, rules, pace: 0, timer: 'none' });
    for (let seat = 1; seat < players; seat++) table.does({ t: 'bot', seat, level });
    table.does({ t: 'ready' });
    table.run(() => false);
    assert.equal(ended, deals);
    return { told, table, host };
}

/** The number of the last line that has one. */
function at(told) {
    return Math.max(...told.slice(-400).map((line) => JSON.parse(line)['#'] ?? 0));
}

/* ---- whole deals, with every rule set ---- */

for (const [rules, players, level] of [
    ['laws1950', 4, 'club'],
    ['laws1950', 2, 'beginner'],
    ['threepack', 6, 'casual'],
    ['bicycle', 4, 'club'],
    ['montevideo', 4, 'club'],
    ['hoyle', 2, 'casual'],
    ['pumpa', 4, 'club'],
    ['american', 4, 'club'],
    ['handandfoot', 2, 'casual'],
]) {
    const { told, table, host } = play({ rules, players, level, seed: 11, deals: 2 });
    assert.ok(told.some((line) => line.includes('"t":"reveal"')));
    assert.deepEqual(host.ask('host', { do: 'load', log: table.log, now: table.now }), {});
    const broken = table.log.replace('"t":"draw","seat":1', '"t":"draw","seat":2');
    assert.ok(host.ask('host', { do: 'load', log: broken, now: table.now }).line > 1);
    const { record } = host.ask('host', { do: 'record', log: table.log });
    assert.equal(record.split('\n').filter((line) => line.startsWith('{"t":"end"')).length, 2);
}

/* ---- searching bots, with different slices ---- */

{
    const roll = dice(3);
    const whole = play({ rules: 'laws1950', players: 4, level: 'expert', seed: 5, deals: 1 });
    const sliced = play({
        rules: 'laws1950',
        players: 4,
        level: 'expert',
        seed: 5,
        deals: 1,
        slice: () => 1 + roll(700),
    });
    assert.equal(whole.table.log, sliced.table.log);
}

/* ---- bots wait until the net's weights are loaded ---- */

{
    const host = module();
    let asked = 0;
    const table = new Table(host, 1, (line) => {
        const message = JSON.parse(line);
        table.shuffles(message);
        if (message.t === 'actions') table.does({ t: 'hint' });
    });
    table.think = (decision) => {
        assert.deepEqual(host.ask('host', { do: 'think', decision, nodes: 100 }), {
            error: 'value.net',
        });
        assert.ok(host.file('value.net', weights));
        const { action } = host.ask('host', { do: 'think', decision, nodes: 1e9 });
        assert.match(action, /^[a-z]/);
        assert.equal(
            host.ask('host', { do: 'think', decision: decision + 7, nodes: 1 }).stale,
            true,
        );
        asked++;
    };
    table.make({ name: 'Ann', players: 4, pace: 0 });
    for (let seat = 1; seat < 4; seat++) table.does({ t: 'bot', seat, level: 'master' });
    table.does({ t: 'ready' });
    table.run(() => asked > 0);
    assert.equal(asked, 1);
}

/* ---- a page closed and reopened during a deal, while a hint is computed ---- */

{
    let hints = 0;
    let ended = false;
    let reloads = 0;
    let last = 0;
    const table = new Table(module(), 9, (line) => {
        const message = JSON.parse(line);
        last = Math.max(last, message['#'] ?? 0);
        table.shuffles(message);
        if (message.t === 'end') ended = true;
        if (message.t === 'hint') {
            hints++;
            assert.ok(message.text.length > 0);
            table.does({ t: 'act', at: last, action: message.action });
        }
        if (message.t === 'actions') {
            if (reloads < 5) {
                reloads++;
                table.reload(module(), last);
            } else {
                table.does({ t: 'hint' });
            }
        }
    });
    table.module.file('value.net', weights);
    table.slice = () => 400;
    table.make({ name: 'Ann', players: 2, pace: 0 });
    table.does({ t: 'bot', seat: 1, level: 'beginner' });
    table.does({ t: 'ready' });
    table.run(() => ended);
    assert.ok(ended && reloads === 5 && hints > 5);
}

/* ---- malformed messages ---- */

{
    const host = module();
    for (const question of [
        {},
        { do: 'nothing' },
        [],
        { do: 'drop', client: 1, now: 1, random: '00' },
        { do: 'make', message: 'x', link: '' },
    ])
        assert.ok(host.ask('host', question).error);
    const random = '00'.repeat(64);
    const link = 'ab'.repeat(16);
    const make = (message) => host.ask('host', { do: 'make', message, link, now: 0, random });
    assert.equal(make('{').why, 'json');
    assert.equal(make('{"t":"make","v":2,"name":"A","rules":"none"}').why, 'rules');
    assert.equal(make('{"t":"ping"}').why, 'kind');
    assert.ok(make('{"t":"make","v":2,"name":"A"}').token);
    const say = (text) =>
        host.ask('host', { do: 'message', client: 1, message: text, now: 0, random }).effects[0]
            .text;
    assert.match(say('{"t":"ping"}'), /pong/);
    assert.match(say('nonsense'), /"why":"json"/);
    assert.match(say(`{"t":"hello","v":2,"table":"${'cd'.repeat(16)}"}`), /"why":"table"/);
    assert.match(say('{"t":"ready","id":1}'), /"why":"hello"/);
}

/* ---- the client, if it is built in: after each line its page has the legal actions that the
 * table sent ---- */

if (Module.has(compiled, 'web_client')) {
    const client = module();
    client.ask('client', { do: 'language', language: 'en' });
    const at = { now: 0, random: '00'.repeat(16) };
    client.ask('client', { do: 'begin', now: 0, link: '', name: '', token: '', isNew: false });
    client.ask('client', { do: 'connected', ...at });
    let compared = 0;
    play({
        rules: 'laws1950',
        players: 4,
        level: 'club',
        seed: 23,
        deals: 2,
        client: (line) => {
            const { state } = client.ask('client', { do: 'heard', text: line, ...at });
            assert.equal(state.status, 'here', line);
            const message = JSON.parse(line);
            if (message.t !== 'actions') return;
            const page = client.ask('client', { do: 'page' });
            assert.deepEqual(page.legal.toSorted(), message.actions.toSorted());
            compared++;
        },
    });
    assert.ok(compared > 10);
}

/* ---- the replay: a record that the table has written, every step from a seat and with all hands
 * open ---- */

{
    const { table, host } = play({
        rules: 'laws1950',
        players: 4,
        level: 'club',
        seed: 31,
        deals: 1,
    });
    const { record } = host.ask('host', { do: 'record', log: table.log });
    const replay = module();
    const { steps, decisions, deals } = replay.ask('replay', {
        do: 'open',
        record,
        language: 'en',
    });
    assert.equal(deals.length, 1);
    assert.equal(deals[0].deck.length, 216);
    assert.ok(decisions.length > 20 && steps.length > decisions.length);
    for (let step = 1; step <= steps.length; step += 9) {
        const open = replay.ask('replay', { do: 'at', step, seat: 'open' });
        const seen = replay.ask('replay', { do: 'at', step, seat: 2 });
        assert.deepEqual(seen.hand, open.open.hands[2]);
        assert.deepEqual(
            open.open.hands.map((hand) => hand.length),
            seen.seats.map((seat) => seat.cards),
        );
        assert.equal(seen.open, undefined);
    }
    const judge = () => replay.ask('replay', { do: 'judge', decision: 1, nodes: 5000 });
    assert.equal(judge().error, 'value.net');
    replay.file('value.net', weights);
    let judged;
    do judged = judge();
    while (!judged.done);
    assert.ok(judged.reason.length > 5 && judged.bestText.length > 3);
}
