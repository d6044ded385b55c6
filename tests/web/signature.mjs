// signature.mjs SIGNATURE.wasm -- the engine and the bots must do in WebAssembly what they do
// everywhere (tests/signature.txt).
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';

const module = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { _initialize, signature } = module.instance.exports;
_initialize();
const found = BigInt.asUintN(64, signature()).toString(16).padStart(16, '0');
const expected = readFileSync(new URL('../signature.txt', import.meta.url), 'utf8').trim();
assert.equal(found, expected);
