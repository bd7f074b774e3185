import type { ChildProcess } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { spawnProgram } from '#server/adapters/stand-in.ts';
import type { Log } from '#server/app.ts';

const START_LIMIT_MS = 60_000;

const firstLine = z.object({
  url: z.string(),
  apiKey: z.string(),
  posSignature: z.string(),
  publicKey: z.string(),
});

export interface RunningSimulator {
  readonly url: string;
  readonly apiKey: string;
  readonly posSignature: string;
  readonly publicKey: KeyObject;
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Starts the simulator and restarts it when it dies. Address, keys and orders are in the state file, so it comes back as it was. `env`: its
 * own settings. Throws when it does not start within a minute.
 */
export async function startSimulator(
  stateFile: string,
  log: Log,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningSimulator> {
  const settings = { ...env, STATE_FILE: stateFile };
  let isClosed = false;
  let running = await launchSimulator(settings);
  const { access } = running;
  const watch = ({ child }: SimulatorProcess) =>
    child.once('exit', () => {
      if (!isClosed)
        revive().catch((error: unknown) => log.error({ error: String(error) }, 'payment simulator'));
    });
  const revive = async () => {
    log.warn({}, 'the payment simulator ended and is started again');
    running = await launchSimulator(settings);
    if (isClosed) return stopChild(running.child);
    watch(running);
    if (running.access.url !== access.url) throw new Error('its port was taken: restart the server');
  };
  watch(running);
  return {
    ...access,
    publicKey: createPublicKey(access.publicKey),
    get pid() {
      return running.child.pid;
    },
    close: () => {
      isClosed = true;
      return stopChild(running.child);
    },
  };
}

interface SimulatorProcess {
  readonly child: ChildProcess;
  readonly access: z.infer<typeof firstLine>;
}

async function launchSimulator(env: Readonly<Record<string, string>>): Promise<SimulatorProcess> {
  const child = spawnProgram({ name: 'netopia', env, errors: 'inherit' });
  try {
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([
      once(lines, 'line', { signal: AbortSignal.timeout(START_LIMIT_MS) }),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The payment simulator ended before it began (${code}).`);
      }),
    ]);
    return { child, access: firstLine.parse(JSON.parse(line)) };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const patience = setTimeout(() => child.kill('SIGKILL'), 5000);
  child.stdin?.end();
  await ended;
  clearTimeout(patience);
}
