import { createRateGate } from '#server/http/limits/paced.ts';

/**
 * Turn of a request by a reader without an account (pages of lots, pictures that sites fetch): 400 a second in this process, the others
 * wait up to five seconds. Each costs about a millisecond, and people at work go first. Throws http/too-many-requests.
 */
export const takePublicTurn = createRateGate({ concurrency: 2, everyMs: 5, mostWaiting: 2000 });
