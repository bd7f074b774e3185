import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** About two tenths of a second on a machine with nothing else to do. */
const WORK = `
  const { createHash } = require('node:crypto');
  let bytes = Buffer.alloc(64);
  for (let n = 0; n < 100_000; n++) bytes = createHash('sha256').update(bytes).digest();`;
const USUAL_MS = 250;
const LASTS_MS = 60_000;

let known = { slowness: 1, until: 0 };

/**
 * Returns how many times longer than usual two programs take that begin at the same time: a slow machine, a busy one and one with half a
 * core look alike. Measured anew after a minute.
 */
export async function slowness(): Promise<number> {
  if (performance.now() < known.until) return known.slowness;
  const start = performance.now();
  await Promise.all(
    [1, 2].map(() => once(spawn(process.execPath, ['-e', WORK], { stdio: 'ignore' }), 'close')),
  );
  const slowness = Math.max(1, (performance.now() - start) / USUAL_MS);
  known = { slowness, until: performance.now() + LASTS_MS };
  return slowness;
}
