import type { SiteName } from '#domain/adverts/sites.ts';
import type { App } from '#server/app.ts';

/** The facts of an installation that its documents mention. */
export type LegalFacts = Pick<
  App,
  'operator' | 'vat' | 'now' | 'bookYears' | 'backupDays' | 'hosting' | 'eFactura'
> & {
  readonly payments: object | null;
  readonly signIn: object | null;
  readonly firmRegistry: object | null;
  readonly analytics: object | null;
  readonly adverts: Readonly<Record<SiteName, object | null>>;
};
