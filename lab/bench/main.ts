import { cpus, loadavg } from 'node:os';
import { reports } from './analytics.ts';
import { apiInABatch, lotAgainstBareSharp, waitInABatch } from './batches.ts';
import { claimsPerSecond } from './cluster/claims.ts';
import { notifiedChanges } from './cluster/notify.ts';
import { rolesApart } from './cluster/roles.ts';
import { slowStore } from './cluster/slow-store.ts';
import { workersAgainstOne } from './cluster/workers.ts';
import { editsOfANeighbour } from './crowds/edits.ts';
import { crowd, manyPeople } from './crowds/load.ts';
import { delaysOfChanges } from './crowds/streams.ts';
import { unreadZips } from './crowds/unread-zips.ts';
import { resumesBehindDeadConnections } from './crowds/upload-locks.ts';
import { cutoutQuality } from './cutout-scenes/measure.ts';
import { strokeAnswers } from './cutouts.ts';
import { type Dealer, dealer, uploaded } from './dealer.ts';
import { standardJobs } from './engines/standard-jobs.ts';
import { previewTimes } from './latency.ts';
import { cutoutsByModel } from './models.ts';
import { photos } from './photos.ts';
import { openSlider } from './slider.ts';
import { add, median, table, two } from './table.ts';
import { putSeconds, tusSeconds } from './uploads.ts';

/**
 * `npm run bench`: the standard jobs and the whole product against the least that could do the same, alternating in one run, as one
 * table with its verdicts; only the ratios carry over to another machine. `-- --quick` for a look of two minutes, `-- --only jobs,lot`
 * for some parts (jobs, models, reports, claims, notify, lot, api, preview, slider, brush, uploads, locks, edits, load, streams, zips, and only so: cutouts, cluster, roles, slow-store).
 * `-- --only cutouts [--scenes 100] [--first 0] [--model MANIFEST] [--kind hard|sellers]`: how many cut-outs are sure, and how many of those wrong.
 * `-- --only load,streams --users 100 --minutes 0.1` is a short form of the crowd.
 */
const isQuick = process.argv.includes('--quick');
const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const count = (name: string, usual: number, quick: number) =>
  Number(option(name) ?? (isQuick ? quick : usual));
const only = option('only')?.split(',');
const isAsked = (part: string) => only?.includes(part) ?? true;

const PHOTOS = count('photos', 200, 60);
const ROUNDS = count('rounds', 3, 1);
const REPETITIONS = count('repetitions', 5, 1);
const MOVES = count('moves', 40, 10);
const STROKES = count('strokes', 20, 5);
const PREVIEWS = count('previews', 40, 10);
const FILES = count('files', 100, 20);
const REPORTS = count('reports', 20, 5);
const CUTOUTS = count('cutouts', 30, 5);
const USERS = count('users', 500, 100);
const MINUTES = count('minutes', 5, 0.1);
const PHOTOS_EACH = count('photos-each', 12, 4);
const SCENES = count('scenes', 100, 20);
const FIRST_SCENE = count('first', 0, 0);
const MEGABYTES = 5;

const WITHOUT_SERVER = [
  'jobs',
  'models',
  'reports',
  'claims',
  'notify',
  'cluster',
  'roles',
  'slow-store',
  'cutouts',
];
const WITHOUT_PHOTOS = ['jobs', 'models', 'reports', 'locks', 'edits', 'load', 'streams', 'zips'];

const load = () => two(loadavg()[0] ?? 0);

async function uploadsAgainstPut(shop: Dealer): Promise<void> {
  const bytes = MEGABYTES * 1_000_000;
  await putSeconds(5, bytes);
  const tus: number[] = [];
  const put: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    put.push(await putSeconds(FILES, bytes));
    tus.push(await tusSeconds(shop, FILES, bytes));
  }
  add({
    measured: `upload of ${FILES} × ${MEGABYTES} MB, three at a time ÷ bare streaming PUT of the same bytes`,
    ours: `${two(median(tus))} s`,
    other: `${two(median(put))} s`,
    ratios: tus.map((seconds, n) => seconds / (put[n] ?? 1)),
    goal: null,
    met: null,
  });
}

async function product(shop: Dealer): Promise<void> {
  if (isAsked('locks')) await resumesBehindDeadConnections(shop, ROUNDS);
  if (['edits', 'load', 'streams', 'zips'].some(isAsked)) {
    // One for all: a photo that is there already would be a copy, and never ready.
    const members = await crowd(shop, USERS);
    const [neighbour] = members;
    if (isAsked('zips') && neighbour) await unreadZips(shop, neighbour, ROUNDS);
    if (isAsked('edits')) await editsOfANeighbour(shop, members, ROUNDS + 2);
    if (isAsked('load')) await manyPeople(shop, members, MINUTES);
    if (isAsked('streams')) await delaysOfChanges(shop, members, Math.min(1, MINUTES));
  }
  if (only?.every((part) => WITHOUT_PHOTOS.includes(part))) return;
  const paths = await photos(PHOTOS);
  const ids = await uploaded(shop, paths);
  const [first = '', second = ''] = ids;
  if (isAsked('lot')) await lotAgainstBareSharp(shop, ids, { paths, rounds: ROUNDS });
  if (isAsked('api')) await apiInABatch(shop, ids, ROUNDS + 2);
  if (isAsked('preview'))
    await waitInABatch(shop, ids, {
      name: 'preview of a 12 MP photo at 1024 px, asked → there',
      count: PREVIEWS,
      goals: [{ share: 0.95, name: 'p95', most: 300 }],
      measure: (n) => previewTimes(shop, first, n),
      atOnce: 40,
    });
  if (isAsked('slider')) {
    const slider = await openSlider(shop, first);
    await waitInABatch(shop, ids, {
      name: 'slider moved → picture shown in a browser, 12 MP',
      count: MOVES,
      goals: [{ share: 0.95, name: 'p95', most: 150 }],
      measure: (n) => slider.pull(n),
      atOnce: 10,
    }).finally(() => slider.close());
  }
  if (isAsked('brush'))
    await waitInABatch(shop, ids, {
      name: 'stroke of the brush → its mask, 12 MP',
      count: STROKES,
      goals: [
        { share: 0.5, name: 'median', most: 1000 },
        { share: 0.95, name: 'p95', most: 2000 },
      ],
      measure: (n) => strokeAnswers(shop, second, n),
      atOnce: 7,
    });
  if (isAsked('uploads')) await uploadsAgainstPut(shop);
}

async function everything(): Promise<void> {
  if (isAsked('jobs')) await standardJobs(REPETITIONS);
  if (isAsked('models')) await cutoutsByModel(CUTOUTS);
  if (isAsked('reports')) await reports(REPORTS);
  if (only?.includes('cluster')) await workersAgainstOne(PHOTOS_EACH);
  if (only?.includes('roles')) await rolesApart(PHOTOS_EACH, ROUNDS);
  if (only?.includes('slow-store')) await slowStore(PHOTOS_EACH, ROUNDS);
  if (isAsked('claims')) await claimsPerSecond(ROUNDS);
  if (isAsked('notify')) await notifiedChanges();
  if (only?.includes('cutouts'))
    await cutoutQuality(SCENES, {
      first: FIRST_SCENE,
      manifest: option('model') ?? null,
      kind: option('kind') === 'sellers' ? 'sellers' : 'hard',
    });
  if (only?.every((part) => WITHOUT_SERVER.includes(part))) return;
  const shop = await dealer();
  await product(shop).finally(() => shop.app.stop());
}

const before = load();
console.error(`load before the start: ${before} on ${cpus().length} cores`);
const started = performance.now();
// The table is printed even when a later part fails.
await everything().finally(() => {
  const minutes = two((performance.now() - started) / 60_000);
  const loads = `Load ${before} before the start, ${load()} after ${minutes} minutes; ${cpus().length} cores.`;
  console.log(`${loads}\n\n${table()}`);
});
