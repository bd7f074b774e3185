/** Edits of lots that could not be sent: this browser keeps them until they are, whatever becomes of the page. */
const PREFIX = 'fotolot.edits.';

/** False where the browser refuses. */
export function keepEdits(batchId: string, edits: object): boolean {
  try {
    localStorage.setItem(PREFIX + batchId, JSON.stringify(edits));
    return true;
  } catch {
    return false;
  }
}

export function keptEdits(batchId: string): object | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + batchId) ?? 'null');
  } catch {
    return null;
  }
}

export function dropKeptEdits(batchId: string): void {
  try {
    localStorage.removeItem(PREFIX + batchId);
  } catch {
    // Where nothing can be kept, nothing was.
  }
}

/** Of all lots: nothing of who signed out stays. */
export function wipeKeptEdits(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Where nothing can be kept, nothing was.
  }
}
