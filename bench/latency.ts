import { setTimeout as wait } from 'node:timers/promises';
import type { Dealer } from './dealer.ts';

/** Answers of GET /api/users/me in milliseconds, asked at a fixed pace and counted from when each was due. */
export async function latencies({ client }: Dealer, seconds: number, perSecond = 50): Promise<number[]> {
  const begin = performance.now();
  const asked: Promise<number>[] = [];
  for (let n = 0; n < seconds * perSecond; n++) {
    const due = begin + (n * 1000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    asked.push(client.call('GET', '/api/users/me').then(() => performance.now() - due));
  }
  return Promise.all(asked);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
