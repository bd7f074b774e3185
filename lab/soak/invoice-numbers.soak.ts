import { describe, it } from 'node:test';
import { crowdPayments, killCashiers } from '#testing/shop/crowded-payments.ts';

describe('numbers of invoices', () => {
  it('have no gap and no double through 50 rounds of 200 notifications at once, a third of them undone', () =>
    crowdPayments(50));

  it('have none either after twenty kills in the midst of payments', () => killCashiers(20));
});
