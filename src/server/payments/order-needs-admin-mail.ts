import { TOLD_LABELS, TOLD_SENTENCES } from '#domain/language/order-sentences.ts';
import type { TellReason } from '#domain/payments/order-state.ts';
import { leiInText } from '#domain/payments/price.ts';
import type { App, Tx } from '#server/app.ts';
import { findOrder } from '#server/payments/order-store.ts';
import { mailAdmins } from '#server/users/mail-admins.ts';
import { layOut } from '#server/users/mail-layout.ts';
import type { Compose } from '#server/users/mail-outbox.ts';

/** The order says each reason once; a bank gives days to answer, not weeks. */
export async function tellAdmins(tx: Tx, app: App, orderId: string, reason: TellReason): Promise<void> {
  await mailAdmins(tx, app, 'order-needs-admin', { orderId, reason });
}

export const orderNeedsAdminMail: Compose = async (app, { data }) => {
  const order = await findOrder(app.db, String(data.orderId));
  const reason = order?.told_admins.find((told) => told === data.reason);
  if (!order || !reason) return null;
  return layOut({
    subject: `O comandă de ${leiInText(order.amount_bani)} are nevoie de tine: ${TOLD_LABELS[reason]}`,
    before: [TOLD_SENTENCES[reason], `Comanda: ${order.id}.`],
    action: { label: 'Vezi comanda', url: `${app.publicUrl()}/admin/dashboard?order=${order.id}` },
    after: ['Primești mesajul pentru că te ocupi de comenzile Fotolot.'],
  });
};
