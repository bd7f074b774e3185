import { SITE_NAMES, type SiteName } from '#domain/adverts/sites.ts';

/** Returns the words of the button that links an account. `hasOne`: another one is linked already. */
export function nameLinking(site: SiteName, hasOne = false): string {
  const name = SITE_NAMES[site];
  if (site === 'woocommerce') return hasOne ? `Leagă alt magazin ${name}` : `Leagă un magazin ${name}`;
  return hasOne ? `Leagă alt cont ${name}` : `Leagă contul ${name}`;
}
