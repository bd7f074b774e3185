import { debianTree, obstacle } from './debian-tree.ts';
import { RADOSGW } from './radosgw.ts';
import { type StoreKind, startRealStore } from './real-store.ts';
import { SWIFT } from './swift.ts';

/** Two that differ where stores differ: in the order of their work, in what they check and in what they refuse. */
export const REAL_STORES: readonly StoreKind[] = [RADOSGW, SWIFT];

/** Starts each of them, empty; what ends them is put into `cleanUps`. Fails where they cannot be had, with the reason. */
export async function startRealStores(
  cleanUps: (() => Promise<void>)[],
): Promise<{ name: string; url: string }[]> {
  const problem = obstacle();
  if (problem !== null) throw new Error(problem);
  await debianTree();
  return Promise.all(
    REAL_STORES.map(async (kind) => {
      const { url, close } = await startRealStore(kind);
      cleanUps.push(close);
      return { name: kind.name, url };
    }),
  );
}
