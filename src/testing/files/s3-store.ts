import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { severalAtOnce } from '#domain/several-at-once.ts';
import { type BucketAddress, S3Bucket } from '#server/adapters/files/s3-bucket.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';
import { bucketAddress } from '#server/setting-kinds.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const STAND_IN = 's3://stand-in:stand-in-secret@127.0.0.1:9/photos?region=eu-central-1';

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
    together?: number;
  }): Promise<void>;
  /** Gives up every upload in parts, as a rule of the store does after some days. */
  dropMultipart(): Promise<void>;
  /** Puts one small object under each key, past the protocol of the stand-in: a bucket of years is there in seconds. */
  fill(keys: readonly string[], content: string): Promise<void>;
  /** kill -9; it is back at its address after so many milliseconds. */
  kill(awayMs: number): Promise<void>;
  /** Requests so far, by method and kind of operation. */
  calls(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * An empty S3-compatible store of the test's own: the stand-in or, behind the stand-in, a folder of the bucket that S3_TEST_URL names
 * (written as FILES_URL), which is emptied at the end.
 */
export async function s3Store(): Promise<S3Store> {
  const real = process.env.S3_TEST_URL;
  const target = bucketAddress.parse(real || STAND_IN);
  if (!target?.credentials) throw new Error('S3_TEST_URL must name a bucket with key and secret');
  const { accessKeyId, secretAccessKey } = target.credentials;
  const folder = await makeTemporaryFolder();
  const program = startStandIn(
    's3',
    {
      ...(real ? { UPSTREAM: target.endpoint } : { FOLDER: join(folder.path, 'store') }),
      // It comes back there after a kill.
      PORT: String(await unusedPort()),
      ACCESS_KEY: accessKeyId,
      SECRET_KEY: secretAccessKey,
    },
    log,
  );
  const endpoint = await program.url();
  const prefix = real ? `${target.prefix}${randomUUID()}/` : 'of/us/';
  const address = { ...target, endpoint, prefix };
  const keys = [accessKeyId, secretAccessKey].map(encodeURIComponent).join(':');
  const folders = prefix.slice(0, -1);
  const goesWrong: S3Store['goesWrong'] = async (faults = {}) => {
    await fetch(`${endpoint}/-/faults`, { method: 'PUT', body: JSON.stringify(faults) });
  };
  return {
    address,
    goesWrong,
    url: `s3://${keys}@${new URL(endpoint).host}/${address.bucket}/${folders}?region=${address.region}`,
    dropMultipart: () => withClient(address, dropMultipart),
    fill: async (keys, content) => {
      const objects = join(folder.path, 'store', target.bucket, 'objects');
      const write = (key: string) => writeFile(join(objects, encodeURIComponent(prefix + key)), content);
      await severalAtOnce(keys, 64, write);
    },
    kill: async (awayMs) => {
      if (program.pid !== undefined) process.kill(program.pid, 'SIGKILL');
      while (program.pid !== undefined) await wait(10);
      await wait(awayMs);
      await program.url();
    },
    calls: async () => (await (await fetch(`${endpoint}/-/calls`)).json()) as Record<string, number>,
    close: async () => {
      if (real) {
        await goesWrong();
        await withClient(address, dropMultipart);
        await withClient(address, removeObjects);
      }
      await program.close();
      await folder.remove();
    },
  };
}

type Cleaning = (client: S3Client, below: { Bucket: string; Prefix: string }) => Promise<void>;

/** Past the adapter, which knows only keys of its own. */
async function withClient(address: BucketAddress, clean: Cleaning): Promise<void> {
  const bucket = new S3Bucket(address);
  bucket.close();
  const client = new S3Client(bucket.clientConfig);
  await clean(client, { Bucket: address.bucket, Prefix: address.prefix });
  client.destroy();
}

const dropMultipart: Cleaning = async (client, below) => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(below));
  for (const { Key, UploadId } of Uploads)
    await client.send(new AbortMultipartUploadCommand({ Bucket: below.Bucket, Key, UploadId }));
};

const removeObjects: Cleaning = async (client, below) => {
  const { Contents = [], IsTruncated } = await client.send(new ListObjectsV2Command(below));
  for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: below.Bucket, Key }));
  if (IsTruncated) await removeObjects(client, below);
};
