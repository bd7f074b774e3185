import { plusDays } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { keptFrom, UNPAID_DAYS } from '#domain/payments/books.ts';
import type { App } from '#server/app.ts';
import { deleteOldCheckouts } from '#server/payments/checkout/checkout-store.ts';
import { forgetAnafWords } from '#server/payments/store/anaf-message-store.ts';
import { deleteOldBuyerKeys } from '#server/payments/store/buyer-key-store.ts';
import { forgetBuyers } from '#server/payments/store/invoice-store.ts';
import { deleteOldWithdrawalLinks } from '#server/payments/store/withdrawal-link-store.ts';
import { eraseSettledEmails } from '#server/payments/store/withdrawal-store.ts';
import { invoiceKey, signedKey } from '#server/photos/file-keys.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';

const CHUNK_SIZE = 500;

/**
 * Job, daily: erases billing details from checkouts and invoices once the law no longer asks for them. Sums, dates and items stay: they say
 * nothing of a person whose account is gone. Erases also the addresses of deleted accounts' settled withdrawals, and buyers' keys once
 * their last day to withdraw is over.
 */
export async function deleteOldBilling(app: App): Promise<void> {
  const now = app.now();
  const bounds = { keptFrom: keptFrom(now, app.bookYears), unpaidSince: plusDays(now, -UNPAID_DAYS) };
  let checkouts = 0;
  for (let done = CHUNK_SIZE; done === CHUNK_SIZE; checkouts += done)
    done = await app.change(({ tx }) => deleteOldCheckouts(tx, bounds, CHUNK_SIZE));
  let invoices = 0;
  for (let done = CHUNK_SIZE; done === CHUNK_SIZE; invoices += done)
    done = await app.change(async (unit) => {
      const ids = await forgetBuyers(unit.tx, { keptFrom: bounds.keptFrom, at: now }, CHUNK_SIZE);
      await forgetAnafWords(unit.tx, ids);
      await letGoOfFiles(
        unit,
        app,
        ids.flatMap((id) => [invoiceKey(id, 'pdf'), invoiceKey(id, 'xml'), signedKey(id)]),
      );
      return ids.length;
    });
  await app.change(({ tx }) => eraseSettledEmails(tx, plusDays(now, -1)));
  await deleteOldBuyerKeys(app.db, toBucharestDay(now));
  await deleteOldWithdrawalLinks(app.db, now);
  if (invoices > 0) app.log.info({ invoices }, 'buyers of invoices past their years were forgotten');
  if (checkouts > 0) app.log.info({ sheets: checkouts }, 'billing details past their years were forgotten');
}
