import type { App } from '#server/app.ts';
import { fillBuyerKeys } from '#server/payments/store/buyer-key-store.ts';

/**
 * Job, each minute: keeps missing buyers' keys of orders that the version before saw paid, during an upgrade or before there were such
 * keys.
 */
export async function keepBuyerKeys(app: App): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await app.change(({ tx }) => fillBuyerKeys(tx, app, { after: from }));
  }
}
