import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import type { Dealer } from './dealer.ts';

/** Response times of GET /api/users/me in milliseconds, asked at a fixed pace and counted from when each was due. */
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

/** Milliseconds until each preview is there, one after the other; every one is another picture of the photo at its screen's size. */
export async function previewTimes({ client }: Dealer, photoId: string, count: number): Promise<number[]> {
  const { body: batch } = await client.call('POST', '/api/batches', { body: { photoIds: [photoId] } });
  const taken: number[] = [];
  for (let n = 0; n <= count; n++) {
    const recipe = { ...DEFAULT_RECIPE, light: { ...DEFAULT_RECIPE.light, levels: n % 100 } };
    const begin = performance.now();
    const answer = await client.send(`/api/batches/${batch.id}/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ photoId, recipe, output: null, side: 1024, stage: 'after' }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`no preview: ${answer.status}`);
    // The first one opens the photo.
    if (n > 0) taken.push(performance.now() - begin);
    await wait(30);
  }
  return taken;
}
