import * as contract from '#contract/admin.ts';
import * as orders from '#contract/admin-orders.ts';
import { listOrders, readOrderFile } from '#server/admin/order-list-view.ts';
import { listUsers } from '#server/admin/user-list-view.ts';
import { readUser } from '#server/admin/user-view.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { refundOrder } from '#server/payments/refund-order.ts';

export function adminRoutes(app: App): Handled[] {
  return [
    handle(contract.listUsers, ({ query }) => listUsers(app, query)),
    handle(contract.readUser, ({ params }) => readUser(app, params.userId)),
    handle(orders.listOrders, ({ query }) => listOrders(app, query)),
    handle(orders.readOrderFile, ({ params }) => readOrderFile(app, params.orderId)),
    handle(orders.refundOrder, async ({ user, params, body }) => {
      await refundOrder(app, user, { ...params, ...body, source: 'admin' });
      return readOrderFile(app, params.orderId);
    }),
  ];
}
