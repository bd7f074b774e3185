/** One image process as its server sees it: asked one thing at a time, killed when it takes too long or too much. */
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ImagingReply, ImagingRequest } from '#imaging/messages.ts';
import { residentBytes } from './memory.ts';
import { processorMilliseconds } from './processor-time.ts';

const LOOK_MS = 100;
/** A busy machine says nothing about the photo: by the clock it may take so many times as long. */
const PATIENCE = 6;
/** Wall clock: a start takes long on a busy machine, and no photo's time. */
const START_MS = 120_000;

interface Limits {
  /** Processor time. */
  readonly milliseconds: number;
  readonly bytes: number;
}

/** The process ended during a request: killed by us at a limit, or by itself. */
export class ChildLost extends Error {
  readonly limit: 'time' | 'memory' | null;
  /** Its exit code, the signal that ended it, or why it could not be started. */
  readonly ending: string;
  constructor(limit: 'time' | 'memory' | null, ending: string) {
    super(limit === null ? `image process crashed: ${ending}` : `image process killed: ${limit}`);
    this.limit = limit;
    this.ending = ending;
  }
}

export interface Child {
  readonly pid: number | undefined;
  /** Replies so far. */
  readonly answered: number;
  readonly alive: boolean;
  ask(request: ImagingRequest, limits: Limits): Promise<ImagingReply>;
  /** Resolves once the process is gone. */
  kill(): Promise<void>;
}

/**
 * Pictures lie outside V8's heap but trigger collections, about once a photo. Collecting on one thread costs half as much, and nothing
 * waits meanwhile, since a process does one thing at a time.
 */
export const IMAGE_PROCESS_FLAGS = ['--single-threaded-gc', '--no-incremental-marking'];

/** With more arenas a process keeps twice the memory, and no photo is faster. */
export const IMAGE_PROCESS_ENV = { MALLOC_ARENA_MAX: '2' };

/**
 * Buffers of a model's layers are kept from one look to the next, all in one arena. Given back to the system they are zeroed page by page at
 * each look: on a virtual machine that costs several times what the model does.
 */
export const MODEL_PROCESS_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_MAX_: '0',
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 ** 3 - 1),
};

/** Starts an image process. It is never detached: only inside one session does nice let the server's own work go first. */
export function startChild(nice: number, env: Readonly<Record<string, string>> = IMAGE_PROCESS_ENV): Child {
  const program = fileURLToPath(import.meta.resolve('#imaging/main.ts'));
  // Only root may go before its own server.
  const priority = Math.max(nice, getPriority());
  // Image processes share the server's compile cache (NODE_COMPILE_CACHE): half of their start's cost.
  const compiled = getCompileCacheDir();
  const forked = fork(program, [priority, process.pid].map(String), {
    env: { ...env, ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
    execArgv: IMAGE_PROCESS_FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise<string>((resolve) => {
    forked.once('exit', (code, signal) => resolve(String(signal ?? code)));
    forked.once('error', ({ message }) => resolve(message));
  });
  const ready = new Promise<void>((resolve) => {
    forked.once('message', () => resolve());
  });
  const late = setTimeout(() => forked.kill('SIGKILL'), START_MS).unref();
  let answered = 0;
  let alive = true;
  void ready.then(() => clearTimeout(late));
  void gone.then(() => {
    clearTimeout(late);
    alive = false;
  });
  return {
    pid: forked.pid,
    get answered() {
      return answered;
    },
    get alive() {
      return alive && forked.connected;
    },
    ask: async (request, limits) => {
      await Promise.race([ready, gone]);
      const reply = await requestReply(forked, gone, { request, limits });
      answered += 1;
      return reply;
    },
    kill: async () => {
      forked.kill('SIGKILL');
      await gone;
    },
  };
}

/** Rejects with ChildLost only once the process is really gone, so that nothing writes to the job's paths any more. */
function requestReply(
  forked: ChildProcess,
  gone: Promise<string>,
  { request, limits }: { request: ImagingRequest; limits: Limits },
): Promise<ImagingReply> {
  return new Promise((resolve, reject) => {
    let limit: 'time' | 'memory' | null = null;
    const killFor = (reason: 'time' | 'memory') => {
      limit ??= reason;
      forked.kill('SIGKILL');
    };
    const pid = forked.pid ?? 0;
    const before = processorMilliseconds(pid);
    const clock = setTimeout(() => killFor('time'), limits.milliseconds * (before === null ? 1 : PATIENCE));
    const watch = setInterval(() => {
      if ((residentBytes(pid) ?? 0) > limits.bytes) killFor('memory');
      if ((processorMilliseconds(pid) ?? 0) - (before ?? 0) > limits.milliseconds) killFor('time');
    }, LOOK_MS);
    const end = () => {
      clearTimeout(clock);
      clearInterval(watch);
      forked.off('message', onMessage);
    };
    const onMessage = (reply: ImagingReply) => {
      if (reply.id !== request.id) return;
      end();
      resolve(reply);
    };
    forked.on('message', onMessage);
    void gone.then((ending) => {
      end();
      reject(new ChildLost(limit, ending));
    });
    // A closed channel ends the process, which `gone` then reports.
    forked.send(request, () => {});
  });
}
