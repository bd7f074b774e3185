import type { Connection } from '#contract/adverts/connections.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { formatDay, formatDayAndMonth, formatHour } from '#domain/language/time.ts';

type BreakReason = NonNullable<Connection['broken']>['reason'];
const BREAK_WORDS: Readonly<Record<BreakReason, (site: string) => string>> = {
  ended: (site) => `${site} nu mai dă acces Fotolotului.`,
  over: (site) => `Timpul pentru care ${site} dă acces a trecut.`,
  narrow: (site) => `${site} ne lasă doar să citim anunțurile.`,
  unreadable: () => 'Legătura a fost făcută pe alt server.',
};

/** Returns since when an account is linked and until when, or why and since when it is not. */
export function describeConnection({ site, connectedAt, accessEndsAt, broken }: Connection): string {
  const name = SITE_NAMES[site];
  if (broken !== null) {
    const since = new Date(broken.since);
    // Hours are over at an hour.
    const at =
      broken.reason === 'over' ? `${formatDayAndMonth(since)}, ${formatHour(since)}` : formatDay(since);
    return `${BREAK_WORDS[broken.reason](name)} Din ${at}.`;
  }
  const linked = `${name} · legat din ${formatDay(new Date(connectedAt))}`;
  if (accessEndsAt === null) return linked;
  const end = new Date(accessEndsAt);
  return `${linked} · accesul ține până pe ${formatDayAndMonth(end)}, ${formatHour(end)}`;
}
