import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { findConnection } from '#server/adverts/connections/connection-store.ts';
import { type Access, runWithGrant } from '#server/adverts/connections/run-with-grant.ts';
import type { App } from '#server/app.ts';

const CODES: Partial<Record<SiteFailure['kind'], ErrorCode>> = {
  reconnect: 'adverts/reconnect',
  operator: 'adverts/operator',
  gone: 'adverts/gone',
  foreign: 'adverts/gone',
};

/** Runs a read with access to a person's account. Throws as `runWithGrant`, but for a SiteFailure a refusal that names the site. */
export async function readWithGrant<T>(
  app: App,
  of: { readonly userId: string; readonly connectionId: string },
  work: (access: Access) => Promise<T>,
): Promise<T> {
  try {
    return await runWithGrant(app, of, work);
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error;
    const connection = await findConnection(app.db, of);
    const details = connection === null ? {} : { site: SITE_NAMES[connection.site] };
    throw new AppError(CODES[error.kind] ?? 'adverts/away', details);
  }
}
