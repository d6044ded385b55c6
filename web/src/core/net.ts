/**
 * The weights of the value nets on their way to a page. They are 16-bit numbers, most of them
 * small: the signs are folded in (0, -1, 1, -2, …) and the low bytes of all come before the high
 * ones, so that they pack to three quarters of the size.
 */

export function packNet(weights: Uint8Array): Uint8Array {
  const half = weights.length / 2;
  const numbers = new DataView(weights.buffer, weights.byteOffset, weights.length);
  const packed = new Uint8Array(weights.length);
  for (let i = 0; i < half; i++) {
    const value = numbers.getInt16(2 * i, true);
    const folded = (value << 1) ^ (value >> 15);
    packed[i] = folded;
    packed[half + i] = folded >> 8;
  }
  return packed;
}

export function unpackNet(packed: Uint8Array): Uint8Array {
  const half = packed.length / 2;
  const weights = new Uint8Array(packed.length);
  const numbers = new DataView(weights.buffer);
  for (let i = 0; i < half; i++) {
    const folded = (packed[i] ?? 0) | ((packed[half + i] ?? 0) << 8);
    numbers.setInt16(2 * i, (folded >> 1) ^ -(folded & 1), true);
  }
  return weights;
}

/** Fetches the file "value.net" of the module. Throws if it cannot be had. */
export async function fetchNet(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(url);
  return unpackNet(new Uint8Array(await answer.arrayBuffer()));
}
