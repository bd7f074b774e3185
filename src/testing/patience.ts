import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Factor on all waiting times: the runner says how slow the machine is. */
export const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);

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
export async function measureSlowness(): Promise<number> {
  if (performance.now() < known.until) return known.slowness;
  const start = performance.now();
  const programs = [1, 2].map(() => spawn(process.execPath, ['-e', WORK], { stdio: 'ignore' }));
  await Promise.all(programs.map((program) => once(program, 'close')));
  const slowness = Math.max(1, (performance.now() - start) / USUAL_MS);
  known = { slowness, until: performance.now() + LASTS_MS };
  return slowness;
}

/** True where the runner says that its machine is slow. */
export function isOnSlowMachine(): boolean {
  return Boolean(process.env.TEST_SLOW_MACHINE);
}

const TOUCHED_BYTES = 256 * 2 ** 20;
/** About 1,000 were measured on a virtual machine whose new pages are asked for outside of it. */
const SLOW_TOUCH_MS = 400;

/** Returns whether new memory costs this machine so much of its processors that a run takes twice as long or more. */
export function isMemorySlow(): boolean {
  const before = process.cpuUsage();
  Buffer.allocUnsafeSlow(TOUCHED_BYTES).fill(1);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 > SLOW_TOUCH_MS;
}
