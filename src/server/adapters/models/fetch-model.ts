import { type FetchableModel, pauseAfter } from '#domain/photos/cutout-models.ts';
import { LEAST_AVAILABLE_FOR_UPLOADS } from '#domain/photos/limits.ts';
import type { Files } from '#server/adapters/files/port.ts';
import type { Log } from '#server/app.ts';
import { downloadFile } from './download.ts';
import { asFailure, FetchFailed } from './fetch-failed.ts';
import type { ModelFolder } from './model-folder.ts';

export interface FetchOptions {
  readonly folder: ModelFolder;
  readonly files: Pick<Files, 'room'>;
  /** In place of the catalogue's addresses: the folder of another server, where the files have the same names. */
  readonly mirror: string;
  readonly proxy: string;
  readonly log: Log;
}

/** Fetches one model, once: what has arrived of it stays for the next try. */
export async function fetchModel(
  { folder, files, mirror, proxy }: FetchOptions,
  model: FetchableModel,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (doneBytes: number) => void },
): Promise<void> {
  await folder.begin(model);
  if (await folder.adopt(model)) return;
  await refuseFullDisk(files, model.bytes - (folder.begun(model) ?? 0));
  const { bytes, manifest } = model;
  const address = mirror ? `${mirror.replace(/\/+$/, '')}/${manifest.file}` : model.address;
  const file = { part: folder.part(model), bytes, sha256: manifest.sha256 };
  await downloadFile({ ...file, address, proxy, signal, onProgress });
  signal.throwIfAborted();
  await folder.finish(model);
}

/** Leaves what uploads need. */
async function refuseFullDisk(files: FetchOptions['files'], neededBytes: number): Promise<void> {
  const room = await files.room();
  if (room === null) return;
  const { freeBytes, totalBytes } = room;
  const shareAfter = (freeBytes - neededBytes) / Math.max(1, totalBytes);
  if (shareAfter < LEAST_AVAILABLE_FOR_UPLOADS)
    throw new FetchFailed('no-room', `${neededBytes} bytes are needed, ${freeBytes} are free`);
}

/** One model on its way, tried until it is here or dropped. */
export class ModelFetch {
  readonly model: FetchableModel;
  doneBytes: number;
  failure: FetchFailed | null = null;
  nextTryAt: Date | null = null;
  readonly #options: FetchOptions & { readonly now: () => Date };
  readonly #dropped = new AbortController();
  /** Ends the pause before the next try. */
  #wake: (() => void) | null = null;
  /** Resolves when the model is here or dropped. */
  readonly ended: Promise<void>;

  /** `after`: what has to be over first. */
  constructor(
    options: FetchOptions & { readonly now: () => Date },
    model: FetchableModel,
    after: Promise<void>,
  ) {
    this.#options = options;
    this.model = model;
    this.doneBytes = options.folder.begun(model) ?? 0;
    this.ended = after.then(() => this.#run());
  }

  tryNow(): void {
    this.#wake?.();
  }

  /** Resolves when nothing of it is written any more. */
  async abortFetch(): Promise<void> {
    this.#dropped.abort();
    this.#wake?.();
    await this.ended;
  }

  async #run(): Promise<void> {
    const { log, now } = this.#options;
    const { signal } = this.#dropped;
    const about = { model: this.model.key };
    if (signal.aborted) return;
    log.info(
      { ...about, bytes: this.model.bytes, doneBytes: this.doneBytes },
      'a cut-out model is being fetched',
    );
    for (let failures = 1; ; failures++) {
      const failure = await this.#try();
      if (signal.aborted) return;
      if (failure === null) {
        log.info({ ...about, tries: failures }, 'the cut-out model is here');
        return;
      }
      if (failures === 1) {
        const { kind, message } = failure;
        log.warn(
          { ...about, problem: kind, detail: message },
          'a cut-out model could not be fetched; tried again later',
        );
      }
      const pause = pauseAfter(failures);
      Object.assign(this, { failure, nextTryAt: new Date(now().getTime() + pause) });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        timer.unref?.();
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) this.#wake();
      });
      Object.assign(this, { nextTryAt: null });
      this.#wake = null;
      if (signal.aborted) return;
    }
  }

  async #try(): Promise<FetchFailed | null> {
    try {
      await fetchModel(this.#options, this.model, {
        signal: this.#dropped.signal,
        onProgress: (doneBytes) => {
          this.doneBytes = doneBytes;
        },
      });
      return null;
    } catch (error) {
      return asFailure(error);
    }
  }
}
