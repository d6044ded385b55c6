export class Module {
    constructor(compiled: WebAssembly.Module);
    file(name: string, bytes: Uint8Array): boolean;
    ask(part: string, question: object): unknown;
}

export function dice(seed: number): (below: number) => number;

export function hex(roll: (below: number) => number, count: number): string;

export class Table {
    constructor(module: Module, seed: number, onLine: (line: string) => void);
    now: number;
    events: (() => void)[];
    hello: { table: string; token: string };
    make(message: object): void;
    say(message: object): void;
    run(until: () => boolean): boolean;
}
