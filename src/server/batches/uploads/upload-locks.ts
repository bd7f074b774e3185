import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import { AppError } from '#domain/errors.ts';

/** More than a browser has under way for one upload; a refused request comes again by itself. */
export const MOST_WAITING = 4;
/** A request that holds an upload lets go within a moment; one that does not is stuck at the disk or the database. */
export const LONGEST_WAIT_MS = 10_000;

/** One request's turn in the queue for an upload. */
interface Turn {
  readonly letGo: RequestRelease;
  begin(): void;
}

/**
 * Lets one request at a time work on an upload. The next one asks the holder to let go and waits, so that a phone that lost its connection
 * need not wait until the server notices. `lock` throws `photos/upload-busy` when the queue is full or after LONGEST_WAIT_MS, and the
 * library's ABORTED when the request ends.
 */
export class UploadLocks implements Locker {
  /** By upload: the first one holds it, the others wait in order. */
  readonly #queues = new Map<string, Turn[]>();

  newLock(id: string): Lock {
    let turn: Turn | undefined;
    return {
      lock: async (signal, letGo) => {
        turn = await this.#enter(id, signal, letGo);
      },
      unlock: async () => {
        if (turn) this.#leave(id, turn);
      },
    };
  }

  #enter(id: string, signal: AbortSignal, letGo: RequestRelease): Promise<Turn> {
    if (signal.aborted) throw ERRORS.ABORTED;
    const queue = this.#queues.get(id) ?? [];
    if (queue.length > MOST_WAITING) throw new AppError('photos/upload-busy');
    this.#queues.set(id, queue);
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const giveUp = (reason: unknown) => {
        stopWaiting();
        this.#leave(id, turn);
        reject(reason);
      };
      const onAbort = () => giveUp(ERRORS.ABORTED);
      const timer = setTimeout(() => giveUp(new AppError('photos/upload-busy')), LONGEST_WAIT_MS);
      const turn: Turn = {
        letGo,
        begin: () => {
          stopWaiting();
          resolve(turn);
        },
      };
      signal.addEventListener('abort', onAbort);
      queue.push(turn);
      if (queue[0] === turn) turn.begin();
      else void queue[0]?.letGo();
    });
  }

  #leave(id: string, turn: Turn): void {
    const queue = this.#queues.get(id) ?? [];
    const wasFirst = queue[0] === turn;
    const left = queue.filter((other) => other !== turn);
    const [next, ...waiting] = left;
    if (next === undefined) return void this.#queues.delete(id);
    this.#queues.set(id, left);
    if (!wasFirst) return;
    next.begin();
    // The next one may be a request whose own connection died while it waited.
    if (waiting.length > 0) void next.letGo();
  }
}
