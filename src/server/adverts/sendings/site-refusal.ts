import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';

const CODES: Partial<Record<SiteFailure['kind'], ErrorCode>> = {
  reconnect: 'adverts/reconnect',
  operator: 'adverts/operator',
  gone: 'adverts/gone',
  foreign: 'adverts/gone',
};

/** Returns the refusal of a read that a site did not answer; other errors as they are. */
export function asRefusal(error: unknown): unknown {
  return error instanceof SiteFailure ? new AppError(CODES[error.kind] ?? 'adverts/away') : error;
}
