import { setTimeout as wait } from 'node:timers/promises';
import { listBatches, readBatch } from '#contract/batches.ts';
import { listPhotos } from '#contract/photos.ts';
import { startCluster } from '../../cluster/cluster.ts';
import { add, two } from '../table.ts';
import { type Lot, newLots, paceOf } from './lots.ts';

const OWNERS = 4;
const BETWEEN_REQUESTS_MS = 20;
const PACE_GOAL = 0.85;
const WAIT_GOAL = 1.3;
const REQUESTS = [listBatches, listPhotos, readBatch] as const;

/** One web process and one worker over a bucket against one process that does everything over a folder, in turn. */
export async function rolesApart(photosEach: number, rounds: number): Promise<void> {
  const [apart, together] = [await startCluster(), await startCluster()];
  try {
    const hands = { LOT_PROCESSES: '2' };
    const web = await apart.start('web', { env: hands });
    await apart.start('worker', { env: hands });
    const whole = await together.start('web', {
      env: { ...hands, ROLE: 'all', FILES_URL: '', NETOPIA_MODE: 'off' },
    });
    const [many, one] = await Promise.all(
      [web, whole].map(async ({ url }) => {
        const lots = await newLots(url, { owners: OWNERS, photosEach });
        await paceOf(lots, '4:3');
        return lots;
      }),
    );
    const measured = { many: [] as Figures[], one: [] as Figures[] };
    for (let round = 0; round < rounds; round++) {
      const crop = round % 2 === 0 ? '3:2' : '4:3';
      measured.one.push(await figures(one ?? [], crop));
      measured.many.push(await figures(many ?? [], crop));
    }
    report(measured, `${OWNERS} × ${photosEach} photos of 12 MP`);
  } finally {
    await Promise.all([apart.close(), together.close()]);
  }
}

interface Figures {
  readonly perSecond: number;
  /** Milliseconds within which 99 of 100 requests were answered meanwhile. */
  readonly p99: number;
}

async function figures(lots: readonly Lot[], crop: '4:3' | '3:2'): Promise<Figures> {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    const open: Promise<void>[] = [];
    for (let n = 0; !isOver; n++, await wait(BETWEEN_REQUESTS_MS)) {
      const lot = lots[n % lots.length] as Lot;
      const route = REQUESTS[n % REQUESTS.length] ?? listBatches;
      const begun = performance.now();
      const answered =
        route === readBatch ? lot.owner.call(route, { params: lot }) : lot.owner.call(route, {});
      open.push(answered.then(() => void times.push(performance.now() - begun)));
    }
    await Promise.all(open);
  })();
  const { perSecond } = await paceOf(lots, crop);
  isOver = true;
  await asking;
  times.sort((a, b) => a - b);
  return { perSecond, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

function report({ many, one }: { many: Figures[]; one: Figures[] }, lots: string): void {
  const paces = many.map(({ perSecond }, n) => perSecond / (one[n]?.perSecond ?? 1));
  add({
    measured: `a web process and a worker over a bucket ÷ one process over a folder, photos a second, ${lots}`,
    ours: many.map(({ perSecond }) => two(perSecond)).join(' / '),
    other: one.map(({ perSecond }) => two(perSecond)).join(' / '),
    ratios: paces,
    goal: `≥ ${PACE_GOAL}`,
    met: Math.min(...paces) >= PACE_GOAL,
  });
  const waits = many.map(({ p99 }, n) => p99 / (one[n]?.p99 ?? 1));
  add({
    measured: `the same, API's p99 meanwhile in ms, a request every ${BETWEEN_REQUESTS_MS} ms`,
    ours: many.map(({ p99 }) => two(p99)).join(' / '),
    other: one.map(({ p99 }) => two(p99)).join(' / '),
    ratios: waits,
    goal: `≤ ${WAIT_GOAL}`,
    met: Math.max(...waits) <= WAIT_GOAL,
  });
}
