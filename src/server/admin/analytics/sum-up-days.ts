import { addDays } from '#domain/analytics/reports.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { sumUpDays as sumUp } from '#server/admin/analytics/day-sums-store.ts';
import { SUMMED } from '#server/admin/analytics/day-sums-view.ts';
import type { App } from '#server/app.ts';

/** Job, after midnight: the days that are over are summed up, so that reports over years stay fast. */
export async function sumUpDays(app: Pick<App, 'change' | 'now'>): Promise<void> {
  const yesterday = addDays(toBucharestDay(app.now()), -1);
  for (const report of SUMMED) await app.change(({ tx }) => sumUp(tx, report, yesterday));
}
