import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { debianTree } from './debian-tree.ts';
import { type Enclosure, killEnclosed, said, startEnclosed } from './enclosed.ts';

export const REGION = 'us-east-1';
const START_LIMIT_MS = 120_000;
const BUCKET = 'photos';
const ACCESS_KEY = 'tests:tests';
const SECRET_KEY = 'of-the-tests';

interface Door {
  readonly port: number;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A server that others wrote. */
export interface StoreKind {
  readonly name: string;
  /** Makes an empty one. */
  prepare(enclosure: Enclosure, door: Door): Promise<Prepared>;
}

interface Prepared {
  /** Its programs, in the order in which they are started. */
  readonly programs: readonly (readonly string[])[];
  /** The first of them, as far as they run already. */
  readonly running: readonly ChildProcess[];
}

export interface RealStore {
  /** The address of its bucket as a setting, s3://… */
  readonly url: string;
  /** Ends all its programs at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, where it was. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** Starts an empty store with a bucket. */
export async function startRealStore(kind: StoreKind): Promise<RealStore> {
  const tree = await debianTree();
  const folder = await makeTemporaryFolder();
  const enclosure = { tree, data: folder.path };
  mkdirSync(`${folder.path}/etc`);
  const port = await unusedPort();
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { accessKey: ACCESS_KEY, secretKey: SECRET_KEY };
  let programs: Prepared['programs'] = [];
  let running: readonly ChildProcess[] = [];
  const start = async () => {
    const others = programs.slice(running.length).map((program) => startEnclosed(enclosure, program));
    running = [...running, ...others];
    await untilItReplies(endpoint, () => running, enclosure);
  };
  const close = async () => {
    await killEnclosed(running);
    await folder.remove();
  };
  try {
    ({ programs, running } = await kind.prepare(enclosure, { port, ...keys }));
    await start();
    await createBucket(endpoint);
  } catch (error) {
    await close();
    throw new Error(`${kind.name} does not start`, { cause: error });
  }
  const [key, secret] = [ACCESS_KEY, SECRET_KEY].map(encodeURIComponent);
  return {
    url: `s3://${key}:${secret}@127.0.0.1:${port}/${BUCKET}?region=${REGION}`,
    kill: async () => {
      await killEnclosed(running);
      running = [];
    },
    restart: start,
    close,
  };
}

async function untilItReplies(
  endpoint: string,
  running: () => readonly ChildProcess[],
  enclosure: Enclosure,
): Promise<void> {
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await wait(100)) {
    const ended = running().find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (ended)
      throw new Error(`A program ended: ${ended.spawnargs.slice(-5).join(' ')}\n${saidBy(ended, enclosure)}`);
    const reply = await fetch(endpoint).catch(() => null);
    await reply?.body?.cancel();
    if (reply && reply.status < 500) return;
  }
  throw new Error(`${endpoint} does not reply after ${START_LIMIT_MS / 1000} s`);
}

function saidBy({ spawnargs }: ChildProcess, enclosure: Enclosure): string {
  const program = spawnargs[spawnargs.indexOf(enclosure.data) + 1] ?? '';
  return said(enclosure, program);
}

async function createBucket(endpoint: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: REGION,
    forcePathStyle: true,
    maxAttempts: 10,
    credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}
