import { isLoopback } from '#domain/loopback.ts';

/** Browsers and Node have it alike; the domain's types know neither. */
declare const URL: {
  new (text: string): { readonly protocol: string; readonly hostname: string };
};

/** Sites that let us into an account on a page of their own. */
export const PAGE_SITES = ['olx'] as const;
export type PageSiteName = (typeof PAGE_SITES)[number];

/** Sites that let us in by the account's password, given to us once. */
export const PASSWORD_SITES = ['autovit'] as const;
export type PasswordSiteName = (typeof PASSWORD_SITES)[number];

/** Sites that are each person's own, with an address and a key. */
export const KEY_SITES = ['woocommerce'] as const;
export type KeySiteName = (typeof KEY_SITES)[number];

/** Sites on which people have adverts, in the order in which they are shown. */
export const SITES = [...PAGE_SITES, ...PASSWORD_SITES, ...KEY_SITES] as const;
export type SiteName = (typeof SITES)[number];

/** Names for people. */
export const SITE_NAMES: Readonly<Record<SiteName, string>> = {
  olx: 'OLX',
  autovit: 'Autovit',
  woocommerce: 'WooCommerce',
};

/** `stand-in`: a program of this machine in the site's place. */
export type SiteMode = 'live' | 'stand-in';

/** What opens the shop of the stand-in: it is on this machine alone, and its products are made up. */
export const STAND_IN_SHOP = {
  address: 'https://magazin.example',
  key: 'ck_standin',
  secret: 'cs_standin',
} as const;

interface Reached {
  readonly mode: SiteMode;
  readonly connectsBy: 'page' | 'password' | 'key';
}

/** True where an account can be connected: a real site sends the browser back from its page to an https address of the internet alone. */
export function canConnect({ mode, connectsBy }: Reached, publicUrl: string): boolean {
  if (mode === 'stand-in' || connectsBy !== 'page') return true;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isLoopback(hostname);
}
