// frames.mjs [RUNS] [SLOWER] [WIDTHxHEIGHT] -- frames that do not come while a pack of 30 cards or
// more is taken, dealt and sorted.
//
// scripts/web && cmake --build --preset release --target canasta && node bench/frames.mjs 7 4
// 1440x900
//
// A real table: the same numbered deal each time, three seats that never take the pack, and a
// browser slowed as Chromium does it. A busy machine also drops frames, so the load is printed, and
// the processor time of the page's own thread, which hardly depends on it.
//
// FILM=FOLDER keeps pictures of the last run, PARTS=1 tells what the page's own thread did.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Module } from '../tests/web/module.mjs';

const root = resolve(import.meta.dirname, '..');
const { chromium } = createRequire(join(root, 'web/package.json'))('@playwright/test');
const runs = Number(process.argv[2] ?? 5);
const slower = Number(process.argv[3] ?? 4);
const [width, height] = (process.argv[4] ?? '1440x900').split('x').map(Number);
const film = process.env.FILM;
const wanted = 30;
const frame = 1000 / 60;

const args = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
];
if (process.getuid?.() === 0) args.push('--no-sandbox');

async function serve() {
    const data = mkdtempSync(join(tmpdir(), 'canasta-'));
    const web = process.env.CANASTA_WEB ?? join(root, 'build/web');
    const child = spawn(
        process.env.CANASTA ?? join(root, 'build/canasta'),
        ['serve', '--listen', '127.0.0.1:0', '--data', data, '--web', web],
        { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    process.on('exit', () => child.kill());
    for await (const line of createInterface({ input: child.stdout })) {
        const found = /(http:\/\/[^ ]*:\d+\/)/.exec(line);
        if (!found) continue;
        child.stdout.resume();
        return {
            url: found[1],
            stop: () => (child.kill(), rmSync(data, { recursive: true, force: true })),
        };
    }
    throw new Error('the server did not begin');
}

/** Runs in a page: four seats play until seat 0 may take a pack of `wanted` cards. Null: it never
 * may. */
async function prepare({ deck, wanted }) {
    const token = () =>
        Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
            b.toString(16).padStart(2, '0'),
        ).join('');
    const wild = /^discard [2X3]/;
    const deep = { pile: 1, melded: false, over: null };
    const done = new Promise((resolve) => (deep.over = resolve));
    let table = '';
    let own = '';
    let ready = 0;
    const sockets = [];

    function choose(seat, actions, hand) {
        const takes = actions.filter((one) => one.startsWith('take'));
        if (seat === 0 && takes.length > 0 && deep.melded && deep.pile >= wanted) {
            deep.over({ table, token: own, pile: deep.pile, take: takes[0] });
            return null;
        }
        if (actions.includes('draw')) return 'draw';
        const count = (action) => hand.filter((card) => card[0] === action[8]).length;
        const discards = actions
            .filter((one) => one.startsWith('discard'))
            .sort((a, b) => count(a) - count(b));
        // The partner begins, so that nothing is owed when the pack is taken.
        const melds = actions.filter((one) => one.startsWith('meld'));
        if (melds.length > 0 && (discards.length === 0 || (seat === 2 && !deep.melded)))
            return melds[melds.length - 1];
        return discards.find((one) => !wild.test(one)) ?? discards[0] ?? actions[0];
    }

    function sit(seat) {
        return new Promise((seated) => {
            const socket = new WebSocket(new URL('ws', location.href).href.replace(/^http/, 'ws'));
            let at = 0;
            let id = 0;
            let hand = [];
            const say = (message) => socket.send(JSON.stringify(message));
            const does = (message) => say({ ...message, id: ++id });
            const hello = (more) => say({ t: 'hello', v: 2, table, actions: true, ...more });
            sockets.push({ socket, does });
            socket.onopen = () => {
                if (seat === 0) say({ t: 'make', v: 2, name: 'Ann', players: 4, seat: 0, deck });
                else hello({ token: token(), new: true, name: 'BCD'[seat - 1], seat });
            };
            socket.onmessage = ({ data }) => {
                for (const text of data.split('\n').filter(Boolean)) {
                    const line = JSON.parse(text);
                    at = Math.max(at, line['#'] ?? 0);
                    if (line.t === 'made') {
                        table = line.table;
                        own = line.token;
                        hello({ token: own });
                    }
                    if (line.t === 'welcome') seated();
                    if (line.t === 'no') deep.over({ why: line });
                    if (line.t === 'deal') hand = [...(line.hand ?? [])];
                    if (line.t === 'draw' && line.seat === seat)
                        hand.push(...(line.cards ?? []), ...(line.drawn ?? []));
                    if (line.t === 'discard') {
                        if (seat === 0) deep.pile++;
                        if (line.seat === seat) hand.splice(hand.indexOf(line.card), 1);
                    }
                    if (line.t === 'meld' && line.seat === 2) deep.melded = true;
                    if (line.t === 'end') deep.over(null);
                    if (line.t === 'actions' && line.actions.length > 0) {
                        const action = choose(seat, line.actions, hand);
                        if (action) does({ t: 'act', at, action });
                    }
                }
            };
        });
    }
    for (let seat = 0; seat < 4; seat++) await sit(seat);
    for (const { does } of sockets) does({ t: 'ready' });
    const found = await done;
    sockets[0].socket.close();
    if (!found?.table) for (const { socket } of sockets) socket.close();
    return found;
}

const compiled = Module.compile(join(root, 'build-wasm'));
const deckOf = (number) =>
    new Module(compiled).ask('sets', {
        do: 'deck',
        rules: 'laws1950',
        house: '',
        number: String(number),
        deal: 1,
        players: 4,
    }).deck;

/** Runs in the page that is measured: frames as its own thread sees them, and how long cards move
 * after the last click. */
function watch() {
    const seen = { frames: [], moved: 0, begun: 0, click: 0 };
    globalThis.seen = seen;
    const clicked = () => {
        seen.click = performance.now();
        seen.moved = seen.begun = 0;
        performance.mark('bench-click');
    };
    addEventListener('click', clicked, { capture: true });
    const step = (now) => {
        seen.frames.push(now);
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const flight = animate.apply(this, how);
        flight.finished.then(
            () => {
                seen.moved = performance.now();
                seen.begun = Math.min(seen.begun || Infinity, flight.startTime);
            },
            () => undefined,
        );
        return flight;
    };
}

/** Of the events that Chromium traced: how the frames fared, and what the page's own thread did,
 * in its processor time. */
function read(trace, { click, begun, rest }) {
    const events = trace.traceEvents;
    const mark = (name) =>
        events.find((one) => one.name === name && one.cat.includes('blink.user_timing'));
    const begin = mark('bench-click');
    const end = begin.ts + (rest - click) * 1000;
    const own = events.filter((one) => one.pid === begin.pid);
    const inside = (one) => one.ts >= begin.ts - 20000 && one.ts <= end;
    const moves = (one) => one.ts >= begin.ts + (begun - click) * 1000 && one.ts <= end;
    const states = {};
    for (const one of own)
        if (one.name === 'PipelineReporter' && one.ph === 'b' && moves(one)) {
            const { state, frame_type: type } =
                one.args.chrome_frame_reporter ?? one.args.frame_reporter ?? {};
            if (type === 'FORKED') continue;
            states[state] = (states[state] ?? 0) + 1;
        }
    const thread = own.filter((one) => one.tid === begin.tid && one.ph === 'X' && inside(one));
    const tasks = thread.filter((one) => one.name === 'RunTask');
    const parts = {};
    for (const one of thread) parts[one.name] = (parts[one.name] ?? 0) + one.dur / 1000;
    return {
        states,
        busy: tasks.reduce((sum, one) => sum + (one.tdur ?? one.dur), 0) / 1000,
        longest: Math.max(...tasks.map((one) => one.dur)) / 1000,
        parts,
    };
}

const server = await serve();
const browser = await chromium.launch({
    executablePath:
        process.env.CHROMIUM ??
        ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)),
    args,
});

async function position(page, number) {
    await page.goto(server.url);
    return page.evaluate(prepare, { deck: deckOf(number), wanted });
}

let number = 1;
const first = await browser.newPage();
for (; ; number++) {
    const found = await position(first, number);
    if (found?.why) throw new Error(JSON.stringify(found.why));
    if (found) break;
}
await first.close();

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(last) {
    const others = await browser.newPage();
    const { table, token, pile } = await position(others, number);
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en' });
    await context.addInitScript(
        ([link, token]) => {
            localStorage.setItem(`canasta.token.${link}`, token);
            localStorage.setItem('canasta.settings', JSON.stringify({ name: 'Ann' }));
        },
        [table, token],
    );
    const page = await context.newPage();
    await page.goto(server.url + table);
    const button = page.locator('.acts').getByRole('button', { name: /^Take/ });
    await button.waitFor();
    await later(1500);
    const held = await page.getByRole('option').count();
    await page.evaluate(watch);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const shots = [];
    if (last && film) {
        session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
            shots.push({ data, at: metadata.timestamp });
            void session.send('Page.screencastFrameAck', { sessionId });
        });
        await session.send('Page.startScreencast', { format: 'png' });
    }
    await browser.startTracing(page, {
        categories: [
            '-*',
            'benchmark',
            'blink.user_timing',
            'devtools.timeline',
            'disabled-by-default-devtools.timeline',
        ],
    });
    await button.click();
    const choice = page.locator('dialog[open] .ways button').first();
    await later(150);
    if (await choice.isVisible()) await choice.click();
    await later(3500);
    const trace = JSON.parse((await browser.stopTracing()).toString());
    const seen = await page.evaluate(() => globalThis.seen);
    const now = await page.getByRole('option').count();
    shots.forEach(({ data }, i) => {
        mkdirSync(film, { recursive: true });
        writeFileSync(join(film, `${String(i).padStart(3, '0')}.png`), Buffer.from(data, 'base64'));
    });
    await context.close();
    await others.close();
    const rest = seen.moved || seen.click + 1000;
    return {
        pile,
        held,
        now,
        ...seen,
        rest,
        ...read(trace, { click: seen.click, begun: seen.begun, rest }),
    };
}

/** The share of the frames of 60 Hz that the page's own thread did not come to see. */
function missed({ frames, begun, rest }) {
    const came = frames.filter((at) => at > begun && at <= rest).length;
    return Math.max(0, 1 - came / Math.floor((rest - begun) / frame));
}

/** The share of the frames that Chromium itself counts as dropped. */
function dropped({ states }) {
    const lost = states.STATE_DROPPED ?? 0;
    const shown = (states.STATE_PRESENTED_ALL ?? 0) + (states.STATE_PRESENTED_PARTIAL ?? 0);
    return lost / (lost + shown || 1);
}

const all = [];
for (let run = 0; run < runs; run++) {
    const one = await measure(run === runs - 1);
    all.push(one);
    const percent = (share) => `${(100 * share).toFixed(1)} %`;
    console.log(
        `run ${run + 1}: ${one.held} cards, then ${one.now}; to the first move`,
        `${(one.begun - one.click).toFixed(0)} ms, to rest`,
        `${(one.rest - one.click).toFixed(0)} ms; frames missed by the page's thread`,
        `${percent(missed(one))}, dropped by Chromium's`,
        `count ${percent(dropped(one))}; thread busy ${one.busy.toFixed(0)} ms, longest task`,
        `${one.longest.toFixed(0)} ms; load`,
        loadavg()[0].toFixed(1),
        JSON.stringify(one.states),
    );
}
const last = all[all.length - 1];
if (process.env.PARTS)
    for (const [name, ms] of Object.entries(last.parts)
        .sort((a, b) => b[1] - a[1])
        .slice(0, 30))
        console.log(`  ${ms.toFixed(1).padStart(8)} ${name}`);
for (const [name, value] of Object.entries({
    'missed %': (one) => 100 * missed(one),
    'dropped %': (one) => 100 * dropped(one),
    'busy ms': (one) => one.busy,
})) {
    const sorted = all.map(value).sort((a, b) => a - b);
    console.log(
        name,
        'min',
        sorted[0].toFixed(1),
        'median',
        sorted[sorted.length >> 1].toFixed(1),
        'max',
        sorted[sorted.length - 1].toFixed(1),
    );
}
await browser.close();
server.stop();
