import { startRealStores } from '../real-storage/stores.ts';
import type { Count } from './stage.ts';

/** What is run against object stores that others wrote; the stand-in passes them too. */
export const STORED_FILES = [
  'src/server/adapters/files/s3.test.ts',
  'src/server/batches/uploads/uploads-in-a-bucket.test.ts',
];

export interface StorageTests {
  readonly scratch: string;
  readonly cleanUps: (() => Promise<void>)[];
  readonly tests: string[];
  /** Tests that kill a store of their own. */
  readonly dying: string[];
  readonly run: (title: string, tests: string[], env: Readonly<Record<string, string>>) => Promise<Count>;
}

/** Part of every run of continuous integration; elsewhere it is asked for, for it fetches a good part of a Debian. */
export async function storageInRun(options: StorageTests): Promise<Count[]> {
  if (!['', '0', 'false'].includes(process.env.CI ?? '')) return storageStages(options);
  console.log('\n── storage: not run (npm test -- --storage, as root; always with CI=true)');
  return [];
}

/** Stored files in object stores that others wrote, side by side. Where they cannot be had the stage fails. */
export async function storageStages({
  scratch,
  cleanUps,
  tests,
  dying,
  run,
}: StorageTests): Promise<Count[]> {
  const { S3_TEST_URL } = process.env;
  if (S3_TEST_URL) return [await run('S3_TEST_URL', tests, { S3_TEST_URL })];
  // Their data too lies in the run's own folder.
  Object.assign(process.env, { TMPDIR: scratch });
  const stores = await startRealStores(cleanUps).catch((error: unknown) => {
    console.log('✖ storage: the object stores for this stage cannot be had\n', error);
  });
  if (!stores) return [{ passed: 0, failed: 1 }];
  return Promise.all(
    stores.map(({ name, url }) => run(name, [...tests, ...dying], { S3_TEST_URL: url, REAL_STORE: name })),
  );
}
