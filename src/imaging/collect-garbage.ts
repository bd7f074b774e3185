/** Memory of pictures, given back at once. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Size } from '#imaging/pixels/raw.ts';

/** Memory of smaller pictures may wait for the collector. */
const LARGE_PIXELS = 24_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Frees bytes that are not read again; a view of a part of its memory is left as it is. Left to the collector, the pictures of every
 * sixth photo made it look through its whole heap: 4 ms of processor time a photo.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** After work that gave up pictures of this size. The collector counts little of what lies outside its heap, and comes too late. */
export async function collectGarbage({ width, height }: Size): Promise<void> {
  if (width * height <= LARGE_PIXELS) return;
  collect();
  // sharp's own bytes are given back in the next turn.
  await setImmediate();
}
