import { toBucharestDay } from '#domain/language/time.ts';
import type { UpdateEffect, UpdateSource } from '#domain/payments/updates/order-update.ts';
import type { App, Unit } from '#server/app.ts';
import { finishRefund } from '#server/payments/effects/finish-refund.ts';
import { givePurchase } from '#server/payments/effects/give-purchase.ts';
import type { HeldOrder } from '#server/payments/effects/held-order.ts';
import { restorePurchase } from '#server/payments/effects/restore-purchase.ts';
import { endBought, revokePurchase } from '#server/payments/effects/revoke-purchase.ts';
import { issueInvoice, issueRefundStorno } from '#server/payments/invoices/issue-invoice.ts';
import { notifyAdmins, notifyOfNews } from '#server/payments/mails/mails.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/store/order-store.ts';
import type { RefundRow } from '#server/payments/store/refund-store.ts';
import { type DebtRow, payDebt } from '#server/payments/store/withdrawal-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

/** The rows that effects work on. `order`: as it was locked, before the update. */
interface EffectRows extends HeldOrder {
  /** The order after the update; documents are made from it. */
  readonly saved: OrderRow;
  /** The order's refund that was not refused, and the debt of its withdrawal, where the update needs them. */
  readonly refund: RefundRow | null;
  readonly debt: DebtRow | null;
  readonly source: UpdateSource;
  /** The provider's status number. */
  readonly status: number | null;
  /** Kept in the order's history with its entry. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

type EffectKind = UpdateEffect['kind'];
type Work<Kind extends EffectKind> = EffectRows & { readonly effect: UpdateEffect & { kind: Kind } };
type CarryOut<Kind extends EffectKind> = (unit: Unit, app: App, work: Work<Kind>) => Promise<unknown> | null;

/** Every effect of the machine with the function that carries it out, on rows that are locked already. */
const CARRY_OUT: { readonly [Kind in EffectKind]: CarryOut<Kind> } = {
  record: ({ tx }, _, { order, source, facts, at, effect: { event, news } }) =>
    appendOrderEvent(tx, order.id, {
      source,
      event: event.kind,
      data: { ...facts, ...(news && { news }) },
      at,
    }),
  'finish-refund': (unit, app, { order, buyer, refund }) =>
    refund && finishRefund(unit, app, { order, buyer, refund }),
  'settle-debt': ({ tx }, _, { debt, at }) =>
    debt &&
    payDebt(tx, debt.withdrawal_id, { way: 'card', on: toBucharestDay(at), reference: null, by: null, at }),
  grant: (unit, app, { order, buyer, at }) => givePurchase(unit, app, { order, buyer, paidAt: at }),
  revoke: revokePurchase,
  'end-bought': endBought,
  restore: restorePurchase,
  'tell-admins': ({ tx }, app, { order, effect: { reason } }) => {
    app.log.warn({ orderId: order.id, reason }, 'an order needs an admin');
    return notifyAdmins(tx, app, { orderId: order.id, reason });
  },
  'tell-news': ({ tx }, app, { order, status, effect: { event, news } }) =>
    notifyOfNews(tx, app, { order, event, status, news }),
  'raise-user': (unit, _, { order }) => raiseUserRev(unit, order.user_id),
  'issue-invoice': (unit, app, { saved }) => issueInvoice(unit, app, { order: saved }),
  'issue-storno': (unit, app, { saved, refund }) =>
    refund && issueRefundStorno(unit, app, { order: saved, refund }),
};

/**
 * Carries out one effect. Throws plans/given-plan (`grant`), payments/plan-in-the-way (`restore`), payments/seller-incomplete (invoices and
 * stornos).
 */
export async function carryOut<Kind extends EffectKind>(
  unit: Unit,
  app: App,
  work: EffectRows & { readonly effect: { readonly kind: Kind } & UpdateEffect },
): Promise<void> {
  const carry: CarryOut<Kind> = CARRY_OUT[work.effect.kind];
  await carry(unit, app, work as Work<Kind>);
}
