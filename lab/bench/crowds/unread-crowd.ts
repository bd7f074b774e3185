import { type ClientRequest, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { UnreadPlan } from './unread-zips.ts';

/** Beside the program that measures: asks for one file many times at once, takes no byte of it, and posts how many were served. */
const { url, headers, times, seconds } = workerData as UnreadPlan;

let served = 0;
const asked: ClientRequest[] = Array.from({ length: times }, () => {
  const sent = get(url, { headers, agent: false }, (answer) => {
    if (answer.statusCode === 200) served += 1;
    answer.on('error', () => {});
  });
  return sent.on('error', () => {});
});
await wait(seconds * 1000);
for (const sent of asked) sent.destroy();
parentPort?.postMessage(served);
