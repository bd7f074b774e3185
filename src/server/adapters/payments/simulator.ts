import { type ChildProcess, spawn } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'stand-ins', 'netopia', 'main.ts');
const PATIENCE_MS = 30_000;

export interface RunningSimulator {
  readonly url: string;
  readonly apiKey: string;
  readonly posSignature: string;
  readonly publicKey: KeyObject;
  close(): Promise<void>;
}

const firstLine = z.object({
  url: z.string(),
  apiKey: z.string(),
  posSignature: z.string(),
  publicKey: z.string(),
});

/** Starts the stand-in for the provider as a program of its own, which ends when we do, however we end. */
export async function startSimulator(settings: Readonly<Record<string, string>>): Promise<RunningSimulator> {
  const child = spawn(process.execPath, [PROGRAM], { env: settings, stdio: ['pipe', 'pipe', 'inherit'] });
  const close = () => end(child);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([
      once(lines, 'line', { signal }),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The payment simulator ended at its start (${code}).`);
      }),
    ]);
    const { publicKey, ...access } = firstLine.parse(JSON.parse(line));
    return { ...access, publicKey: createPublicKey(publicKey), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  child.stdin?.end();
  await ended;
  clearTimeout(timer);
}
