import { debianTree, obstacle } from './debian-tree.ts';
import { RADOSGW } from './radosgw.ts';
import { type StoreKind, startRealStore } from './real-store.ts';
import { SWIFT } from './swift.ts';

/** Two that differ where stores differ: in the order of their work, in what they check and in what they refuse. */
export const REAL_STORES: readonly StoreKind[] = [RADOSGW, SWIFT];
/** What is run against object stores that others wrote; the stand-in passes them too. */
const STORED_FILES = [
  'src/server/adapters/files/s3.lab.test.ts',
  'src/server/batches/uploads/uploads-in-a-bucket.lab.test.ts',
];

/** An empty store, what is run against it, and what tells the tests where it is. */
interface StartedStore {
  readonly name: string;
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts each of them; or takes the bucket that S3_TEST_URL names. Fails where they cannot be had, with the reason. `dying` kill a store of their own. */
export async function startRealStores(
  dying: readonly string[],
  cleanUps: AsyncDisposableStack,
): Promise<StartedStore[]> {
  const { S3_TEST_URL } = process.env;
  if (S3_TEST_URL) return [{ name: 'S3_TEST_URL', files: STORED_FILES, env: {} }];
  const problem = obstacle();
  if (problem !== null) throw new Error(problem);
  await debianTree();
  return Promise.all(
    REAL_STORES.map(async (kind) => {
      const { url, close } = await startRealStore(kind);
      cleanUps.defer(close);
      const env = { S3_TEST_URL: url, REAL_STORE: kind.name };
      return { name: kind.name, files: [...STORED_FILES, ...dying], env };
    }),
  );
}
