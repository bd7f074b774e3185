import type { FieldProblem } from '#domain/users/imported-document.ts';
import type { App, Unit } from '#server/app.ts';

export type ImportOutcome = 'imported' | 'alreadyHere' | FieldProblem;

class Undone extends Error {
  readonly outcome: ImportOutcome;
  constructor(outcome: ImportOutcome) {
    super('a dry run writes nothing');
    this.outcome = outcome;
  }
}

/** One document in a transaction of its own, which a dry run takes back. */
export async function importOne(
  app: Pick<App, 'change'>,
  dryRun: boolean,
  write: (unit: Unit) => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  try {
    return await app.change(async (unit) => {
      const outcome = await write(unit);
      if (dryRun) throw new Undone(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    const { code } = error as { code?: string };
    // What the database finds wrong with these rows is this document's affair; anything else stops the import.
    if (code && /^2[23]/.test(code))
      return { field: 'document', reason: `the database refuses it (${code})` };
    throw error;
  }
}
