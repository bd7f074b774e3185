import { orderName } from '#domain/invoices/series.ts';
import { workingDayAfter } from '#domain/invoices/working-days.ts';
import { formatDay, toBucharestDay } from '#domain/language/time.ts';
import { leiInText } from '#domain/payments/price.ts';
import type { App } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { standingInvoice } from '#server/payments/store/invoice-store.ts';
import { appendOrderEvent, lockOrder } from '#server/payments/store/order-store.ts';
import { isStornoDue, unremindedStornos } from '#server/payments/store/stornos-due-view.ts';
import { mailAdmins } from '#server/users/admins/mail-admins.ts';

/** The law gives five working days for the e-invoice of a storno. */
const WORKING_DAYS = 3;

/** Job, daily: reminds the admins once of each storno that waits for their decision after money went back outside. */
export async function remindOfStornos(app: App): Promise<void> {
  const today = toBucharestDay(app.now());
  const waiting = await unremindedStornos(app.db);
  for (const { id: orderId, since } of waiting.filter(
    (each) => workingDayAfter(toBucharestDay(each.since), WORKING_DAYS) <= today,
  ))
    await app.change(async ({ tx }) => {
      await lockOrder(tx, orderId);
      if (!(await isStornoDue(tx, orderId))) return;
      await appendOrderEvent(tx, orderId, { source: 'us', event: 'storno-reminded', at: app.now() });
      await mailAdmins(tx, app, { kind: 'storno-due', data: { orderId, since: since.toISOString() } });
    });
}

function describeRest(restBani: number): string {
  return restBani > 0
    ? `iar din factura ei au rămas ${leiInText(restBani)}. Hotărăște cât se stornează.`
    : 'iar un transfer promis nu e plătit încă. Hotărăște dacă se mai face.';
}

/** Null once an admin has decided. */
export const stornoDueMail: Compose = async (app, { data }) => {
  const orderId = String(data.orderId);
  const standing = await standingInvoice(app.db, orderId);
  if (!standing || !(await isStornoDue(app.db, orderId))) return null;
  return renderEmail({
    subject: 'O factură așteaptă să fie stornată',
    before: [
      `Banii comenzii ${orderName(standing.invoice.snapshot)} s-au întors pe altă cale pe ${formatDay(new Date(String(data.since)))}, ${describeRest(standing.rest.grossBani)}`,
    ],
    action: { label: 'Vezi comanda', url: `${app.publicUrl()}/admin/dashboard?order=${orderId}` },
    after: ['Primești mesajul pentru că te ocupi de comenzile Fotolot.'],
  });
};
