import type { FastifyRequest } from 'fastify';
import * as orders from '#contract/orders.ts';
import * as contract from '#contract/payments.ts';
import { vatOn } from '#domain/invoices/vat.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { operatorToday } from '#domain/payments/operator.ts';
import type { App } from '#server/app.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { findIdempotencyKey } from '#server/http/idempotency-key.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import {
  createPackage,
  listPackages,
  replacePackage,
  setPackageActive,
} from '#server/payments/catalog/packages.ts';
import { readBilling, saveBilling } from '#server/payments/checkout/billing.ts';
import { saveCheckout } from '#server/payments/checkout/save-checkout.ts';
import { findFirm } from '#server/payments/firms/find-firm.ts';
import { findInvoiceFile } from '#server/payments/invoices/invoice-files-view.ts';
import { cancelOrder } from '#server/payments/orders/cancel-order.ts';
import { createPayment } from '#server/payments/orders/create-payment.ts';
import { listOpenOrders, readOrder } from '#server/payments/orders/orders-view.ts';
import type { Payer } from '#server/payments/orders/provider-order.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { readWithdrawal } from '#server/payments/store/withdrawals-view.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { listPlans } from '#server/plans/offers-view.ts';

export function paymentRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.listCreditPackages, async () => ({ packages: await listPackages(app) })),
    implementRoute(contract.listPlans, async () => ({ plans: await listPlans(app) })),
    implementRoute(contract.readOperator, async () => ({
      operator: operatorToday(app),
      hasSalPicture: app.salPicture !== null,
      takesCards: app.payments !== null,
      firmRegistry: app.firmRegistry?.mode ?? ('off' as const),
      vat: vatOn(app.vat, toBucharestDay(app.now())).status,
    })),
    implementRoute(contract.listAllPackages, async () => ({
      packages: await listPackages(app, { activeOnly: false }),
    })),
    implementRoute(contract.createPackage, ({ user, body }) => createPackage(app, user, body)),
    implementRoute(orders.readBilling, async ({ user }) => ({ billing: await readBilling(app, user.id) })),
    implementRoute(orders.saveBilling, async ({ user, body }) => {
      await saveBilling(app, user, body);
      return { billing: await readBilling(app, user.id) };
    }),
    implementRoute(orders.findFirm, ({ user, body }) => findFirm(app, user, body.cui)),
    implementRoute(orders.saveCheckout, async ({ user, body, request }) => {
      await saveCheckout(app, user, { from: { ip: request.ip }, sheet: body });
      return {};
    }),
    implementRoute(orders.createNetopiaPayment, ({ user, body, request }) =>
      createPayment(app, user, {
        payer: readPayer(request),
        input: { ...body, idempotencyKey: findIdempotencyKey(request) },
      }),
    ),
    implementRoute(orders.listOpenOrders, async ({ user }) => ({
      orders: await listOpenOrders(app, user.id),
    })),
    implementRoute(orders.downloadInvoice, async ({ user, params, reply }) =>
      sendFile(app, { user, reply }, await findInvoiceFile(app, user, params)),
    ),
    implementRoute(orders.readOrder, ({ user, params }) => readOrder(app, user.id, params.orderId)),
    implementRoute(orders.cancelOrder, async ({ user, params }) => {
      await cancelOrder(app, user, params);
      return readOrder(app, user.id, params.orderId);
    }),
    implementRoute(orders.quoteRefund, ({ user, params }) => quoteRefund(app, user, params)),
    implementRoute(orders.askRefund, async ({ user, params, body }) => {
      await consumeRateLimit(app, `refund:${user.id}`, { limit: REFUNDS, code: 'http/too-many-requests' });
      const { id } = await withdrawFromOwnOrder(app, user, { ...params, ...body });
      return {
        ...(await readOrder(app, user.id, params.orderId)),
        withdrawal: await readWithdrawal(app.db, id),
      };
    }),
    implementRoute(orders.listCreditPurchases, ({ user, query }) => listPurchases(app, user.id, query)),
    implementRoute(contract.replacePackage, ({ user, params, body }) =>
      replacePackage(app, user, { ...params, ...body }),
    ),
    implementRoute(contract.setPackageActive, ({ user, params, body }) =>
      setPackageActive(app, user, { ...params, ...body }),
    ),
  ];
}

/** Limited: every accepted request calls the provider. */
const REFUNDS = { hits: 20, seconds: 3600 };

function readPayer(request: FastifyRequest): Payer {
  const { 'user-agent': userAgent = '', 'accept-language': language = '' } = request.headers;
  return { ip: request.ip, userAgent: userAgent.slice(0, 300), language: language.slice(0, 35) };
}
