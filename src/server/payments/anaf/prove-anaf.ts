import { cuiDigits } from '#domain/payments/billing.ts';
import type { Anaf } from '#server/adapters/anaf/port.ts';
import type { App } from '#server/app.ts';

const HOUR_MS = 3_600_000;
/** A time past ANAF's clock is refused. */
const BEHIND_MS = 5 * 60_000;

/** Returns the seller's fiscal code, digits; null while it is not entered. */
export function sellerCif(app: App): string | null {
  return cuiDigits(app.operator?.cui ?? '') || null;
}

/** Asks ANAF for two things that change nothing: a greeting, and the seller's messages of an hour. Throws AnafFailure. */
export async function proveAnaf(
  app: App,
  { anaf, accessToken, cif }: { anaf: Anaf; accessToken: string; cif: string },
): Promise<void> {
  await anaf.greet(accessToken);
  const until = new Date(app.now().getTime() - BEHIND_MS);
  const from = new Date(until.getTime() - HOUR_MS);
  await anaf.listMessages(accessToken, { cif, from, until, page: 1, filter: 'T' });
}
