import * as contract from '#contract/admin.ts';
import * as analytics from '#contract/admin-analytics.ts';
import * as orders from '#contract/admin-orders.ts';
import { baniOf } from '#domain/payments/amount.ts';
import { readReport } from '#server/admin/analytics/read-report.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import { adminUserRoutes } from '#server/admin/user-routes.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { tokenBuckets } from '#server/http/token-buckets.ts';
import { acceptOrder } from '#server/payments/accept-order.ts';
import { refundOrder } from '#server/payments/refund-order.ts';

/** A page asks for nine; nobody turns pages faster. */
const reports = tokenBuckets({ burst: 90, perSecond: 3 });

export function adminRoutes(app: App): Handled[] {
  return [
    ...adminUserRoutes(app),
    handle(analytics.readReport, ({ user, params, query }) => {
      reports.take(user.id);
      return readReport(app, params.report, query);
    }),
    handle(contract.readModel, async () => ({ model: await app.imaging.checkModel() })),
    handle(orders.listOrders, ({ query }) => listOrders(app, query)),
    handle(orders.readOrderFile, ({ params }) => readOrderFile(app, params.orderId)),
    handle(orders.refundOrder, async ({ user, params: { orderId }, body: { reason, shownAmount } }) => {
      const shownBani = baniOf(shownAmount) ?? -1;
      await refundOrder(app, user, { orderId, reason, shownBani, source: 'admin' });
      return readOrderFile(app, orderId);
    }),
    handle(orders.acceptOrder, async ({ user, params, body }) => {
      await acceptOrder(app, user, { ...params, ...body });
      return readOrderFile(app, params.orderId);
    }),
  ];
}
