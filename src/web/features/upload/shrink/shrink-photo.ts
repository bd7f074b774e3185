import { tryStorage } from '#web/api/browser-storage.ts';

/** A photo made smaller on this device before it is sent. */
export interface ShrunkPhoto {
  readonly blob: Blob;
  /** Capture time from the camera, which the smaller file no longer has. */
  readonly takenAt: string | null;
}

/** A worker that says nothing for so long never will. */
const LONGEST_MS = 60_000;

let worker: Worker | null = null;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Null: the photo goes up as it is. One after the other, so that a phone holds one whole picture at a time. `key` names the photo over
 * reloads.
 */
export function shrinkPhoto(file: Blob, key: string): Promise<ShrunkPhoto | null> {
  waiting += 1;
  const turn = last
    .then(() => (mayTry(key) ? askWorker(file) : null))
    .catch(() => null)
    .finally(() => {
      waiting -= 1;
      tryStorage(() => localStorage.removeItem(TRIED));
      if (waiting === 0) terminateWorker();
    });
  last = turn;
  return turn;
}

function askWorker(file: Blob): Promise<ShrunkPhoto | null> {
  return new Promise((done) => {
    const giveUp = () => {
      clearTimeout(timer);
      terminateWorker();
      done(null);
    };
    const timer = setTimeout(giveUp, LONGEST_MS);
    worker ??= new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<ShrunkPhoto | null>) => {
      clearTimeout(timer);
      done(data);
    };
    worker.onerror = giveUp;
    worker.postMessage(file);
  });
}

const TRIED = 'fotolot.shrinking';
const MOST_TRIES = 2;

/** A tab that ended over a photo may have run out of memory: the next ones would too, each time the app is opened. */
function mayTry(key: string): boolean {
  const [earlier, times] = (tryStorage(() => localStorage.getItem(TRIED)) ?? '').split(' ');
  const tries = earlier === key ? Number(times) + 1 : 1;
  if (tries > MOST_TRIES) return false;
  tryStorage(() => localStorage.setItem(TRIED, `${key} ${tries}`));
  return true;
}

/** Its memory goes with it. */
function terminateWorker(): void {
  worker?.terminate();
  worker = null;
}
