import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Dealer } from '../dealer.ts';
import { latencies } from '../latency.ts';
import { ownSeconds, residentMegabytes } from '../processor.ts';
import { SIZE } from '../size.ts';
import { add, median, percentile, two } from '../table.ts';
import { inWorker } from './in-worker.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const CONCURRENCY = 1000 * SIZE.share;
const RESUMES = 20 * SIZE.share;
const NEIGHBOUR_SECONDS = 4 * SIZE.share;
const P95_RATIO_GOAL = 2;
const MEGABYTES_GOAL = 100;
const RESUME_MS_GOAL = 20;

/** A phone that lost its connection sends its upload again while the server still waits for the old connection's bytes. */
export async function resumesBehindDeadConnections(shop: Dealer, rounds: number): Promise<void> {
  await latencies(shop, 1);
  await costOfOne(shop);
  await concurrentUploads(shop, rounds);
}

/** Processor time of the server for a question about an upload that a stalled request holds, and about one that none holds. */
async function costOfOne(shop: Dealer): Promise<void> {
  const asked = async (isHeld: boolean) => {
    const taken: number[] = [];
    for (let n = 0; n < RESUMES; n++) {
      const path = await announced(shop);
      const connection = isHeld ? await deadConnection(shop, path) : null;
      const before = ownSeconds(shop.app.pid) ?? 0;
      await head(shop, path);
      taken.push(1000 * ((ownSeconds(shop.app.pid) ?? 0) - before));
      connection?.destroy();
    }
    return taken.reduce((sum, ms) => sum + ms, 0) / RESUMES;
  };
  const before = residentMegabytes(shop.app.pid);
  await asked(false);
  const [unheld, held] = [await asked(false), await asked(true)];
  add({
    measured: `processor time of a resume behind a dead line ÷ of one with nothing in its way; mean of ${RESUMES}`,
    ours: `${two(held)} ms${asText(grown(shop, before))}`,
    other: `${two(unheld)} ms`,
    ratios: [held / unheld],
    goal: `≤ ${RESUME_MS_GOAL} ms`,
    met: held <= RESUME_MS_GOAL,
  });
}

async function concurrentUploads(shop: Dealer, rounds: number): Promise<void> {
  const idle: number[] = [];
  const busy: number[] = [];
  const took: number[] = [];
  const rest: number[] = [];
  const before = residentMegabytes(shop.app.pid);
  for (let round = 0; round < rounds; round++) {
    const spentIdle = ownSeconds(shop.app.pid) ?? 0;
    idle.push(percentile(await latencies(shop, NEIGHBOUR_SECONDS), 0.95));
    rest.push((ownSeconds(shop.app.pid) ?? 0) - spentIdle);
    const path = await announced(shop);
    const connection = await deadConnection(shop, path);
    const spent = ownSeconds(shop.app.pid) ?? 0;
    const neighbour = latencies(shop, NEIGHBOUR_SECONDS);
    const url = new URL(path, shop.app.url).href;
    const plan = { url, headers: { ...TUS, ...shop.client.headers() }, count: CONCURRENCY };
    await inWorker('upload-crowd.ts', plan);
    busy.push(percentile(await neighbour, 0.95));
    took.push((ownSeconds(shop.app.pid) ?? 0) - spent);
    connection.destroy();
  }
  const ratios = busy.map((mine, n) => mine / (idle[n] ?? 0));
  const more = grown(shop, before);
  add({
    measured: `a neighbour's p95 (GET /api/users/me, 50 a second) while ${CONCURRENCY} resumes come behind one dead line ÷ idle`,
    ours: `${two(median(busy))} ms${asText(more)}, processor ${two(median(took))} s`,
    other: `${two(median(idle))} ms, processor ${two(median(rest))} s`,
    ratios,
    goal: `≤ ${two(P95_RATIO_GOAL)} and ≤ ${MEGABYTES_GOAL} MB`,
    met: median(ratios) <= P95_RATIO_GOAL && (more ?? 0) <= MEGABYTES_GOAL,
  });
}

async function announced({ client }: Dealer): Promise<string> {
  const answer = await client.send('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': '1000000' },
  });
  const path = answer.headers.get('location');
  if (path === null) throw new Error(`no upload: ${answer.status} ${await answer.text()}`);
  return path;
}

/** Begins to send and falls silent; resolves once the server has the first bytes. */
async function deadConnection(shop: Dealer, path: string) {
  const connection = request(new URL(path, shop.app.url), {
    method: 'PATCH',
    agent: false,
    headers: {
      ...TUS,
      ...shop.client.headers(),
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '1000000',
    },
  });
  connection.on('error', () => {}).on('response', (answer) => answer.resume());
  connection.write(Buffer.alloc(1000));
  await wait(200);
  return connection;
}

function head(shop: Dealer, path: string): Promise<number> {
  const headers = { ...TUS, ...shop.client.headers() };
  return new Promise((resolve, reject) => {
    request(new URL(path, shop.app.url), { method: 'HEAD', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

/** Returns the growth of the server's memory; null where the system does not tell. */
function grown({ app }: Dealer, before: number | null): number | null {
  const now = residentMegabytes(app.pid);
  return before === null || now === null ? null : now - before;
}

const asText = (megabytes: number | null) => (megabytes === null ? '' : `, +${megabytes.toFixed(0)} MB`);
