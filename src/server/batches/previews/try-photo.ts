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
/** Photos that have arrived and are developed or wait for it. */
const MOST_AT_ONCE = 6;
/** Of photos on their way: few of many slow ones have come, so they keep no others from trying. */
const MOST_HELD_BYTES = 12 * TRY_BYTES;
const BUSY_SECONDS = 30;
/** Longer than a visitor waits; the photos of people with an account come first. */
const LONGEST_WAIT_MS = 45_000;

/**
 * Returns what tries a visitor's photo: one at a time and five an hour for each address, without a file, a row or a word in the log. A place
 * is taken once the photo is here, and a try that found none does not count.
 */
export function visitorTries(app: App) {
  const limit = (retryAfter: number) => new AppError('photos/try-limit', { retryAfter });
  const byAddress = slidingQuota(AN_HOUR, limit);
  const byNetwork = slidingQuota(AN_HOUR_OF_NETWORK, limit);
  const underWay = new Set<string>();
  let places = MOST_AT_ONCE;
  const read = readHeld();
  const develop = async (bytes: Buffer) => {
    if (places === 0) throw buildBusyError();
    places -= 1;
    try {
      return await developVisitorPhoto(app, bytes);
    } finally {
      places += 1;
    }
  };
  return async (ip: string, picture: IncomingPicture): Promise<ReplyOf<typeof tryPhoto>> => {
    const [address, network] = [ipKey(ip), networkKey(ip)];
    if (underWay.has(address)) throw new AppError('http/too-many-requests', { retryAfter: 5 });
    if (places === 0) throw buildBusyError();
    byAddress.take(address);
    byNetwork.take(network);
    underWay.add(address);
    try {
      return await develop(await read(picture));
    } catch (error) {
      if (error instanceof AppError && error.code === 'photos/try-busy') {
        byAddress.giveBack(address);
        byNetwork.giveBack(network);
      }
      throw error;
    } finally {
      underWay.delete(address);
    }
  };
}

/** Returns what reads photos into memory, of all of them together no more than it has room for. */
function readHeld() {
  let held = 0;
  return async (picture: IncomingPicture): Promise<Buffer> => {
    let own = 0;
    try {
      return await readPicture(picture, TRY_BYTES, (bytes) => {
        if (held + bytes > MOST_HELD_BYTES) throw buildBusyError();
        own += bytes;
        held += bytes;
      });
    } finally {
      held -= own;
    }
  };
}

async function developVisitorPhoto(app: App, bytes: Buffer): Promise<ReplyOf<typeof tryPhoto>> {
  const presets = await presetsAt(app.db, app.now());
  const rendition = resolveOutputs(DEFAULT_OUTPUTS, presets)[0]?.renditions[0];
  if (rendition === undefined) throw new AppError('recipes/invalid');
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  const job = { bytes, mostSide: TRY_SIDE, recipe: DEFAULT_RECIPE, rendition, side: TEST_IMAGE_SIDE };
  try {
    const { before, after } = await app.imaging.tryPhoto({ ...job, proof: PROOF_TEXT }, signal);
    return { before: inBase64(before), after: inBase64(after) };
  } catch (error) {
    throw signal.aborted ? buildBusyError() : error;
  }
}

const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function buildBusyError(): AppError {
  return new AppError('photos/try-busy', { retryAfter: BUSY_SECONDS });
}
