import { Agent, get, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Member } from './seed-crowd.ts';
import type { StreamsPlan, StreamsResult } from './streams.ts';

/**
 * Beside the program that measures: people with some tabs each, who rename a batch now and then. Posts the milliseconds from each request
 * until a tab had the batch with its new name.
 */
const { url, members, tabs, seconds, changesPerSecond } = workerData as StreamsPlan;
/** Time for changes that are still on their way at the end. */
const GRACE_MS = 5000;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const headers = ({ token }: Member) => ({ cookie: `sid=${token}`, 'sec-fetch-site': 'same-origin' });
const delays: number[] = [];
/** Time at which a change was sent, by its number. */
const sent = new Map<number, number>();
let isOver = false;

function listen(member: Member): Promise<{ destroy(): void }> {
  return new Promise((resolve, reject) => {
    const seen = new Set<number>();
    const stream = get(`${url}/api/live`, { headers: headers(member), agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream was answered ${answer.statusCode}`));
      answer.setEncoding('utf8').on('data', (text: string) => {
        resolve(stream);
        for (const [, number] of text.matchAll(/"name":"Schimbarea (\d+)"/g)) note(Number(number), seen);
      });
    });
    stream.on('error', (error) => {
      if (!isOver) reject(error);
    });
  });
}

function note(number: number, seen: Set<number>): void {
  const begin = sent.get(number);
  if (begin === undefined || seen.has(number)) return;
  seen.add(number);
  delays.push(performance.now() - begin);
}

function rename(member: Member, number: number): Promise<void> {
  const body = JSON.stringify({ name: `Schimbarea ${number}` });
  sent.set(number, performance.now());
  return new Promise((resolve, reject) => {
    request(
      `${url}/api/batches/${member.batchIds[0]}`,
      {
        method: 'PATCH',
        agent,
        headers: {
          ...headers(member),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.resume().on('end', resolve);
        if (answer.statusCode !== 200) reject(new Error(`a change was answered ${answer.statusCode}`));
      },
    )
      .on('error', reject)
      .end(body);
  });
}

const streams: { destroy(): void }[] = [];
for (let n = 0; n < members.length; n += 10)
  for (let tab = 0; tab < tabs; tab++)
    streams.push(...(await Promise.all(members.slice(n, n + 10).map(listen))));
const begin = performance.now();
const asked: Promise<void>[] = [];
for (let n = 0; n < seconds * changesPerSecond; n++) {
  await wait(Math.max(0, begin + (n * 1000) / changesPerSecond - performance.now()));
  const member = members[n % members.length];
  if (member) asked.push(rename(member, n));
}
await Promise.all(asked);
const wanted = asked.length * tabs;
for (const until = performance.now() + GRACE_MS; delays.length < wanted && performance.now() < until; )
  await wait(50);
isOver = true;
for (const stream of streams) stream.destroy();
agent.destroy();
parentPort?.postMessage({ delays, wanted } satisfies StreamsResult);
