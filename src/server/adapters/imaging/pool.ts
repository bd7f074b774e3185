/** The image processes: batch processes that give way to everything else, one kept free for previews and one for uploads. */
import { AppError } from '#domain/errors.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type {
  CutoutJob,
  FoundCutout,
  ModelReport,
  PreparedPhoto,
  PrepareJob,
  WrittenAvatar,
  WrittenFile,
} from '#imaging/messages.ts';
import { ChildLost, startChild } from './child.ts';
import { enqueue, type Lane, laneOf, type Slot, takeNext, withdraw } from './lane.ts';
import { residentBytes } from './memory.ts';
import type { Imaging } from './port.ts';
import {
  type ImagingResult,
  type ImagingWork,
  millisecondsFor,
  requestFor,
  settle,
  startsAlone,
  type Task,
} from './task.ts';

const BATCH_NICE = 19;
/** Between previews (nice 0) and work in the background. */
const BRUSH_NICE = 5;
const VISION_NICE = 15;
const KILL_BYTES = 1024 * 1024 * 1024;
/** A process that has grown or worked this much is replaced between two photos. */
const RECYCLE_BYTES = 400 * 1024 * 1024;
const RECYCLE_ANSWERS = 500;
/** A large photo gets a process with more room: what earlier photos left behind would count against its limit. */
const ROOMY_BYTES = 300 * 1024 * 1024;
/** Between two bursts of uploads a small machine has better use for the memory. */
const PREPARE_IDLE_MS = 3 * 60_000;
const VISION_IDLE_MS = 60_000;
/** An upload waits no longer for a detector than this: a cut-out may keep its process. */
const DETECTOR_WAIT_MS = 20_000;

export interface ImagingOptions {
  readonly batchProcesses: number;
  /** Path of the manifest of the model that cuts out, asked for each photo: it may arrive or change meanwhile; null while there is none. */
  readonly cutoutManifest?: () => string | null;
  /** Path of the manifest of the operator's detector of plates. */
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

export function createImaging(options: ImagingOptions): Imaging {
  const pool = new Pool(options);
  const { cutoutManifest = () => null, platesManifest = null } = options;
  return {
    batchProcesses: options.batchProcesses,
    prepare: (job) => prepare(pool, options, job),
    avatar: (job) => pool.run('prepare', { kind: 'avatar', job }) as Promise<WrittenAvatar>,
    process: (job, signal) =>
      pool.run('lot', { kind: 'process', job }, signal) as Promise<readonly WrittenFile[]>,
    preview: (job, signal) => pool.run('preview', { kind: 'preview', job }, signal) as Promise<Uint8Array>,
    cutOut: (job, signal) => cutOut(pool, options, { job, signal }),
    expectStrokes: (proxyPath) => pool.expectStrokes(proxyPath),
    checkModel: async (use) => {
      const manifest = use === 'plates' ? platesManifest : cutoutManifest();
      if (manifest === null) return null;
      return pool.run('model', { kind: 'check-model', manifest, use }) as Promise<ModelReport>;
    },
    close: () => pool.close(),
  };
}

/** The detector's word counts instead of the search's, which costs so little that it is always in hand. */
async function prepare(pool: Pool, options: ImagingOptions, job: PrepareJob): Promise<PreparedPhoto> {
  const prepared = (await pool.run('prepare', { kind: 'prepare', job })) as PreparedPhoto;
  const { platesManifest: manifest = null, log, limits } = options;
  if (manifest === null) return prepared;
  try {
    const work = { kind: 'plates', manifest, proxyPath: job.proxyPath } as const;
    const found = await pool.run(
      'model',
      work,
      AbortSignal.timeout(limits?.detectorMilliseconds ?? DETECTOR_WAIT_MS),
    );
    return { ...prepared, plateSuggestions: found as readonly Quad[] };
  } catch (error) {
    log.warn({ error: String(error) }, 'plate detector gave up');
    return prepared;
  }
}

/** Tries the model first where the user gave no hints; if it fails, its process with it, the others go on without. */
async function cutOut(
  pool: Pool,
  options: ImagingOptions,
  { job, signal }: { job: CutoutJob; signal?: AbortSignal },
) {
  const manifest = options.cutoutManifest?.() ?? null;
  const { box, strokes } = job.hints;
  if (manifest !== null && box === null && strokes.length === 0 && job.previousMaskPath === null) {
    try {
      return (await pool.run('model', { kind: 'cutout', job, manifest }, signal)) as FoundCutout;
    } catch (error) {
      if (signal?.aborted) throw error;
      options.log.warn({ error: String(error) }, 'model gave up');
    }
  }
  const lane = job.urgent ? 'brush' : 'vision';
  return pool.run(lane, { kind: 'cutout', job, manifest: null }, signal) as Promise<FoundCutout>;
}

type LaneName = 'preview' | 'prepare' | 'brush' | 'vision' | 'model' | 'lot';

class Pool {
  readonly #options: ImagingOptions;
  readonly #lanes: Readonly<Record<LaneName, Lane>>;
  #requests = 0;
  #closed = false;

  constructor(options: ImagingOptions) {
    this.#options = options;
    this.#lanes = {
      preview: laneOf(1, 0),
      prepare: laneOf(1, 0, options.limits?.idleMilliseconds ?? PREPARE_IDLE_MS),
      brush: laneOf(1, BRUSH_NICE, options.limits?.idleMilliseconds ?? PREPARE_IDLE_MS),
      vision: laneOf(1, VISION_NICE, options.limits?.idleMilliseconds ?? VISION_IDLE_MS),
      model: laneOf(1, VISION_NICE, options.limits?.idleMilliseconds ?? VISION_IDLE_MS),
      lot: laneOf(options.batchProcesses, BATCH_NICE),
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
      // One signal may stand for a whole run of photos: a settled one must not stay listed there.
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
      enqueue(lane, task);
      this.#feed();
    });
  }

  /** Skipped when a brush task waits: it will load the same. */
  expectStrokes(proxyPath: string): void {
    if (this.#lanes.brush.waiting.length > 0) return;
    void this.run('brush', { kind: 'expect-strokes', proxyPath }).catch(() => {});
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
      const reply = await this.#childOf(slot, task.alone).ask(requestFor(task, ++this.#requests), {
        milliseconds: limits?.milliseconds ?? millisecondsFor(task),
        bytes: limits?.bytes ?? KILL_BYTES,
      });
      if (reply.ok === 'alone') {
        task.alone = true;
        lane.waiting.unshift(task);
      } else {
        if (!reply.ok && reply.fault !== undefined)
          log.warn({ kind: task.work.kind, fault: reply.fault }, 'imaging fault');
        settle(task, reply);
      }
      this.#recycle(slot, RECYCLE_BYTES);
    } catch (error) {
      slot.child = null;
      this.#afterLoss(lane, task, error);
    } finally {
      slot.task = null;
      this.#feed();
      if (slot.task === null) this.#startIdling(lane, slot);
    }
  }

  /** A crash may have been bad luck and is tried once more; a photo that was too much for the limits would be again. */
  #afterLoss(lane: Lane, task: Task, error: unknown): void {
    if (this.#closed || task.signal?.aborted) {
      task.reject(this.#closed ? new AppError('http/unavailable') : task.signal?.reason);
      return;
    }
    const limit = error instanceof ChildLost ? error.limit : null;
    this.#options.log.warn({ kind: task.work.kind, limit, crashes: task.crashes }, 'image process lost');
    task.crashes += 1;
    if (limit === null && task.crashes < 2) lane.waiting.unshift(task);
    else task.reject(new AppError('photos/too-heavy'));
  }

  #childOf(slot: Slot, alone: boolean) {
    if (alone) this.#recycle(slot, ROOMY_BYTES);
    if (slot.child?.alive) return slot.child;
    const child = startChild(slot.nice);
    slot.child = child;
    this.#options.log.debug({ pid: child.pid, nice: slot.nice }, 'image process started');
    return child;
  }

  #recycle(slot: Slot, mostBytes: number): void {
    const child = slot.child;
    if (child === null) return;
    const grown = (residentBytes(child.pid ?? 0) ?? 0) > mostBytes;
    if (!grown && child.answered < RECYCLE_ANSWERS) return;
    slot.child = null;
    void child.kill();
  }

  #startIdling({ idleMilliseconds }: Lane, slot: Slot): void {
    if (idleMilliseconds === null || this.#closed || slot.child === null) return;
    slot.idle = setTimeout(() => {
      void slot.child?.kill();
      slot.child = null;
    }, idleMilliseconds).unref();
  }

  /**
   * Drops work that has not begun. A batch photo under way loses its process, which works on nothing else, so that no file appears
   * afterwards; a preview under way is let finish, for the frames its process keeps, and so is what needs OpenCV, which takes long to load.
   */
  #abort(lane: Lane, task: Task): void {
    const slot = lane.slots.find((candidate) => candidate.task === task);
    const { kind } = task.work;
    if (withdraw(lane, task) || kind === 'preview' || kind === 'plates') task.reject(task.signal?.reason);
    else if (kind !== 'cutout') void slot?.child?.kill();
  }
}

function stopIdling(slot: Slot): void {
  if (slot.idle !== null) clearTimeout(slot.idle);
  slot.idle = null;
}
