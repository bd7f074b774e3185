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

/**
 * Imports one document in a transaction of its own, which a dry run rolls back. Returns the outcome. Throws errors that are not this
 * document's fault.
 */
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
    // Constraint and data errors are this document's fault; any other error stops the import.
    if (code && /^2[23]/.test(code))
      return { field: 'document', reason: `the database refuses it (${code})` };
    throw error;
  }
}
