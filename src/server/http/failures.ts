import type { Log } from '#server/app.ts';
import { asAppError, isDiskError, type NoteFailure, OVERDUE } from '#server/http/errors.ts';
import { throttleLog } from '#server/http/limits/seldom.ts';

/** Trouble that an admin has to mend: a full disk, a failing disk, or a running database that does not reply. */
export type ServerTrouble = 'storage' | 'disk' | 'database';

const HOUR_MS = 3_600_000;

interface Failure {
  readonly error: unknown;
  readonly about: object;
  readonly message: string;
}

/**
 * Returns a log of failed requests. Unexpected errors are logged each time. Trouble that hits all users at once (disk full, database busy
 * or away) is logged once an hour per kind, with the number of other failures, and admins are notified as often.
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

/** True when the database runs and takes no more, not in the few seconds of its restart. */
function isBusy(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return code.startsWith('53') || OVERDUE.test(message);
}
