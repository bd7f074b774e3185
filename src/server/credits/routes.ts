import { readCreditHistory } from '#contract/credits.ts';
import type { App } from '#server/app.ts';
import { readHistory } from '#server/credits/history-view.ts';
import { type Handled, handle } from '#server/http/handle.ts';

export function creditRoutes(app: App): Handled[] {
  return [handle(readCreditHistory, ({ user, query }) => readHistory(app, user.id, query))];
}
