import * as contract from '#contract/admin.ts';
import { listUsers } from '#server/admin/user-list-view.ts';
import { readUser } from '#server/admin/user-view.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';

export function adminRoutes(app: App): Handled[] {
  return [
    handle(contract.listUsers, ({ query }) => listUsers(app, query)),
    handle(contract.readUser, ({ params }) => readUser(app, params.userId)),
  ];
}
