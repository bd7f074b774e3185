/** The image processes: batch processes that give way to everything else, one kept free for previews and one for uploads. */
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import type { TriedPhoto, WrittenAvatar, WrittenFile, WrittenPicture } from '#imaging/messages.ts';
import { ChildLost, MODEL_PROCESS_ENV, startChild } from './child.ts';
import { cutOut, sketchObject } from './cut-out.ts';
import {
  createImagingLane,
  dequeueTask,
  enqueueTask,
  isBusy,
  killChild,
  type Lane,
  type Slot,
  stopIdling,
  takeNext,
} from './lane.ts';
import { residentBytes } from './memory.ts';
import { createTroubleLog, restOfModels, wantedModel } from './model-in-use.ts';
import type { Imaging } from './port.ts';
import { prepareWithPlates } from './prepare.ts';
import {
  type ImagingResult,
  type ImagingWork,
  millisecondsFor,
  refusalFor,
  requestFor,
  settleTask,
  startsAlone,
  type Task,
  WaitedTooLong,
} from './task.ts';
import { tryModel } from './try-model.ts';

const BATCH_NICE = 19;
/** Between previews (nice 0) and background work: a person waits for it. */
const BRUSH_NICE = 5;
const VISION_NICE = 15;
/** Room for IS-Net (1024 px) with its witness, which hold up to 1.8 GB while photos come. */
const MODEL_KILL_BYTES = 2048 * 1024 * 1024;
const MODEL_RECYCLE_BYTES = 1792 * 1024 * 1024;
/** Replies after which a process is replaced between two photos. */
const RECYCLE_ANSWERS = 500;
/** Memory beyond which a process is replaced before a large photo, since leftovers would count against the photo's limit. */
const ROOMY_BYTES = 300 * 1024 * 1024;
/** Between two bursts of uploads a small machine has better use for the memory. */
const PREPARE_IDLE_MS = 3 * 60_000;
const VISION_IDLE_MS = 60_000;
/** Visitors' photos that may wait behind the one in work; more would wait longer than a person does. */
const MOST_GUESTS = 3;
const BUSY_SECONDS = 30;
const GUEST_KILL_BYTES = 512 * 1024 * 1024;
const LOGO_KILL_BYTES = 768 * 1024 * 1024;
const MODEL_IDLE_MS = 5 * 60_000;

export interface ImagingOptions {
  readonly batchProcesses: number;
  /** Returns the manifest's path of the cut-out model, or null; asked for each photo, since the model may arrive or change. */
  readonly cutoutManifest?: () => string | null;
  /** Returns the same of its witness. */
  readonly cutoutWitness?: () => string | null;
  /** Called with the manifest of a model, or of its witness, that failed at a photo or at its trial: its file may be damaged. */
  readonly onModelFailure?: (manifest: string) => void;
  /** Manifest's path of the operator's plate detector. */
  readonly platesManifest?: string | null;
  readonly log: { debug(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Lower limits than the product's, for tests. */
  readonly limits?: {
    readonly milliseconds?: number;
    readonly bytes?: number;
    readonly idleMilliseconds?: number;
    readonly detectorMilliseconds?: number;
  };
}

/** Returns the image processes, each of which starts when it is first needed. */
export function createImaging(options: ImagingOptions): Imaging {
  const pool = new Pool(options);
  const rest = restOfModels();
  const {
    cutoutManifest = () => null,
    cutoutWitness = () => null,
    platesManifest = null,
    onModelFailure: onFailure = () => {},
    limits,
    log,
  } = options;
  const run = pool.run.bind(pool);
  const onTrouble = createTroubleLog({ onFailure, log });
  return {
    batchProcesses: options.batchProcesses,
    prepare: (job) =>
      prepareWithPlates(job, {
        run,
        manifest: platesManifest,
        milliseconds: limits?.detectorMilliseconds,
        log,
      }),
    avatar: (job) => pool.run('prepare', { kind: 'avatar', job }) as Promise<WrittenAvatar>,
    publicPicture: (job) => pool.run('prepare', { kind: 'public-picture', job }) as Promise<WrittenPicture>,
    logo: (job) => pool.run('logo', { kind: 'logo', job }) as Promise<boolean>,
    process: (job, signal) =>
      pool.run('lot', { kind: 'process', job }, signal) as Promise<readonly WrittenFile[]>,
    preview: (job, signal) => pool.run('preview', { kind: 'preview', job }, signal) as Promise<Uint8Array>,
    async tryPhoto(job, signal) {
      if (pool.waitingGuests() >= MOST_GUESTS)
        throw new AppError('photos/try-busy', { retryAfter: BUSY_SECONDS });
      return pool.run('guest', { kind: 'try', job }, signal) as Promise<TriedPhoto>;
    },
    cutOut: (job, signal) => {
      const models = { manifest: cutoutManifest(), witness: cutoutWitness() };
      return cutOut(job, { run, rest, ...models, onFailure, onTrouble, log, signal });
    },
    sketch: (proxyPath, signal) => {
      const models = { manifest: cutoutManifest(), witness: cutoutWitness() };
      return sketchObject(proxyPath, { run, rest, ...models, onFailure, onTrouble, log, signal });
    },
    expectStrokes: (proxyPath) => pool.expectStrokes(proxyPath),
    checkModel: (use) =>
      tryModel(use, {
        run,
        rest,
        manifest: use === 'plates' ? platesManifest : cutoutManifest(),
        onFailure,
        onTrouble,
      }),
    close: () => pool.close(),
  };
}

type LaneName = 'preview' | 'guest' | 'prepare' | 'logo' | 'brush' | 'vision' | 'model' | 'lot';

class Pool {
  readonly #options: ImagingOptions;
  readonly #lanes: Readonly<Record<LaneName, Lane>>;
  #requests = 0;
  #closed = false;

  constructor(options: ImagingOptions) {
    this.#options = options;
    const { batchProcesses: processes, limits } = options;
    const idle = (usual: number) => ({ idleMilliseconds: limits?.idleMilliseconds ?? usual });
    this.#lanes = {
      preview: createImagingLane({ nice: 0 }),
      guest: createImagingLane({ nice: BRUSH_NICE, killBytes: GUEST_KILL_BYTES, ...idle(VISION_IDLE_MS) }),
      prepare: createImagingLane({ nice: 0, ...idle(PREPARE_IDLE_MS) }),
      // A lane of its own: a drawing may take as long as its sender likes, and uploads wait for no logo.
      logo: createImagingLane({ nice: BRUSH_NICE, killBytes: LOGO_KILL_BYTES, ...idle(VISION_IDLE_MS) }),
      brush: createImagingLane({ nice: BRUSH_NICE, ...idle(PREPARE_IDLE_MS) }),
      vision: createImagingLane({ nice: VISION_NICE, ...idle(VISION_IDLE_MS) }),
      // One on all cores; when it fails others take over at once.
      model: createImagingLane({
        nice: BATCH_NICE,
        env: MODEL_PROCESS_ENV,
        killBytes: MODEL_KILL_BYTES,
        recycleBytes: MODEL_RECYCLE_BYTES,
        tries: 1,
        ...idle(MODEL_IDLE_MS),
      }),
      lot: createImagingLane({ nice: BATCH_NICE, processes }),
    };
  }

  run(name: LaneName, work: ImagingWork, signal?: AbortSignal): Promise<ImagingResult> {
    const lane = this.#lanes[name];
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted) {
        reject(this.#closed ? new AppError('http/unavailable') : signal?.reason);
        return;
      }
      const onAbort = () => this.#abort(lane, task);
      // One signal may serve a whole run: a settled photo must not stay listed there.
      const settled = <T>(how: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', onAbort);
          how(value);
        };
      };
      const alone = startsAlone(work);
      const task: Task = {
        work,
        resolve: settled(resolve),
        reject: settled(reject),
        signal,
        alone,
        crashes: 0,
      };
      signal?.addEventListener('abort', onAbort);
      enqueueTask(lane, task);
      this.#feed();
    });
  }

  waitingGuests(): number {
    return this.#lanes.guest.waiting.length;
  }

  /** Skipped when a brush task waits, which will load the same. */
  async expectStrokes(proxyPath: string): Promise<void> {
    if (this.#lanes.brush.waiting.length > 0) return;
    await this.run('brush', { kind: 'expect-strokes', proxyPath }).catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { waiting } of Object.values(this.#lanes)) {
      for (const task of waiting.splice(0)) task.reject(new AppError('http/unavailable'));
    }
    await Promise.all(
      this.#slots().map((slot) => {
        stopIdling(slot);
        return slot.child?.kill();
      }),
    );
  }

  #slots(): Slot[] {
    return Object.values(this.#lanes).flatMap((lane) => lane.slots);
  }

  /** Gives every idle process its next task. */
  #feed(): void {
    for (const lane of Object.values(this.#lanes)) {
      // Never beside a preview that a person with an account waits for.
      if (lane === this.#lanes.guest && isBusy(this.#lanes.preview)) continue;
      for (const slot of lane.slots) {
        if (slot.task !== null || this.#closed) continue;
        const task = takeNext(lane, !this.#slots().some((other) => other.task?.alone));
        if (task === null) break;
        slot.task = task;
        stopIdling(slot);
        void this.#work(lane, slot, task);
      }
    }
  }

  async #work(lane: Lane, slot: Slot, task: Task): Promise<void> {
    const { log, limits } = this.#options;
    try {
      const reply = await this.#childOf(lane, slot, task).ask(requestFor(task, ++this.#requests), {
        milliseconds: limits?.milliseconds ?? millisecondsFor(task),
        bytes: limits?.bytes ?? lane.killBytes,
      });
      if (reply.ok === 'alone') {
        task.alone = true;
        lane.waiting.unshift(task);
      } else {
        if (!reply.ok && reply.fault !== undefined)
          log.warn({ kind: task.work.kind, fault: reply.fault }, 'imaging fault');
        settleTask(task, reply);
      }
      this.#recycle(slot, lane.recycleBytes);
    } catch (error) {
      slot.child = null;
      this.#afterLoss(lane, task, error);
    } finally {
      // The third failure of a model takes the queued photos out: their handlers run before the next task is fed.
      await turn();
      slot.task = null;
      this.#feed();
      if (slot.task === null) this.#startIdling(lane, slot);
    }
  }

  /** A crash may be bad luck, so it is tried once more, in a new process; a photo that hit a limit would hit it again. */
  #afterLoss(lane: Lane, task: Task, error: unknown): void {
    const isLate = task.signal?.reason instanceof WaitedTooLong;
    if (this.#closed || (task.signal?.aborted && !isLate)) {
      task.reject(this.#closed ? new AppError('http/unavailable') : task.signal?.reason);
      return;
    }
    const lost = error instanceof ChildLost ? error : null;
    const limit = isLate ? 'time' : (lost?.limit ?? null);
    const { kind } = task.work;
    this.#options.log.warn(
      { kind, limit, ending: lost?.ending, crashes: task.crashes },
      'image process lost',
    );
    task.crashes += 1;
    if (limit === null && task.crashes < lane.tries) lane.waiting.unshift(task);
    else task.reject(new AppError(refusalFor(task.work, limit)));
  }

  #childOf({ nice, env }: Lane, slot: Slot, { work, alone, crashes }: Task) {
    if (alone) this.#recycle(slot, ROOMY_BYTES);
    // What killed the first process may have killed this one, too, and its end is not known yet.
    if (crashes > 0) killChild(slot);
    const model = wantedModel(work);
    // Another model's memory goes with its process.
    if (model !== null && slot.model !== null && slot.model !== model) killChild(slot);
    if (!slot.child?.alive) {
      slot.child = startChild(nice, env);
      slot.model = null;
      this.#options.log.debug({ pid: slot.child.pid, nice }, 'image process started');
    }
    slot.model ??= model;
    return slot.child;
  }

  #recycle(slot: Slot, mostBytes: number): void {
    const child = slot.child;
    if (child === null) return;
    const grown = (residentBytes(child.pid ?? 0) ?? 0) > mostBytes;
    if (grown || child.answered >= RECYCLE_ANSWERS) killChild(slot);
  }

  #startIdling({ idleMilliseconds }: Lane, slot: Slot): void {
    if (idleMilliseconds === null || this.#closed || slot.child === null) return;
    slot.idle = setTimeout(killChild, idleMilliseconds, slot).unref();
  }

  /**
   * Drops work that has not begun. A batch photo under way loses its process, which works on nothing else, so that no file appears
   * afterwards. A preview under way may finish, for the frames that its process keeps, and so may work with OpenCV or a model, which load
   * slowly, unless a person waited too long for it: its mask must not be written after the next engine's.
   */
  #abort(lane: Lane, task: Task): void {
    const slot = lane.slots.find((candidate) => candidate.task === task);
    const { kind } = task.work;
    if (dequeueTask(lane, task) || kind === 'preview' || kind === 'plates') task.reject(task.signal?.reason);
    else if ((kind !== 'cutout' && kind !== 'sketch') || task.signal?.reason instanceof WaitedTooLong)
      void slot?.child?.kill();
  }
}
