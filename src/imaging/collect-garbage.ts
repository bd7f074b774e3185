/** Gives back the memory of large pictures at once. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Size } from '#imaging/pixels/raw.ts';

/** Memory of smaller pictures may wait for the collector. */
const LARGE_PIXELS = 24_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * To be called after pictures of this size were given up. The collector counts little of what lies outside its heap, and comes too late.
 */
export async function collectGarbage({ width, height }: Size): Promise<void> {
  if (width * height <= LARGE_PIXELS) return;
  collect();
  // sharp's own bytes are given back in the next turn.
  await setImmediate();
}
