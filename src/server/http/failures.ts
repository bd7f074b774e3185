import type { Log } from '#server/app.ts';
import { asAppError, isDiskError, type NoteFailure, OVERDUE } from '#server/http/errors.ts';
import { throttleLog } from '#server/http/limits/seldom.ts';

/** What an admin has to mend: no room on the disk, a disk that fails, or no response from the database while it runs. */
export type ServerTrouble = 'storage' | 'disk' | 'database';

const HOUR_MS = 3_600_000;

interface Failure {
  readonly error: unknown;
  readonly about: object;
  readonly message: string;
}

/**
 * Unexpected errors are logged each time. What fails for all users at once, because the disk is full or the database is busy or away, is
 * one line an hour of each kind with the number of the others, and admins are told as often.
 */
export function failureLog(log: Log, notify: (trouble: ServerTrouble) => void = () => {}): NoteFailure {
  const hourlyLog = (trouble: ServerTrouble | null) =>
    throttleLog<Failure>(HOUR_MS, ({ error, about, message }, more) => {
      log.error({ error, ...about, more }, message);
      if (trouble) notify(trouble);
    });
  const [storage, disk, database, away] = [
    hourlyLog('storage'),
    hourlyLog('disk'),
    hourlyLog('database'),
    hourlyLog(null),
  ];
  return (error, about, message) => {
    const refusal = asAppError(error);
    const failure = { error, about, message };
    if (refusal.code === 'http/storage-full') storage(failure);
    else if (isDiskError(error)) disk(failure);
    else if (refusal.code === 'http/unavailable') (isBusy(error) ? database : away)(failure);
    else if (refusal.code === 'http/internal') log.error({ error, ...about }, message);
    return refusal;
  };
}

/** Not the few seconds in which a database starts again: it runs and takes no more. */
function isBusy(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return code.startsWith('53') || OVERDUE.test(message);
}
