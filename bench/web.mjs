// web.mjs FOLDER -- the module for browsers: its size packed, and how long bots think in node, one
// game a level.
//
//     scripts/web wasm && node bench/web.mjs build-wasm
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Module, Table } from '../tests/web/module.mjs';

const folder = process.argv[2] ?? 'build-wasm';

function size(name) {
    const bytes = readFileSync(join(folder, name));
    const packed = brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    const kilo = (count) => (count / 1000).toFixed(1);
    console.log(
        `${name}: ${kilo(bytes.length)} kB, gzip ${kilo(gzipSync(bytes, { level: 9 }).length)}, ` +
            `brotli ${kilo(packed.length)}`,
    );
}

/** Every decision of a whole game, and the time until it came back, in milliseconds. */
function think(compiled, level) {
    const took = [];
    let over = false;
    let at = 0;
    const module = new Module(compiled);
    module.file('value.net', readFileSync(join(folder, 'value.net')));
    const table = new Table(module, 1950, (line) => {
        const message = JSON.parse(line);
        at = Math.max(at, message['#'] ?? 0);
        table.shuffles(message);
        if (message.t === 'over') over = true;
        else if (message.t === 'reveal') table.does({ t: 'ready' });
        if (message.t === 'actions')
            table.does({
                t: 'act',
                at,
                action: message.actions[table.roll(message.actions.length)],
            });
    });
    table.thought = (ms) => took.push(ms);
    table.make({ name: 'Ann', players: 4, pace: 0 });
    for (let seat = 1; seat < 4; seat++) table.does({ t: 'bot', seat, level });
    table.does({ t: 'ready' });
    table.run(() => over);
    took.sort((a, b) => a - b);
    const part = (share) => took[Math.floor((took.length - 1) * share)].toFixed(2);
    console.log(
        `${level}: ${took.length} decisions, median ${part(0.5)} ms, 95 of 100 below ` +
            `${part(0.95)}, longest ${part(1)}`,
    );
}

size('canasta.wasm');
size('value.net');
const compiled = Module.compile(folder);
for (const level of process.argv.length > 3
    ? process.argv.slice(3)
    : ['beginner', 'casual', 'club', 'expert'])
    think(compiled, level);
