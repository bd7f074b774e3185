import * as contract from '#contract/adverts/pages.ts';
import { endPage, publishPage, readLotPage } from '#server/adverts/pages/lot-page.ts';
import { decideReport, listPageReports } from '#server/adverts/pages/reports.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';

export function pageRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.readLotPage, async ({ user, params }) => ({
      page: await readLotPage(app, user, params.batchId),
    })),
    implementRoute(contract.publishLotPage, async ({ user, params, body }) => ({
      page: await publishPage(app, user, { ...params, ...body }),
    })),
    implementRoute(contract.endLotPage, async ({ user, params }) => {
      await endPage(app, user, params.batchId);
      return {};
    }),
    implementRoute(contract.listPageReports, async () => ({ reports: await listPageReports(app) })),
    implementRoute(contract.decidePageReport, async ({ user, params, body }) => ({
      reports: await decideReport(app, user, { ...params, ...body }),
    })),
  ];
}
