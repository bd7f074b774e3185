import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Dealer } from '../dealer.ts';
import { SIZE } from '../size.ts';
import { add, median, percentile, two } from '../table.ts';
import { inWorker } from './in-worker.ts';
import type { Member } from './seed-crowd.ts';

/** Instructions for one person's program. */
export interface EditsPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly batchIds: readonly string[];
  readonly atOnce: number;
  readonly seconds: number;
}

const CONCURRENCY = 30;
const SECONDS = Math.max(1, 4 * SIZE.share);
/** Until the edits are under way. */
const BEFORE_MS = 125 * SECONDS;
const PER_SECOND = 50;
const PAGES = 10;
/** As many as a browser opens to one server. */
const CONNECTIONS = 6;
const RATIO_GOAL = 2;

/** Measures how one person's edits, many at once and without end, slow down another's pages; with and without them in turn. */
export async function editsOfANeighbour(
  shop: Dealer,
  [busy, neighbour]: readonly Member[],
  rounds: number,
): Promise<void> {
  if (!busy || !neighbour) throw new Error('no crowd');
  const { url } = shop.app;
  const plan = { url, headers: headersOf(busy), batchIds: busy.batchIds, atOnce: CONCURRENCY };
  const edits: number[] = [];
  const besideEdits = async <T>(measure: () => Promise<T>): Promise<T> => {
    const done = inWorker<number>('edits-crowd.ts', { ...plan, seconds: SECONDS } satisfies EditsPlan);
    await wait(BEFORE_MS);
    const measured = await measure();
    edits.push((await done) / SECONDS);
    return measured;
  };
  const answers = () => answersTo(url, neighbour, 0.75 * SECONDS);
  const pages = () => pagesOf(url, neighbour);
  await answers();
  await besideEdits(pages);
  const [idle, held]: [number[][], number[][]] = [[], []];
  const [idlePages, heldPages]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    idle.push(await answers());
    held.push(await besideEdits(answers));
    idlePages.push(median(await pages()));
    heldPages.push(median(await besideEdits(pages)));
  }
  const one = `one person’s ${CONCURRENCY} edits at once without end`;
  const pace = `${two(median(edits))} edits a second`;
  for (const [name, share, goal] of [
    ['p50', 0.5, RATIO_GOAL],
    ['p95', 0.95, null],
  ] as const) {
    const [before, beside] = [idle, held].map((all) => all.map((times) => percentile(times, share)));
    const ratios = (beside ?? []).map((mine, n) => mine / (before?.[n] ?? 0));
    add({
      measured: `a neighbour's ${name} (GET /api/users/me, ${PER_SECOND} a second) beside ${one} ÷ idle`,
      ours: `${two(median(beside ?? []))} ms, ${pace}`,
      other: `${two(median(before ?? []))} ms`,
      ratios,
      goal: goal && `≤ ${two(goal)}`,
      met: goal && median(ratios) <= goal,
    });
  }
  add({
    measured: `a neighbour's page (a lot and ${neighbour.photoIds.length} pictures, ${CONNECTIONS} connections) beside the same ÷ idle`,
    ours: `${two(median(heldPages))} ms`,
    other: `${two(median(idlePages))} ms`,
    ratios: heldPages.map((mine, n) => mine / (idlePages[n] ?? 0)),
    goal: null,
    met: null,
  });
}

const headersOf = ({ token }: Member) => ({
  cookie: `sid=${token}`,
  'sec-fetch-site': 'same-origin',
  'user-agent': 'bench',
});

/** Milliseconds, counted from when each was due. */
async function answersTo(url: string, member: Member, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const begin = performance.now();
  const asked: Promise<number>[] = [];
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    const due = begin + (n * 1000) / PER_SECOND;
    await wait(Math.max(0, due - performance.now()));
    asked.push(ask(`${url}/api/users/me`, member, agent).then(() => performance.now() - due));
  }
  const times = await Promise.all(asked);
  agent.destroy();
  return times;
}

/** Milliseconds until a batch and all pictures of its owner are there. */
async function pagesOf(url: string, member: Member): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const paths = [
    `/api/batches/${member.batchIds[0]}`,
    ...member.photoIds.map((id) => `/api/photos/${id}/thumbnail`),
  ];
  const times: number[] = [];
  for (let n = 0; n < PAGES; n++) {
    const begin = performance.now();
    await Promise.all(paths.map((path) => ask(`${url}${path}`, member, agent)));
    times.push(performance.now() - begin);
  }
  agent.destroy();
  return times;
}

function ask(url: string, member: Member, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: headersOf(member) }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} was answered ${answer.statusCode}`));
      });
    }).on('error', reject);
  });
}
