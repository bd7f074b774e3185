import { attempt } from '#web/session/kept/memory.ts';

/** Edits of lots that could not be sent: this browser keeps them until they are, whatever becomes of the page. */
const PREFIX = 'fotolot.edits.';

/** False where the browser refuses. */
export function keepEdits(batchId: string, edits: object): boolean {
  const text = JSON.stringify(edits);
  return (
    attempt(() => {
      localStorage.setItem(PREFIX + batchId, text);
      return true;
    }) ?? false
  );
}

export function keptEdits(batchId: string): object | null {
  return attempt(() => JSON.parse(localStorage.getItem(PREFIX + batchId) ?? 'null')) ?? null;
}

export function dropKeptEdits(batchId: string): void {
  attempt(() => localStorage.removeItem(PREFIX + batchId));
}

/** Removes the kept edits of all lots: nothing of a signed-out user stays. */
export function wipeKeptEdits(): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  });
}
