import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Member } from '../../tools/seed-crowd.ts';
import { type Dealer, processingSeconds, start, uploaded } from '../dealer.ts';
import { photos } from '../photos.ts';
import { ownSeconds, residentMegabytes } from '../processor.ts';
import { add, median, percentile, two } from '../table.ts';

const ZIPS = 300;
const PHOTOS = 3;
const PER_SECOND = 50;
const SECONDS = 6;
const RATIO_GOAL = 2;
const MEMORY_GOAL = 100;

/** Measures what one person's ZIPs, asked for 300 at once and never read, do to a neighbour and to memory; without and with them in turn. */
export async function unreadZips(
  shop: Dealer,
  neighbour: Pick<Member, 'token'>,
  rounds: number,
): Promise<void> {
  const ids = await uploaded(shop, await photos(PHOTOS));
  const run = await start(shop, ids);
  await processingSeconds(shop, run);
  const { url, pid } = shop.app;
  const path = `${url}/api/batches/${run.batchId}/zip`;
  const ask = () => answersTo(`${url}/api/users/me`, neighbour.token);
  await ask();
  const [alone, beside]: [number[], number[]] = [[], []];
  const [megabytes, seconds, served]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(percentile(await ask(), 0.95));
    const [memory, spent] = [residentMegabytes(pid) ?? 0, ownSeconds(pid) ?? 0];
    const zips = Array.from({ length: ZIPS }, () => unread(path, shop.client.headers()));
    beside.push(percentile(await ask(), 0.95));
    megabytes.push((residentMegabytes(pid) ?? 0) - memory);
    seconds.push((ownSeconds(pid) ?? 0) - spent);
    served.push(zips.filter(({ status }) => status() === 200).length);
    for (const { end } of zips) end();
    await wait(1_000);
  }
  const ratios = beside.map((mine, n) => mine / (alone[n] ?? 0));
  add({
    measured: `a neighbour's p95 (GET /api/users/me, ${PER_SECOND} a second) beside ${ZIPS} ZIPs of one person, asked for at once and not read ÷ without`,
    ours: `${two(median(beside))} ms (${median(served)} of ${ZIPS} served, ${two(median(seconds))} s of processor)`,
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

/** Asks on a connection of its own and takes no byte of the body. */
function unread(url: string, headers: Record<string, string>): { status: () => number; end: () => void } {
  let status = 0;
  const sent = get(url, { headers, agent: false }, (answer) => {
    status = answer.statusCode ?? 0;
    answer.on('error', () => {});
  });
  sent.on('error', () => {});
  return { status: () => status, end: () => sent.destroy() };
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
