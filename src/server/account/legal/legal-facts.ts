import type { App } from '#server/app.ts';

/** What of an installation its documents speak of. */
export type LegalFacts = Pick<App, 'operator' | 'vat' | 'now' | 'bookYears' | 'backupDays' | 'hosting'> & {
  readonly payments: object | null;
  readonly signIn: object | null;
  readonly analytics: object | null;
};
