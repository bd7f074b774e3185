import type { Connection } from '#contract/adverts/connections.ts';
import { SITE_NAMES, type SiteName } from '#domain/adverts/sites.ts';
import { formatDay, formatDayAndMonth, formatHour } from '#domain/language/time.ts';

type BreakReason = Exclude<NonNullable<Connection['broken']>['reason'], 'over'>;
const BREAK_WORDS: Readonly<Record<BreakReason, (site: string) => string>> = {
  ended: (site) => `${site} nu mai dă acces Fotolotului.`,
  narrow: (site) => `${site} ne lasă doar să citim anunțurile.`,
  unreadable: () => 'Legătura a fost făcută pe alt server.',
};
const SHOP_BREAKS: Readonly<Record<BreakReason, string>> = {
  ended: 'Magazinul nu mai primește cheia.',
  narrow: 'Cheia poate doar să citească: fă una cu permisiunea „Citire/Scriere”.',
  unreadable: 'Legătura a fost făcută pe alt server.',
};

function describeBreak(site: SiteName, reason: BreakReason): string {
  return site === 'woocommerce' ? SHOP_BREAKS[reason] : BREAK_WORDS[reason](SITE_NAMES[site]);
}

/** Returns since when an account is linked and until when, or why and since when it is not. */
export function describeConnection({ site, connectedAt, accessEndsAt, broken }: Connection): string {
  const name = SITE_NAMES[site];
  if (broken?.reason === 'over')
    return `Accesul dat de ${name} a ținut până pe ${formatInstant(broken.since)}.`;
  if (broken !== null)
    return `${describeBreak(site, broken.reason)} Din ${formatDay(new Date(broken.since))}.`;
  const linked = `${name} · legat din ${formatDay(new Date(connectedAt))}`;
  return accessEndsAt === null ? linked : `${linked} · accesul ține până pe ${formatInstant(accessEndsAt)}`;
}

/** Hours are over at an hour. */
function formatInstant(instant: string): string {
  const at = new Date(instant);
  return `${formatDayAndMonth(at)}, ${formatHour(at)}`;
}
