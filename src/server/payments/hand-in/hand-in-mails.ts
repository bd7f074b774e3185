import { describeSending } from '#domain/invoices/anaf/sending-words.ts';
import {
  daysToHandIn,
  findUnknownYear,
  lastDayToHandIn,
  latestRemindedIssue,
  REMINDED_ON,
} from '#domain/invoices/hand-in.ts';
import { daysLeftWords, dueWords, unknownYearWords } from '#domain/invoices/hand-in-words.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, toBucharestDay } from '#domain/language/time.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import type { App } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { listDueUntil } from '#server/payments/hand-in/hand-ins-view.ts';
import { describeSendings } from '#server/payments/hand-in/sendings-view.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { findSendings } from '#server/payments/store/sending-store.ts';

const MOST_NAMED = 20;

/** Lists what is past its third working day, overdue documents first. Null once all of it is handed in. */
export const handInsDueMail: Compose = async (app) => {
  const today = toBucharestDay(app.now());
  const rows =
    app.eFactura === 'off' ? [] : await listDueUntil(app.db, latestRemindedIssue(today, REMINDED_ON[0]));
  if (rows.length === 0) return null;
  const overdue = rows.filter((row) => daysToHandIn(row.issued_on, today) === null).length;
  const others = rows.length - MOST_NAMED;
  const unknownYear = findUnknownYear(today);
  return renderEmail({
    subject: `De predat în RO e-Factura: ${dueWords({ due: rows.length, overdue })}`,
    before: [
      'Legea cere ca fiecare factură și fiecare storno să ajungă în RO e-Factura în cinci zile lucrătoare de la emitere. Așteaptă:',
      ...(await describeDocuments(app, rows.slice(0, MOST_NAMED), today)),
      ...(others > 0 ? [`și încă ${formatCount(others, NOUNS.document)}.`] : []),
      ...(unknownYear ? [unknownYearWords(unknownYear)] : []),
    ],
    action: { label: 'Vezi ce e de predat', url: listUrl(app) },
    after: [
      app.eFactura === 'live'
        ? 'La fiecare scrie cât de departe este la ANAF. Ce nu pleacă singur apare cu butonul lui în pagina de mai sus.'
        : 'Iei de acolo fișierele, le încarci în SPV, apoi le marchezi ca predate.',
      'Primești mesajul în a treia și în a cincea zi lucrătoare a fiecărui document.',
    ],
  });
};

export const holidaysUnknownMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: `Zilele libere din ${String(data.year)} nu sunt verificate`,
    before: [
      unknownYearWords(String(data.year)),
      'Instalează o versiune mai nouă a programului Fotolot, care le cunoaște.',
    ],
    action: { label: 'Vezi ce e de predat', url: listUrl(app) },
    after: ['Primești mesajul o singură dată pentru fiecare an.'],
  });

async function describeDocuments(app: App, rows: readonly InvoiceRow[], today: string): Promise<string[]> {
  const found = await findSendings(
    app.db,
    rows.map(({ id }) => id),
  );
  const sendings = await describeSendings(app, rows, found);
  return rows.map((row) => {
    const kind = row.kind === 'storno' ? 'Storno' : 'Factura';
    const last = formatDay(toNoon(lastDayToHandIn(row.issued_on)));
    const left = daysLeftWords({ kind: row.kind, daysLeft: daysToHandIn(row.issued_on, today) });
    const sending = sendings.get(row.id);
    const state = sending ? `; ANAF: ${describeSending(sending, row.kind)}` : '';
    return `${kind} ${invoiceName(row)}: ${left} (ultima zi: ${last})${state}`;
  });
}

const listUrl = (app: App) => `${app.publicUrl()}/admin/dashboard?parte=facturi`;
