import { createStore, keys, type UseStore } from 'idb-keyval';

/** Returns this browser's store of files that have not arrived yet. */
export function pendingStore(): UseStore {
  return createStore('fotolot-uploads', 'files');
}

/** False also where the browser keeps nothing. */
export async function anyFilePending(): Promise<boolean> {
  try {
    return (await keys(pendingStore())).length > 0;
  } catch {
    return false;
  }
}
