import { ALARM_AFTER_HOURS, baseOf, NO_REASON, READS_BEFORE_ALARM } from '#domain/invoices/anaf/sending.ts';
import { rejectedAdvice } from '#domain/invoices/anaf/sending-words.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { App, Db } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { isMendable } from '#server/payments/hand-in/sendings-view.ts';
import { takeUntoldObjections } from '#server/payments/store/anaf-message-store.ts';
import { findInvoice, type InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { findSending, type SendingRow, takeUntold } from '#server/payments/store/sending-store.ts';
import { mailAdmins } from '#server/users/admins/mail-admins.ts';

/**
 * Mails the admins, once each: documents that ANAF rejected, accepted ones whose signed file is not here a day later, and what buyers
 * objected. Part of the clock job; one mail a run at most.
 */
export async function tellOfSendings(app: App): Promise<void> {
  const base = baseOf(app.eFactura);
  if (base === null) return;
  const now = app.now();
  const acceptedBefore = new Date(now.getTime() - ALARM_AFTER_HOURS * 3_600_000);
  await app.change(async ({ tx }) => {
    const untold = await takeUntold(tx, base, { now, acceptedBefore, reads: READS_BEFORE_ALARM });
    const objected = await takeUntoldObjections(tx, base, now);
    const data = { ...untold, objected };
    if (untold.rejected.length + untold.unsigned.length + objected.length === 0) return;
    await mailAdmins(tx, app, { kind: 'anaf-documents', data });
  });
}

const MOST_NAMED = 20;

/** Names documents with what ANAF, or a buyer, said of them. */
export const anafDocumentsMail: Compose = async (app, { data }) => {
  const { rejected, unsigned, objected } = data as Readonly<Record<string, string[]>>;
  const [turned = [], late = [], said = []] = [rejected, unsigned, objected];
  const count = new Set([...turned, ...late, ...said]).size;
  if (count === 0) return null;
  const before = [
    ...(turned.length > 0 ? ['Respinse de ANAF, în cuvintele lui:'] : []),
    ...(await describeEach(app.db, turned, async (invoice, { errors }) => {
      const facts = { kind: invoice.kind, mayMend: await isMendable(app.db, invoice) };
      return `${(errors ?? NO_REASON).slice(0, 500)} ${rejectedAdvice(facts)}`;
    })),
    ...(late.length > 0
      ? [
          'Acceptate de ANAF de peste o zi, iar fișierul semnat nu e încă aici (după 60 de zile nu se mai poate lua):',
        ]
      : []),
    ...(await describeEach(app.db, late, async () => 'fără fișier semnat')),
    ...(said.length > 0 ? ['Cumpărătorul are obiecții, scrise în RO e-Factura:'] : []),
    ...(await describeEach(app.db, said, async () => 'vezi „Acceptate de ANAF”')),
  ];
  return renderEmail({
    subject: `RO e-Factura: ${formatCount(count, NOUNS.document)} ${count === 1 ? 'cere' : 'cer'} atenția ta`,
    before,
    action: { label: 'Vezi documentele', url: `${app.publicUrl()}/admin/dashboard?parte=facturi` },
    after: [
      'Un document respins nu e predat. Îndreaptă cauza, apoi apasă „Trimite din nou”. Termenul lui curge.',
    ],
  });
};

async function describeEach(
  db: Db,
  ids: readonly string[],
  words: (invoice: InvoiceRow, sending: SendingRow) => Promise<string>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const id of ids.slice(0, MOST_NAMED)) {
    const invoice = await findInvoice(db, id);
    const sending = await findSending(db, id);
    if (!invoice || !sending) continue;
    const kind = invoice.kind === 'storno' ? 'Storno' : 'Factura';
    lines.push(`${kind} ${invoiceName(invoice)}: ${await words(invoice, sending)}`);
  }
  const others = ids.length - MOST_NAMED;
  return others > 0 ? [...lines, `și încă ${formatCount(others, NOUNS.document)}.`] : lines;
}
