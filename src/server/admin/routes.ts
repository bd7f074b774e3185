import { Readable } from 'node:stream';
import * as contract from '#contract/admin/admin.ts';
import * as analytics from '#contract/admin/admin-analytics.ts';
import * as books from '#contract/admin/admin-books.ts';
import * as handIns from '#contract/admin/admin-hand-ins.ts';
import * as installation from '#contract/admin/admin-installation.ts';
import * as orders from '#contract/admin/admin-orders.ts';
import * as overview from '#contract/admin/admin-overview.ts';
import * as plans from '#contract/admin/admin-plans.ts';
import { AppError } from '#domain/errors.ts';
import { toBani } from '#domain/payments/amount.ts';
import { readReport } from '#server/admin/analytics/read-report.ts';
import { readInstallation } from '#server/admin/installation-view.ts';
import { chooseModel } from '#server/admin/models/choose-model.ts';
import { readModels } from '#server/admin/models/read-models.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import { readOverview } from '#server/admin/overview-view.ts';
import { openOrdersCsv } from '#server/admin/search/lists-csv-view.ts';
import { readOrderTotals } from '#server/admin/search/order-filter-view.ts';
import { tryMail, tryPayments } from '#server/admin/try-services.ts';
import { adminUserRoutes } from '#server/admin/users/user-routes.ts';
import { askVerify } from '#server/admin/verify/verify-now.ts';
import type { App, User } from '#server/app.ts';
import { sendDownload, sendFile } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { listBooks, readNumberingDecision } from '#server/payments/books/books-view.ts';
import { openHandIns } from '#server/payments/hand-in/hand-in-files.ts';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { markHandedIn, markHandedInBefore, undoHandIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { acceptOrder } from '#server/payments/orders/accept-order.ts';
import { decideStorno, mendOrderInvoice } from '#server/payments/orders/decide-storno.ts';
import { restoreOrder } from '#server/payments/orders/restore-order.ts';
import { giveGoodwill, noteGoodwillPaid } from '#server/payments/refunds/give-goodwill.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { findSignedFile, sendAgain, sendFromBefore } from '#server/payments/sending/send-again.ts';
import { listUnpaidWithdrawals } from '#server/payments/store/withdrawals-view.ts';
import { payWithdrawal } from '#server/payments/withdrawals/pay-withdrawal.ts';
import { addPlanVersion, deletePlanVersion } from '#server/plans/edit-plan-versions.ts';
import { planVersions } from '#server/plans/offers-view.ts';
import { setFactorDuty } from '#server/users/admins/factor-duty.ts';

/** Every open tab asks once in five seconds. */
const looks = tokenBuckets({ burst: 60, perSecond: 4 });
/** Limited: each check reads the whole ledger and looks at every file. */
const CHECKS = { hits: 12, seconds: 3600 };
/** Limited: each trial reaches another firm's server. */
const TRIALS = { hits: 6, seconds: 3600 };
/** A page asks for nine reports; far above any admin's pace. */
const reports = tokenBuckets({ burst: 90, perSecond: 3 });

export function adminRoutes(app: App): RouteHandler[] {
  return [
    ...adminUserRoutes(app),
    implementRoute(analytics.readReport, ({ user, params, query }) => {
      reports.take(user.id);
      return readReport(app, params.report, query);
    }),
    implementRoute(overview.readOverview, ({ user }) => {
      looks.take(user.id);
      return readOverview(app);
    }),
    implementRoute(overview.askVerify, async ({ user }) => {
      await consumeRateLimit(app, `verify:${user.id}`, { limit: CHECKS, code: 'http/too-many-requests' });
      await askVerify(app, user);
      return {};
    }),
    implementRoute(plans.listPlanVersions, () => planVersions(app)),
    implementRoute(plans.addPlanVersion, async ({ user, params, body }) => {
      await addPlanVersion(app, user, { plan: params.plan, figures: body });
      return planVersions(app);
    }),
    implementRoute(plans.deletePlanVersion, async ({ user, params, body }) => {
      await deletePlanVersion(app, user, { plan: params.plan, validFrom: new Date(body.validFrom) });
      return planVersions(app);
    }),
    implementRoute(contract.readModel, async () => ({
      model: await app.imaging.checkModel('cutout'),
      plates: await app.imaging.checkModel('plates'),
    })),
    implementRoute(contract.readModels, async ({ user }) => {
      looks.take(user.id);
      return readModels(app);
    }),
    implementRoute(contract.chooseModel, async ({ user, body: { choice } }) => {
      await chooseModel(app, user, choice);
      return readModels(app);
    }),
    ...installationRoutes(app),
    ...orderRoutes(app),
    ...handInRoutes(app),
    implementRoute(books.listBooks, () => listBooks(app)),
    implementRoute(books.downloadBook, async ({ user, params, reply }) => {
      await sendDownload(app, { user, reply }, () => openBook(app, params));
    }),
    implementRoute(books.downloadNumberingDecision, async ({ user, params: { year }, reply }) => {
      await sendDownload(app, { user, reply }, async () => {
        const text = Buffer.from(await readNumberingDecision(app, year));
        return {
          fileName: `Decizie-numerotare-${year}.txt`,
          mediaType: 'text/plain; charset=utf-8',
          length: BigInt(text.length),
          body: Readable.from([text]),
        };
      });
    }),
  ];
}

/** Routes of what an operator set up, and of trying it. */
function installationRoutes(app: App): RouteHandler[] {
  const countTrial = (what: string, user: User) =>
    consumeRateLimit(app, `try-${what}:${user.id}`, { limit: TRIALS, code: 'http/too-many-requests' });
  return [
    implementRoute(installation.readInstallation, ({ user }) => {
      looks.take(user.id);
      return readInstallation(app);
    }),
    implementRoute(installation.obligeAdmins, async ({ user, body }) => {
      await setFactorDuty(app, user, body.isObliged);
      return readInstallation(app);
    }),
    implementRoute(installation.tryMail, async ({ user }) => {
      await countTrial('mail', user);
      return tryMail(app, user);
    }),
    implementRoute(installation.tryPayments, async ({ user }) => {
      await countTrial('payments', user);
      return tryPayments(app, user);
    }),
  ];
}

/** Routes of documents that are handed in to RO e-Factura. */
function handInRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(handIns.listHandIns, ({ user, query }) => {
      looks.take(user.id);
      return listHandIns(app, query);
    }),
    implementRoute(handIns.downloadHandIns, async ({ user, params, reply }) => {
      await sendDownload(app, { user, reply }, () => openHandIns(app, params.list));
    }),
    implementRoute(handIns.markHandedIn, async ({ user, params: { invoiceId }, body }) => {
      await markHandedIn(app, user, { invoiceId, ...body });
      return {};
    }),
    implementRoute(handIns.undoHandIn, async ({ user, params: { invoiceId }, body }) => {
      await undoHandIn(app, user, { invoiceId, ...body });
      return {};
    }),
    implementRoute(handIns.markHandedInBefore, ({ user, body }) => markHandedInBefore(app, user, body)),
    implementRoute(handIns.sendAgain, async ({ user, params: { invoiceId }, body }) => {
      await sendAgain(app, user, { invoiceId, ...body });
      return {};
    }),
    implementRoute(handIns.sendFromBefore, ({ user, body }) => sendFromBefore(app, user, body)),
    implementRoute(handIns.downloadSigned, async ({ user, params, reply }) =>
      sendFile(app, { user, reply }, await findSignedFile(app, params.invoiceId)),
    ),
  ];
}

/** Routes of orders and of admins' decisions about their money and documents. */
function orderRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(orders.listOrders, ({ user, query }) => {
      looks.take(user.id);
      return listOrders(app, query);
    }),
    implementRoute(orders.readOrderTotals, ({ user, query }) => {
      looks.take(user.id);
      return readOrderTotals(app, query);
    }),
    implementRoute(orders.downloadOrders, async ({ user, query, reply }) => {
      await sendDownload(app, { user, reply }, () => openOrdersCsv(app, user, query));
    }),
    implementRoute(orders.readOrderFile, ({ params }) => readOrderFile(app, params.orderId)),
    implementRoute(orders.refundOrder, async ({ user, params: { orderId }, body }) => {
      const shownBani = toBani(body.shownAmount) ?? -1;
      const wanted = body.amount !== undefined && { wantedBani: toBani(body.amount) ?? -1 };
      await refundOrder(app, user, { orderId, reason: body.reason, shownBani, ...wanted });
      return readOrderFile(app, orderId);
    }),
    implementRoute(orders.giveGoodwill, async ({ user, params: { orderId }, body }) => {
      const { reason, amount, shownMost, key } = body;
      const [amountBani, shownMostBani] = [toBani(amount) ?? -1, toBani(shownMost) ?? -1];
      await giveGoodwill(app, user, { orderId, reason, amountBani, shownMostBani, key });
      return readOrderFile(app, orderId);
    }),
    implementRoute(orders.noteGoodwillPaid, async ({ user, params, body }) => {
      await noteGoodwillPaid(app, user, { ...params, ...body });
      return readOrderFile(app, params.orderId);
    }),
    implementRoute(orders.listUnpaidWithdrawals, async () => ({
      withdrawals: await listUnpaidWithdrawals(app),
    })),
    implementRoute(orders.payWithdrawal, async ({ user, params, body }) => {
      await payWithdrawal(app, user, { ...params, ...body });
      return { withdrawals: await listUnpaidWithdrawals(app) };
    }),
    implementRoute(orders.acceptOrder, async ({ user, params, body: { reason, receivedAmount } }) => {
      await acceptOrder(app, user, { ...params, reason, receivedBani: parseReceivedBani(receivedAmount) });
      return readOrderFile(app, params.orderId);
    }),
    implementRoute(orders.decideStorno, async ({ user, params: { orderId }, body }) => {
      const { amount, withdrawCredits: revokeCredits, ...said } = body;
      await decideStorno(app, user, { orderId, ...said, revokeCredits, amountBani: toBani(amount) ?? -1 });
      return readOrderFile(app, orderId);
    }),
    implementRoute(orders.restoreOrder, async ({ user, params: { orderId }, body: { reason } }) => {
      await restoreOrder(app, user, { orderId, reason });
      return readOrderFile(app, orderId);
    }),
    implementRoute(orders.mendInvoice, async ({ user, params: { orderId }, body }) => {
      await mendOrderInvoice(app, user, { orderId, ...body });
      return readOrderFile(app, orderId);
    }),
  ];
}

/** Returns the bani; null for no amount. Throws http/bad-request for any but a positive sum with at most two decimals. */
function parseReceivedBani(lei: number | undefined): number | null {
  if (lei === undefined) return null;
  const bani = toBani(lei);
  if (bani === null || bani === 0) throw new AppError('http/bad-request', { fields: ['receivedAmount'] });
  return bani;
}
