import type { tryPhoto } from '#contract/recipes/try-photo.ts';
import type { ReplyOf } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';
import { DEFAULT_OUTPUTS, resolveOutputs } from '#domain/recipes/outputs.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { PROOF_TEXT, TEST_IMAGE_SIDE, TRY_BYTES, TRY_SIDE } from '#domain/recipes/test-image.ts';
import type { App } from '#server/app.ts';
import { type IncomingPicture, readPicture } from '#server/http/files/receive-picture.ts';
import { slidingQuota } from '#server/http/limits/in-memory-rate-limit.ts';
import { ipKey, networkKey } from '#server/http/limits/rate-limit.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';

const AN_HOUR = { hits: 5, seconds: 3600 };
/** A network may do four times as much as one address, as everywhere. */
const AN_HOUR_OF_NETWORK = { ...AN_HOUR, hits: 4 * AN_HOUR.hits };
/** Photos that are held in memory at once. */
const MOST_AT_ONCE = 6;
const BUSY_SECONDS = 30;
/** Longer than a visitor waits; the photos of people with an account come first. */
const LONGEST_WAIT_MS = 45_000;

/** Returns what tries a visitor's photo: one at a time and five an hour for each address, without a file, a row or a word in the log. */
export function visitorTries(app: App) {
  const limit = (retryAfter: number) => new AppError('photos/try-limit', { retryAfter });
  const byAddress = slidingQuota(AN_HOUR, limit);
  const byNetwork = slidingQuota(AN_HOUR_OF_NETWORK, limit);
  const underWay = new Set<string>();
  return async (ip: string, picture: IncomingPicture): Promise<ReplyOf<typeof tryPhoto>> => {
    const address = ipKey(ip);
    if (underWay.has(address)) throw new AppError('http/too-many-requests', { retryAfter: 5 });
    if (underWay.size >= MOST_AT_ONCE) throw busy();
    byAddress.take(address);
    byNetwork.take(networkKey(ip));
    underWay.add(address);
    try {
      return await developed(app, await readPicture(picture, TRY_BYTES));
    } finally {
      underWay.delete(address);
    }
  };
}

async function developed(app: App, bytes: Buffer): Promise<ReplyOf<typeof tryPhoto>> {
  const presets = await presetsAt(app.db, app.now());
  const rendition = resolveOutputs(DEFAULT_OUTPUTS, presets)[0]?.renditions[0];
  if (rendition === undefined) throw new AppError('recipes/invalid');
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  const job = { bytes, mostSide: TRY_SIDE, recipe: DEFAULT_RECIPE, rendition, side: TEST_IMAGE_SIDE };
  try {
    const { before, after } = await app.imaging.tryPhoto({ ...job, proof: PROOF_TEXT }, signal);
    return { before: inBase64(before), after: inBase64(after) };
  } catch (error) {
    throw signal.aborted ? busy() : error;
  }
}

const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function busy(): AppError {
  return new AppError('photos/try-busy', { retryAfter: BUSY_SECONDS });
}
