import { baseOf } from '#domain/invoices/anaf/sending.ts';
import type { App } from '#server/app.ts';
import { readAnaf } from '#server/payments/anaf/anaf-connection.ts';
import {
  beginPeriod,
  endOtherPeriod,
  findPeriod,
  type Period,
} from '#server/payments/store/sending-store.ts';

/**
 * Returns the time in which documents are sent; null: none are sent now. Ends that of another mode, and begins this mode's where it is
 * connected. Called at each start before anything is sold, so that no document of the new mode is taken for one of before; connecting begins
 * it too.
 */
export async function keepPeriod(app: App): Promise<Period | null> {
  const base = app.anaf ? baseOf(app.eFactura) : null;
  const period = await findPeriod(app.db);
  if (period && period.base === base) return period;
  const state = base === null ? 'none' : (await readAnaf(app)).state;
  if (base !== null && (state === 'connected' || state === 'no-right')) {
    await app.change(({ tx, now }) => beginPeriod(tx, base, now));
    return findPeriod(app.db);
  }
  if (period) await app.change(({ tx, now }) => endOtherPeriod(tx, base, now));
  return null;
}
