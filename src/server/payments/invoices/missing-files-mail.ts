import { invoiceName } from '#domain/invoices/series.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import { type Compose, queueMail } from '#server/mail/mail-outbox.ts';
import { type InvoiceRow, stillWithoutFiles } from '#server/payments/store/invoice-store.ts';
import { adminsToMail } from '#server/users/admins/mail-admins.ts';

/** A store that is away for a moment is no news. */
const PATIENCE_MINUTES = 10;
const MOST_NAMED = 10;

/** Tells the admins of documents whose files cannot be made, once they are some minutes old, and once a day at most. */
export async function tellOfMissingFiles(app: App, failed: readonly InvoiceRow[]): Promise<void> {
  const patient = app.now().getTime() - PATIENCE_MINUTES * 60_000;
  const ids = failed.filter(({ created_at: at }) => at.getTime() <= patient).map(({ id }) => id);
  if (ids.length === 0) return;
  await app.change(async ({ tx }) => {
    for (const address of await adminsToMail(tx, app)) {
      const ref = `${toBucharestDay(app.now())}:${app.keyedHash('invoice-files', address)}`;
      await queueMail(tx, app, { kind: 'invoice-files', ref, userId: null, address, data: { ids } });
    }
  });
}

/** Says it only while it is so. */
export const missingFilesMail: Compose = async (app, { data }) => {
  const rows = await stillWithoutFiles(app.db, data.ids as string[]);
  if (rows.length === 0) return null;
  const named = rows.slice(0, MOST_NAMED).map(invoiceName).join(', ');
  const others = rows.length > MOST_NAMED ? ` și încă ${rows.length - MOST_NAMED}` : '';
  return renderEmail({
    subject: `${formatCount(rows.length, NOUNS.document)} fără PDF sau e-Factura`,
    before: [
      `Fișierele nu s-au putut face pentru ${named}${others}. Cumpărătorii au ce au plătit, iar numerele și sumele sunt în evidență; lipsesc PDF-ul sau e-Factura, care trebuie predată în 5 zile lucrătoare.`,
      'Motivul este în jurnalul serverului, la „the files of an invoice were not made”. Încercăm din nou la fiecare oră.',
    ],
    action: { label: 'Vezi facturile', url: `${app.publicUrl()}/admin/dashboard?parte=facturi` },
    after: ['Cât timp ține, primești mesajul acesta o dată pe zi.'],
  });
};
