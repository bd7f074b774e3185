import { tryStorage } from '#web/api/browser-storage.ts';

/** Edits of batches that could not be sent: this browser keeps them until they are, whatever becomes of the page. */
const PREFIX = 'fotolot.edits.';

/** False where the browser refuses. */
export function saveUnsentEdits(batchId: string, edits: object): boolean {
  const text = JSON.stringify(edits);
  return (
    tryStorage(() => {
      localStorage.setItem(PREFIX + batchId, text);
      return true;
    }) ?? false
  );
}

export function readUnsentEdits(batchId: string): object | null {
  return tryStorage(() => JSON.parse(localStorage.getItem(PREFIX + batchId) ?? 'null')) ?? null;
}

export function deleteUnsentEdits(batchId: string): void {
  tryStorage(() => localStorage.removeItem(PREFIX + batchId));
}

/** Removes the kept edits of all batches: nothing of a signed-out user stays. */
export function deleteAllUnsentEdits(): void {
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  });
}
