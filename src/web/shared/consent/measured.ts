import type { Order } from '#contract/orders.ts';

/** Events counted after consent, in the words of GA4: no ids of batches or people, no names, no queries, nothing that a user wrote. */
export type MeasuredEvent =
  | { readonly what: 'page' }
  | { readonly what: 'sign-up'; readonly method: 'email' | 'google' }
  | { readonly what: 'checkout'; readonly item: SoldItem }
  | { readonly what: 'purchase'; readonly order: Bought };

interface SoldItem {
  readonly id: string;
  readonly name: string;
  /** Lei. */
  readonly price: number;
}
export type Bought = Pick<Order, 'id' | 'item' | 'name' | 'price' | 'currency' | 'paidAt'>;

export interface Hit {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Page {
  readonly page_location: string;
  readonly page_title: string;
  readonly page_referrer: string;
}

/** Every route of the table in router.tsx; all other paths are counted under one name. */
export const PATTERNS = [
  '/',
  '/login',
  '/register',
  '/pricing',
  '/upload',
  '/gallery',
  '/dashboard',
  '/settings',
  '/test-image',
  '/debug-admin',
  '/process/:batchId',
  '/payments/netopia/return',
  '/admin',
  '/admin/dashboard',
  '/admin/users',
  '/admin/users/:userId',
  '/admin/analytics',
] as const;
const UNKNOWN = '/not-found';
/** Pages where users arrive from other sites; on all others the page before is where they paid or signed in. */
const ENTRANCES = ['/', '/login', '/register', '/pricing'];

/** „/process/lot_abc” → „/process/:batchId”. */
export function findPathPattern(pathname: string): string {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);
  return PATTERNS.find(fits) ?? UNKNOWN;
}

/** Returns the page as it is counted. `before`: the page before it in this tab; null for the first. */
export function buildCountedPage(
  { origin, pathname, search }: Pick<Location, 'origin' | 'pathname' | 'search'>,
  referrer: string,
  before: Page | null,
): Page {
  const pattern = findPathPattern(pathname);
  // The campaign that led here: written by the operator, without personal data.
  const campaign = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => /^utm_/.test(name)),
  );
  const query = campaign.toString();
  const page_location = origin + pattern + (query === '' ? '' : `?${query}`);
  return { page_location, page_title: pattern, page_referrer: before?.page_location ?? cameFrom() };

  function cameFrom(): string {
    const from = referrer === '' ? origin : new URL(referrer).origin;
    return from !== origin && ENTRANCES.includes(pattern) ? `${from}/` : '';
  }
}

export function buildHit(measured: Exclude<MeasuredEvent, { what: 'page' }>): Hit {
  switch (measured.what) {
    case 'sign-up':
      return { name: 'sign_up', params: { method: measured.method } };
    case 'checkout':
      return { name: 'begin_checkout', params: buildSoldParams(measured.item, 'RON') };
    case 'purchase': {
      const { id, item, name, price, currency } = measured.order;
      const params = { transaction_id: id, ...buildSoldParams({ id: item, name, price }, currency) };
      return { name: 'purchase', params };
    }
  }
}

function buildSoldParams({ id, name, price }: SoldItem, currency: string) {
  const items = [{ item_id: id, item_name: name, price, quantity: 1 }];
  return { currency, value: price, items };
}
