import { setTimeout as delay } from 'node:timers/promises';
import { requireAnswer } from '#server/adapters/database/pool.ts';
import { INSTALLATION_NOTE } from '#server/admin/pair-installation.ts';
import type { App } from '#server/app.ts';
import type { Health } from '#server/http/health.ts';

const DATABASE_MS = 1_000;
const FILES_MS = 2_000;
/** A store is asked no more often than this, however many ask us. */
const FILES_KNOWN_MS = 5_000;

/** What a process is doing, and what of all that it needs is there. */
export class Readiness implements Health {
  phase: 'starting' | 'serving' | 'draining' = 'starting';
  readonly optional: readonly string[];
  readonly #app: Pick<App, 'db' | 'files'>;
  readonly #isBucket: boolean;
  #database: Promise<boolean> | null = null;
  #files: { readonly askedAt: number; readonly areThere: Promise<boolean> } | null = null;

  /** A process that serves people does so without the bucket: lists, edits and payments need none, and no other process has it either. */
  constructor(
    app: Pick<App, 'db' | 'files'>,
    { isBucket, isWorker }: { isBucket: boolean; isWorker: boolean },
  ) {
    this.#app = app;
    this.optional = isWorker ? [] : ['files'];
    this.#isBucket = isBucket;
  }

  async isReady(): Promise<boolean> {
    return (await this.#hasDatabase()) && this.phase === 'serving';
  }

  async listMissing(): Promise<readonly string[]> {
    const [hasDatabase, hasFiles] = await Promise.all([
      this.#hasDatabase(),
      this.#isBucket ? this.#hasFiles() : true,
    ]);
    return [
      ...(this.phase === 'serving' ? [] : [this.phase]),
      ...(hasDatabase ? [] : ['database']),
      ...(hasFiles ? [] : ['files']),
    ];
  }

  /** One question for all who ask meanwhile: else a thousand strangers would wait for the pool, and take the process for not ready. */
  #hasDatabase(): Promise<boolean> {
    this.#database ??= isDoneInTime(DATABASE_MS, requireAnswer(this.#app.db)).finally(() => {
      this.#database = null;
    });
    return this.#database;
  }

  /** The note of the installation lies in every store that is in use. */
  #hasFiles(): Promise<boolean> {
    const now = performance.now();
    if (this.#files && now - this.#files.askedAt < FILES_KNOWN_MS) return this.#files.areThere;
    const look = this.#app.files.sizeOf(INSTALLATION_NOTE).then((bytes) => {
      if (bytes === null) throw new Error('the bucket holds no installation');
    });
    this.#files = { askedAt: now, areThere: isDoneInTime(FILES_MS, look) };
    return this.#files.areThere;
  }
}

/** True when the work succeeds in time. */
async function isDoneInTime(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const isDone = await Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  timer.abort();
  return isDone;
}
