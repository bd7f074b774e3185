/**
 * Returns a byte for each value. `Uint8Array.from` with a function goes through an iterator: a million values take it as long as forty such
 * loops.
 */
export function toBytes(
  values: Float32Array | Uint8Array,
  getByte: (value: number, index: number) => number,
): Uint8Array {
  const bytes = new Uint8Array(values.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = getByte(values[i], i);
  return bytes;
}

/** Returns the same bytes as a plain array, without a copy: the `slice` of a Buffer is a view of it, where a picture's is a copy. */
export function toPlainBytes({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
