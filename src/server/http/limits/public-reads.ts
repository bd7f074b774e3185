import { createRateGate } from '#server/http/limits/paced.ts';

/**
 * Returns the turns of one kind of requests by readers without an account: 100 a second in this process, the others wait up to ten seconds,
 * so that people at work go first. Pages and the pictures that sites fetch have turns of their own: a crowd on a
 * page keeps no advert from its pictures. A turn throws http/too-many-requests.
 */
export function createPublicTurn(): () => Promise<void> {
  return createRateGate({ concurrency: 1, everyMs: 10, mostWaiting: 1000 });
}
