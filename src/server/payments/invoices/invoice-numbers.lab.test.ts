import { describe, it } from 'node:test';
import { crowdPayments, killCashiers } from '#testing/shop/crowded-payments.ts';

describe('numbers of invoices', () => {
  it('have no gap and no double when 200 notifications come at once and a third of them are undone', () =>
    crowdPayments(3));

  it('have no gap and no double where the process is killed in the midst of payments', () => killCashiers(2));
});
