// module.mjs -- the module for browsers, called as core/module.ts calls it, and a table in it with
// its own clock.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pledgeOf } from './pledge.mjs';

export class Module {
    constructor(compiled) {
        this.exports = new WebAssembly.Instance(compiled, {}).exports;
        this.exports._initialize();
        this.files = new Map();
    }

    static compile(folder) {
        return new WebAssembly.Module(readFileSync(join(folder, 'canasta.wasm')));
    }

    static has(compiled, name) {
        return WebAssembly.Module.exports(compiled).some((given) => given.name === name);
    }

    put(...parts) {
        const length = parts.reduce((sum, part) => sum + part.length, 0);
        let at = this.exports.web_input(length);
        for (const part of parts) {
            new Uint8Array(this.exports.memory.buffer).set(part, at);
            at += part.length;
        }
        return length;
    }

    file(name, bytes) {
        this.files.set(name, bytes);
        const path = new TextEncoder().encode(name);
        this.put(path, bytes);
        return this.exports.web_file(path.length, bytes.length) !== 0;
    }

    ask(part, question) {
        const length = this.put(new TextEncoder().encode(JSON.stringify(question)));
        const answer = this.exports[`web_${part}`](length);
        const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.web_output(), answer);
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    }
}

/** Random numbers below `below`, the same for the same seed (mulberry32). */
export function dice(seed) {
    return (below) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) % below;
    };
}

export function hex(roll, count) {
    return Array.from({ length: count }, () => roll(256).toString(16).padStart(2, '0')).join('');
}

/** A table in a module. Calls `onLine` with each line that it sends to its client. */
export class Table {
    constructor(module, seed, onLine) {
        this.module = module;
        this.roll = dice(seed);
        this.onLine = onLine;
        this.slice = () => 1e9;
        this.thought = () => {};
        this.now = 0;
        this.timer = 0;
        this.log = '';
        this.events = [];
        this.id = 0;
    }

    random() {
        return hex(this.roll, 64);
    }

    perform(answer) {
        if (!answer.effects) throw new Error(JSON.stringify(answer));
        for (const effect of answer.effects) {
            if (effect.is === 'append') this.log += effect.text;
            else if (effect.is === 'timer') this.timer = effect.at;
            else if (effect.is === 'think') this.events.push(() => this.think(effect.decision));
            else if (effect.is === 'send')
                for (const line of effect.text.split('\n').filter(Boolean))
                    this.events.push(() => this.onLine(line));
            else throw new Error(JSON.stringify(effect));
        }
    }

    make(message) {
        const link = hex(this.roll, 16);
        const made = this.module.ask('host', {
            do: 'make',
            message: JSON.stringify({ t: 'make', v: 2, ...message }),
            link,
            now: this.now,
            random: this.random(),
        });
        this.perform(made);
        this.hello = { t: 'hello', v: 2, table: link, token: made.token, actions: true };
        this.say(this.hello);
    }

    /** Loses everything except the log, as closing the page does. */
    reload(module, last) {
        for (const name of ['words/en.words', 'value.net'])
            if (this.module.files.has(name)) module.file(name, this.module.files.get(name));
        this.module = module;
        this.events = [];
        this.timer = 0;
        const loaded = module.ask('host', { do: 'load', log: this.log, now: this.now });
        if (loaded.line) throw new Error(JSON.stringify(loaded));
        this.say({ ...this.hello, last });
    }

    say(message) {
        this.perform(
            this.module.ask('host', {
                do: 'message',
                client: 1,
                message: JSON.stringify(message),
                now: this.now,
                random: this.random(),
            }),
        );
    }

    does(message) {
        this.say({ ...message, id: ++this.id });
    }

    /** Does what a fair deal asks of seat 0, which cuts in the same place each time. */
    shuffles(message) {
        if (message.t === 'commit') {
            const { deal, hash } = message;
            this.part = { deal, part: hex(this.roll, 32) };
            const pledge = pledgeOf(this.hello.table, deal, 0, hash, this.part.part);
            this.does({ t: 'pledge', deal, pledge });
        }
        if (message.t === 'pledged' && message.seat === 0) this.does({ t: 'cut', k: 20 });
        if (message.t === 'open') this.does({ t: 'part', ...this.part });
    }

    think(decision) {
        let answer;
        const from = performance.now();
        do {
            answer = this.module.ask('host', { do: 'think', decision, nodes: this.slice() });
        } while (!answer.done);
        this.thought(performance.now() - from, answer);
        if (answer.action)
            this.perform(
                this.module.ask('host', {
                    do: 'thought',
                    decision,
                    action: answer.action,
                    now: this.now,
                    random: this.random(),
                }),
            );
    }

    /** Runs until nothing is left to do, or `until` returns true. */
    run(until) {
        while (!until()) {
            if (this.events.length > 0) {
                this.events.shift()();
            } else if (this.timer > 0) {
                this.now = Math.max(this.now, this.timer);
                this.timer = 0;
                this.perform(
                    this.module.ask('host', { do: 'timer', now: this.now, random: this.random() }),
                );
            } else {
                return false;
            }
        }
        return true;
    }
}
