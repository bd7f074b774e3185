import type { ZipListing } from '#web/features/upload/zip/zip-listing.ts';

export interface ZipQuestion {
  /** The same for the same archive. */
  readonly key: string;
  readonly zip: Blob;
  readonly ask:
    | { readonly kind: 'list'; readonly name: string }
    | { readonly kind: 'unpack'; readonly at: number };
}

export type ZipAnswer =
  | { readonly kind: 'listing'; readonly listing: ZipListing }
  /** Null: it is broken. */
  | { readonly kind: 'photo'; readonly photo: Blob | null }
  /** The archive cannot be read now. */
  | { readonly kind: 'gone' };

/** Time after which a silent worker will never answer. */
const LONGEST_MS = 120_000;
/** Time for which a worker without work waits for the next photo. */
const REST_MS = 10_000;

let worker: Worker | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Lists the photos of an archive; rejects when its file, or the worker, cannot be had now. */
export async function listZipPhotos(
  key: string,
  { zip, name }: { zip: Blob; name: string },
): Promise<ZipListing> {
  const answer = await ask({ key, zip, ask: { kind: 'list', name } });
  if (answer?.kind !== 'listing') throw new Error('the archive cannot be read now');
  return answer.listing;
}

/** Unpacks one photo of an archive; null when it is broken there. Rejects when the archive's file, or the worker, cannot be had now. */
export async function unpackZipPhoto(
  key: string,
  { zip, at }: { zip: Blob; at: number },
): Promise<Blob | null> {
  const answer = await ask({ key, zip, ask: { kind: 'unpack', at } });
  if (answer?.kind !== 'photo') throw new Error('the archive cannot be read now');
  return answer.photo;
}

/** Asks in turn, so that one photo at a time stands in memory; null where the worker broke. */
function ask(question: ZipQuestion): Promise<ZipAnswer | null> {
  const turn = last.then(() => askWorker(question));
  last = turn;
  return turn;
}

function askWorker(question: ZipQuestion): Promise<ZipAnswer | null> {
  clearTimeout(resting);
  return new Promise((done) => {
    const finish = (answer: ZipAnswer | null) => {
      clearTimeout(timer);
      if (answer === null) terminateWorker();
      else resting = setTimeout(terminateWorker, REST_MS);
      done(answer);
    };
    const timer = setTimeout(() => finish(null), LONGEST_MS);
    worker ??= new Worker(new URL('./zip-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<ZipAnswer>) => finish(data);
    worker.onerror = () => finish(null);
    worker.postMessage(question);
  });
}

/** Ends the worker; its memory goes with it. */
function terminateWorker(): void {
  worker?.terminate();
  worker = null;
}
