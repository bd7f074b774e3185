import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dealer, uploaded } from '../dealer.ts';
import { photos } from '../photos.ts';
import { ownSeconds, residentMegabytes } from '../processor.ts';
import { SIZE } from '../size.ts';
import { add, median, percentile, two } from '../table.ts';
import { inWorker } from './in-worker.ts';
import type { Member } from './seed-crowd.ts';

/** Instructions for the program of one who asks and does not read. */
export interface UnreadPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly times: number;
  readonly seconds: number;
}

const ZIPS = 300 * SIZE.share;
/** Originals: together more than a connection takes up by itself. */
const PHOTOS = 6;
const PER_SECOND = 50;
/** As long as those wait that get no place. */
const SECONDS = 30 * SIZE.share;
const RATIO_GOAL = 2;
const MEMORY_GOAL = 100;

/** Measures what one person's ZIPs, asked for 300 at once and never read, do to a neighbour and to memory; without and with them in turn. */
export async function unreadZips(
  shop: Dealer,
  neighbour: Pick<Member, 'token'> | undefined,
  rounds: number,
): Promise<void> {
  if (!neighbour) throw new Error('no crowd');
  const photoIds = await uploaded(shop, await photos(PHOTOS));
  const { body: zip } = await shop.client.call('POST', '/api/zips', { body: { photoIds, resultIds: [] } });
  const { url, pid } = shop.app;
  const plan: UnreadPlan = {
    url: `${url}/api/zips/${zip.zipId}`,
    headers: shop.client.headers(),
    times: ZIPS,
    seconds: SECONDS + 1,
  };
  const ask = () => answersTo(`${url}/api/users/me`, neighbour.token);
  await ask();
  const [alone, beside]: [number[], number[]] = [[], []];
  const [megabytes, seconds, served]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const idle = ownSeconds(pid) ?? 0;
    alone.push(percentile(await ask(), 0.95));
    const [memory, spent] = [residentMegabytes(pid) ?? 0, ownSeconds(pid) ?? 0];
    const begun = inWorker<number>('unread-crowd.ts', plan);
    beside.push(percentile(await ask(), 0.95));
    megabytes.push((residentMegabytes(pid) ?? 0) - memory);
    seconds.push((ownSeconds(pid) ?? 0) - spent - (spent - idle));
    served.push(await begun);
  }
  const ratios = beside.map((mine, n) => mine / (alone[n] ?? 0));
  add({
    measured: `a neighbour's p95 (GET /api/users/me, ${PER_SECOND} a second) beside ${ZIPS} ZIPs of one person, asked for at once and not read ÷ without`,
    ours: `${two(median(beside))} ms (${median(served)} of ${ZIPS} served, ${two(median(seconds))} s of processor more)`,
    other: `${two(median(alone))} ms`,
    ratios,
    goal: `≤ ${two(RATIO_GOAL)}`,
    met: median(ratios) <= RATIO_GOAL,
  });
  add({
    measured: 'memory of the server beside the same − before',
    ours: `${megabytes.map((more) => `${more < 0 ? '' : '+'}${Math.round(more)}`).join(', ')} MB`,
    other: '–',
    ratios: [],
    goal: `≤ +${MEMORY_GOAL} MB`,
    met: Math.max(...megabytes) <= MEMORY_GOAL,
  });
}

/** Milliseconds, counted from when each was due. */
async function answersTo(url: string, token: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const headers = { cookie: `sid=${token}`, 'sec-fetch-site': 'same-origin' };
  const begin = performance.now();
  const asked = Array.from({ length: SECONDS * PER_SECOND }, async (_, n) => {
    const due = begin + (n * 1000) / PER_SECOND;
    await wait(Math.max(0, due - performance.now()));
    const [answer] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
    await answer.resume().toArray();
    return performance.now() - due;
  });
  return Promise.all(asked).finally(() => agent.destroy());
}
