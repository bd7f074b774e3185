import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { severalAtOnce } from '#domain/several-at-once.ts';
import type { BucketAddress } from '#server/adapters/files/s3-bucket.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

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
  /** Puts one small object under each key, past the protocol: a bucket of years is there in seconds. */
  fill(keys: readonly string[], content: string): Promise<void>;
  /** Requests so far, by method and kind of operation. */
  calls(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** An empty S3-compatible store of the test's own. */
export async function s3Store(): Promise<S3Store> {
  const folder = await makeTemporaryFolder();
  const program = startStandIn('s3', { FOLDER: join(folder.path, 'store') }, log);
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
    fill: async (keys, content) => {
      const objects = join(folder.path, 'store', 'photos', 'objects');
      const write = (key: string) => writeFile(join(objects, encodeURIComponent(`of/us/${key}`)), content);
      await severalAtOnce(keys, 64, write);
    },
    calls: async () => (await (await fetch(`${endpoint}/-/calls`)).json()) as Record<string, number>,
    close: async () => {
      await program.close();
      await folder.remove();
    },
  };
}
