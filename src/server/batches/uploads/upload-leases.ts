import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import { AppError } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { LONGEST_WAIT_MS, UploadLocks } from '#server/batches/uploads/upload-locks.ts';
import { freeUpload, renewUpload, takeUpload, type UploadLease } from '#server/photos/upload-store.ts';

/** A process that ended without a word holds its uploads up for so long at most. */
const LEASE_MS = 15_000;
const RENEWED_EACH_MS = 5_000;
/** Looked at so often by one who waits, should word of the end be lost. */
const LOOK_EACH_MS = 1_000;

const getWantedTopic = (id: string) => `upload-wanted ${id}`;
const getFreeTopic = (id: string) => `upload-free ${id}`;

/**
 * One request at a time works on an upload, whichever process it came to. Requests to this process stand in a line; the first of it takes a
 * lease in the photo's row. The one that has it elsewhere is asked to let go, as in one process. Who cannot renew a lease any more writes no
 * further byte.
 */
export class UploadLeases implements Locker {
  readonly #app: Pick<App, 'db' | 'live' | 'newId' | 'log'>;
  readonly #lines = new UploadLocks();
  /** Until when the leases of this process surely hold, by its own clock. */
  readonly #heldUntil = new Map<string, number>();

  constructor(app: Pick<App, 'db' | 'live' | 'newId' | 'log'>) {
    this.#app = app;
  }

  /** False once another process may have taken over an upload that this one was writing. */
  mayWrite(id: string): boolean {
    return (this.#heldUntil.get(id) ?? 0) > performance.now();
  }

  newLock(id: string): Lock {
    const place = this.#lines.newLock(id);
    let held: HeldLease | null = null;
    return {
      lock: async (signal, letGo) => {
        await place.lock(signal, letGo);
        try {
          held = await this.#take(id, signal, letGo);
        } catch (error) {
          await place.unlock();
          throw error;
        }
      },
      unlock: async () => {
        try {
          if (held) await this.#giveBack(held);
        } catch (error) {
          this.#app.log.warn({ error, photoId: id }, 'an upload’s lease was not given back and runs out');
        } finally {
          await place.unlock();
        }
      },
    };
  }

  async #take(id: string, signal: AbortSignal, letGo: RequestRelease): Promise<HeldLease> {
    const { db, live, newId } = this.#app;
    const lease = { photoId: id, token: newId('lea') };
    const askedAt = performance.now();
    const word = createWaiter(signal);
    const stop = live.onWake(getFreeTopic(id), word.come);
    try {
      for (;;) {
        const takenAt = performance.now();
        if (await takeUpload(db, lease, LEASE_MS)) return this.#hold(lease, takenAt, letGo);
        if (signal.aborted) throw ERRORS.ABORTED;
        if (performance.now() - askedAt > LONGEST_WAIT_MS) throw new AppError('photos/upload-busy');
        await live.wake(getWantedTopic(id));
        await word.next(LOOK_EACH_MS);
      }
    } finally {
      stop();
      word.end();
    }
  }

  #hold(lease: UploadLease, takenAt: number, letGo: RequestRelease): HeldLease {
    const { photoId } = lease;
    this.#heldUntil.set(photoId, takenAt + LEASE_MS);
    const held: HeldLease = { lease, isWanted: false, stop: () => {} };
    const stopListening = this.#app.live.onWake(getWantedTopic(photoId), () => {
      held.isWanted = true;
      void letGo();
    });
    const renewing = setInterval(() => void this.#renew(lease, letGo), RENEWED_EACH_MS);
    held.stop = () => {
      clearInterval(renewing);
      stopListening();
    };
    return held;
  }

  async #renew(lease: UploadLease, letGo: RequestRelease): Promise<void> {
    const askedAt = performance.now();
    try {
      const isStillHeld = await renewUpload(this.#app.db, lease, LEASE_MS);
      if (!isStillHeld) {
        this.#heldUntil.delete(lease.photoId);
        void letGo();
      } else if (this.#heldUntil.has(lease.photoId)) this.#heldUntil.set(lease.photoId, askedAt + LEASE_MS);
    } catch (error) {
      this.#app.log.warn({ error, photoId: lease.photoId }, 'an upload’s lease was not renewed');
    }
  }

  async #giveBack({ lease, isWanted, stop }: HeldLease): Promise<void> {
    stop();
    this.#heldUntil.delete(lease.photoId);
    await freeUpload(this.#app.db, lease);
    if (isWanted) await this.#app.live.wake(getFreeTopic(lease.photoId));
  }
}

interface HeldLease {
  readonly lease: UploadLease;
  /** Another process waits for it. */
  isWanted: boolean;
  stop: () => void;
}

/** Waits for a word, for the end of the request, or for some time. */
function createWaiter(signal: AbortSignal) {
  let wake = () => {};
  const come = () => wake();
  signal.addEventListener('abort', come);
  return {
    come,
    next: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) wake();
      }),
    end: () => signal.removeEventListener('abort', come),
  };
}
