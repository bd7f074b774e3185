import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Beside the program that measures: asks the same many times at once and tells how many seconds it took until all were answered. */
const { url, headers, count } = workerData as {
  url: string;
  headers: Record<string, string>;
  count: number;
};
const agent = new Agent({ keepAlive: true, maxSockets: count });

function head(): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'HEAD', headers, agent }, (answer) => answer.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
}

const begin = performance.now();
await Promise.all(Array.from({ length: count }, head));
parentPort?.postMessage((performance.now() - begin) / 1000);
agent.destroy();
