import { cpus, loadavg } from 'node:os';
import { runParts } from './parts.ts';
import { readOption } from './size.ts';
import { table, two } from './table.ts';

/**
 * `npm run bench`: the standard jobs and the whole product against the least that could do the same, alternating in one run, as one
 * table with its verdicts; only the ratios carry over to another machine. `-- --quick` for a look of some minutes, `-- --only jobs,lot`
 * for some parts (jobs, models, reports, search, claims, notify, locks, zips, edits, load, streams, lot, api, preview, slider, brush, uploads, and
 * only so: cutouts, cluster, roles, slow-store). `lab/bench/size.ts` has the sizes, each of which is an option too.
 * `-- --only cutouts [--scenes 100] [--first 0] [--model MANIFEST] [--kind hard|sellers|yards]`: how many cut-outs are sure, and how many of those wrong.
 * `-- --only load,streams --users 100 --minutes 0.1` is a short form of the crowd.
 */
const toLoad = () => two(loadavg()[0] ?? 0);

const before = toLoad();
console.error(`load before the start: ${before} on ${cpus().length} cores`);
const started = performance.now();
// The table is printed even when a later part fails.
await runParts(readOption('only')?.split(',') ?? null).finally(() => {
  const minutes = two((performance.now() - started) / 60_000);
  const loads = `Load ${before} before the start, ${toLoad()} after ${minutes} minutes; ${cpus().length} cores.`;
  console.log(`${loads}\n\n${table()}`);
});
