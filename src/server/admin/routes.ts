import * as contract from '#contract/admin.ts';
import * as orders from '#contract/admin-orders.ts';
import { baniOf } from '#domain/payments/amount.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import { listUsers } from '#server/admin/user-list-view.ts';
import { readUser } from '#server/admin/user-view.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { acceptOrder } from '#server/payments/accept-order.ts';
import { refundOrder } from '#server/payments/refund-order.ts';

export function adminRoutes(app: App): Handled[] {
  return [
    handle(contract.listUsers, ({ query }) => listUsers(app, query)),
    handle(contract.readModel, async () => ({ model: await app.imaging.checkModel() })),
    handle(contract.readUser, ({ params }) => readUser(app, params.userId)),
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
