import { type OwnPostgres, ownPostgres } from '../cluster/own-postgres.ts';
import { adminSearch } from './admin-search.ts';
import { reports } from './analytics.ts';
import { apiInABatch, lotAgainstBareSharp, waitInABatch } from './batches.ts';
import { claimsPerSecond } from './cluster/claims.ts';
import { notifiedChanges } from './cluster/notify.ts';
import { rolesApart } from './cluster/roles.ts';
import { slowStore } from './cluster/slow-store.ts';
import { workersAgainstOne } from './cluster/workers.ts';
import { editsOfANeighbour } from './crowds/edits.ts';
import { crowd, manyPeople } from './crowds/load.ts';
import type { Member } from './crowds/seed-crowd.ts';
import { delaysOfChanges } from './crowds/streams.ts';
import { unreadZips } from './crowds/unread-zips.ts';
import { resumesBehindDeadConnections } from './crowds/upload-locks.ts';
import { cutoutQuality, SCENE_KINDS } from './cutout-scenes/measure.ts';
import { strokeAnswers } from './cutouts.ts';
import { type Dealer, dealer, uploaded } from './dealer.ts';
import { standardJobs } from './engines/standard-jobs.ts';
import { previewTimes } from './latency.ts';
import { lotsByModel } from './model-lots.ts';
import { cutoutsByModel } from './models.ts';
import { photos } from './photos.ts';
import { readOption, SIZE } from './size.ts';
import { openSlider } from './slider.ts';
import { countRows } from './table.ts';
import { uploadsAgainstPut } from './uploads.ts';

/** The bench's parts, in groups that share what they run on. */
const ENGINE = {
  jobs: () => standardJobs(SIZE.repetitions),
  models: () => cutoutsByModel(SIZE.cutouts),
  'model-lots': () => lotsByModel(SIZE.modelLot),
  reports: () => reports(SIZE.reports),
  search: () => adminSearch(SIZE.reports),
  cutouts: () =>
    cutoutQuality(SIZE.scenes, {
      first: SIZE.first,
      manifest: readOption('model') ?? null,
      kind: SCENE_KINDS.find((kind) => kind === readOption('kind')) ?? 'hard',
    }),
};

/** On a PostgreSQL of their own. */
const CLUSTER = {
  claims: () => claimsPerSecond(SIZE.rounds),
  notify: () => notifiedChanges(),
  cluster: () => workersAgainstOne(SIZE.photosEach, SIZE.rounds),
  roles: () => rolesApart(SIZE.photosEach, SIZE.rounds),
  'slow-store': () => slowStore(SIZE.photosEach, SIZE.rounds),
};

interface WithServer {
  readonly shop: Dealer;
}

/** With a server. */
const SERVER = { locks: ({ shop }: WithServer) => resumesBehindDeadConnections(shop, SIZE.rounds) };

interface WithCrowd extends WithServer {
  readonly members: readonly Member[];
}

/** With a server on which there are many people. */
const CROWD = {
  zips: ({ shop, members: [neighbour] }: WithCrowd) => unreadZips(shop, neighbour, SIZE.rounds),
  edits: ({ shop, members }: WithCrowd) => editsOfANeighbour(shop, members, SIZE.rounds + 2),
  load: ({ shop, members }: WithCrowd) => manyPeople(shop, members, SIZE.minutes),
  streams: ({ shop, members }: WithCrowd) => delaysOfChanges(shop, members, Math.min(1, SIZE.minutes)),
};

interface WithPhotos extends WithServer {
  readonly paths: readonly string[];
  readonly ids: readonly string[];
}

/** With a server that has the dealer's photos. */
const PHOTOS = {
  lot: ({ shop, ids, paths }: WithPhotos) => lotAgainstBareSharp(shop, ids, { paths, rounds: SIZE.rounds }),
  api: ({ shop, ids }: WithPhotos) => apiInABatch(shop, ids, SIZE.rounds + 2),
  preview: ({ shop, ids }: WithPhotos) =>
    waitInABatch(shop, ids, {
      name: 'preview of a 12 MP photo at 1024 px, asked → there',
      count: SIZE.previews,
      goals: [{ share: 0.95, name: 'p95', most: 120 }],
      measure: (count) => previewTimes(shop, ids[0] ?? '', count),
    }),
  slider: async ({ shop, ids }: WithPhotos) => {
    const slider = await openSlider(shop, ids[0] ?? '');
    await waitInABatch(shop, ids, {
      name: 'slider moved → picture shown in a browser, 12 MP',
      count: SIZE.moves,
      goals: [{ share: 0.95, name: 'p95', most: 150 }],
      measure: (count) => slider.pull(count),
    }).finally(() => slider.close());
  },
  brush: ({ shop, ids }: WithPhotos) =>
    waitInABatch(shop, ids, {
      name: 'stroke of the brush → its mask, 12 MP',
      count: SIZE.strokes,
      goals: [
        { share: 0.5, name: 'median', most: 1000 },
        { share: 0.95, name: 'p95', most: 2000 },
      ],
      measure: (count) => strokeAnswers(shop, ids[1] ?? '', count),
    }),
  uploads: ({ shop }: WithPhotos) => uploadsAgainstPut(shop, SIZE.rounds),
};

export const GROUPS = { ENGINE, CLUSTER, SERVER, CROWD, PHOTOS };
const NAMES = Object.values(GROUPS).flatMap((group) => Object.keys(group));
/** They take long, or say something of one model only. */
const ONLY_IF_NAMED = ['cutouts', 'model-lots', 'cluster', 'roles', 'slow-store'];

/** Runs the parts of these names, all usual ones without any. A part that adds no row to the table has failed. */
export async function runParts(asked: readonly string[] | null): Promise<void> {
  const unknown = asked?.filter((name) => !NAMES.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`No part is called ${unknown.join(', ')}: ${NAMES.join(', ')}.`);
  const isRun = (name: string) => asked?.includes(name) ?? !ONLY_IF_NAMED.includes(name);
  const runGroup = async <Context>(
    group: Readonly<Record<string, (context: Context) => Promise<void>>>,
    prepare: () => Promise<Context>,
  ) => {
    const parts = Object.entries(group).filter(([name]) => isRun(name));
    if (parts.length === 0) return;
    const context = await prepare();
    for (const [name, part] of parts) {
      const before = countRows();
      await part(context);
      if (countRows() === before) throw new Error(`${name} has no figures`);
    }
  };
  await runGroup(ENGINE, async () => {});
  let postgres: OwnPostgres | undefined;
  await runGroup(CLUSTER, async () => {
    postgres = await ownPostgres(100);
  }).finally(() => postgres?.stop());
  if (![SERVER, CROWD, PHOTOS].flatMap((group) => Object.keys(group)).some(isRun)) return;
  const shop = await dealer();
  try {
    await runGroup(SERVER, async () => ({ shop }));
    // One for all: a photo that is there already would be a copy, and never ready.
    await runGroup(CROWD, async () => ({ shop, members: await crowd(shop, SIZE.users) }));
    await runGroup(PHOTOS, async () => {
      const paths = await photos(SIZE.photos);
      return { shop, paths, ids: await uploaded(shop, paths) };
    });
  } finally {
    await shop.app.stop();
  }
}
