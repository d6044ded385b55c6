// What a client without the library needs for a fair deal: BLAKE2b with 32 bytes (RFC 7693), and
// the pledge of a part (docs/PROTOCOL.md).

const start = [
    0x6a09e667f3bcc908n,
    0xbb67ae8584caa73bn,
    0x3c6ef372fe94f82bn,
    0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n,
    0x9b05688c2b3e6c1fn,
    0x1f83d9abfb41bd6bn,
    0x5be0cd19137e2179n,
];
const sigma = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const word = (value) => BigInt.asUintN(64, value);
const right = (value, by) => word((value >> by) | (value << (64n - by)));

function mix(v, a, b, c, d, x, y) {
    v[a] = word(v[a] + v[b] + x);
    v[d] = right(v[d] ^ v[a], 32n);
    v[c] = word(v[c] + v[d]);
    v[b] = right(v[b] ^ v[c], 24n);
    v[a] = word(v[a] + v[b] + y);
    v[d] = right(v[d] ^ v[a], 16n);
    v[c] = word(v[c] + v[d]);
    v[b] = right(v[b] ^ v[c], 63n);
}

function compress(h, block, length, last) {
    const m = [];
    for (let i = 0; i < 16; i++) m.push(block.readBigUInt64LE(8 * i));
    const v = [...h, ...start];
    v[12] ^= BigInt(length);
    if (last) v[14] = word(~v[14]);
    for (let round = 0; round < 12; round++) {
        const s = sigma[round % 10];
        for (let i = 0; i < 4; i++) mix(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
        for (let i = 0; i < 4; i++)
            mix(
                v,
                i,
                4 + ((i + 1) % 4),
                8 + ((i + 2) % 4),
                12 + ((i + 3) % 4),
                m[s[8 + 2 * i]],
                m[s[9 + 2 * i]],
            );
    }
    for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

export function blake2b256(bytes) {
    const h = [...start];
    h[0] ^= 0x01010020n;
    const count = Math.max(1, Math.ceil(bytes.length / 128));
    for (let i = 0; i < count; i++) {
        const block = Buffer.alloc(128);
        bytes.copy(block, 0, 128 * i, 128 * (i + 1));
        compress(h, block, Math.min(bytes.length, 128 * (i + 1)), i === count - 1);
    }
    const out = Buffer.alloc(32);
    for (let i = 0; i < 4; i++) out.writeBigUInt64LE(h[i], 8 * i);
    return out;
}

/** The pledge of a part, all of them but the numbers in hexadecimal. */
export function pledgeOf(link, deal, seat, hash, part) {
    const table = blake2b256(
        Buffer.concat([Buffer.from('canasta table'), Buffer.from(link, 'hex')]),
    );
    const numbers = Buffer.alloc(5);
    numbers.writeUInt32LE(deal);
    numbers[4] = seat;
    const hex = Buffer.from(hash + part, 'hex');
    return blake2b256(Buffer.concat([Buffer.from('canasta pledge'), table, numbers, hex])).toString(
        'hex',
    );
}
