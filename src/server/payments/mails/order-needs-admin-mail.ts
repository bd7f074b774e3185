import { TOLD_LABELS, TOLD_SENTENCES } from '#domain/language/order-sentences.ts';
import type { TellReason } from '#domain/payments/order-state.ts';
import { leiInText } from '#domain/payments/price.ts';
import type { App, Tx } from '#server/app.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findOrder } from '#server/payments/orders/order-store.ts';
import { mailAdmins } from '#server/users/admins/mail-admins.ts';

/** The order says each reason once; a bank gives days to reply, not weeks. */
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
