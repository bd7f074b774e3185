import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { EditsPlan } from './edits.ts';

/** Beside the program that measures: one person's edits, so many at once, each followed by the next. Posts how many there were. */
const { url, headers, batchIds, atOnce, seconds } = workerData as EditsPlan;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
let edits = 0;

function edit(n: number): Promise<void> {
  const text = JSON.stringify({ name: `Lot ${n}` });
  const path = `/api/batches/${batchIds[n % batchIds.length]}`;
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, {
      method: 'PATCH',
      agent,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      },
    });
    sent.on('response', (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`an edit was answered ${answer.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

const until = performance.now() + seconds * 1000;
const hand = async () => {
  while (performance.now() < until) await edit(edits++);
};
await Promise.all(Array.from({ length: atOnce }, hand));
parentPort?.postMessage(edits);
agent.destroy();
