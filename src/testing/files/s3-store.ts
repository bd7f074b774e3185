import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BucketAddress } from '#server/adapters/files/s3-bucket.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const KEY = 'stand-in';
const SECRET = 'stand-in-secret';

export interface S3Store {
  readonly address: BucketAddress;
  /** The address as a setting. */
  readonly url: string;
  /** Sets what goes wrong from here on; nothing without `faults`. */
  goesWrong(faults?: {
    delayMs?: number;
    failEvery?: number;
    cutEvery?: number;
    hangEvery?: number;
    isDown?: boolean;
  }): Promise<void>;
  /** Gives up every upload in parts, as a rule of the store does after some days. */
  dropMultipart(): Promise<void>;
  /** kill -9; it is back at its address after so many milliseconds. */
  kill(awayMs: number): Promise<void>;
  /** Requests so far, by method and kind of operation. */
  calls(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** An empty S3-compatible store of the test's own. */
export async function s3Store(): Promise<S3Store> {
  const folder = await makeTemporaryFolder();
  const PORT = String(await unusedPort());
  const program = startStandIn('s3', { FOLDER: join(folder.path, 'store'), PORT }, log);
  const endpoint = await program.url();
  return {
    address: {
      ...{ endpoint, region: 'eu-central-1', bucket: 'photos', prefix: 'of/us/' },
      credentials: { accessKeyId: KEY, secretAccessKey: SECRET },
    },
    url: `s3://${KEY}:${SECRET}@${new URL(endpoint).host}/photos/of/us?region=eu-central-1`,
    goesWrong: async (faults = {}) => {
      await fetch(`${endpoint}/-/faults`, { method: 'PUT', body: JSON.stringify(faults) });
    },
    dropMultipart: async () => {
      const parts = join(folder.path, 'store', 'photos', 'uploads');
      for (const id of await readdir(parts)) await rm(join(parts, id), { recursive: true });
    },
    kill: async (awayMs) => {
      if (program.pid !== undefined) process.kill(program.pid, 'SIGKILL');
      while (program.pid !== undefined) await wait(10);
      await wait(awayMs);
      await program.url();
    },
    calls: async () => (await (await fetch(`${endpoint}/-/calls`)).json()) as Record<string, number>,
    close: async () => {
      await program.close();
      await folder.remove();
    },
  };
}
