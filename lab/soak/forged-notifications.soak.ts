import { describe, it } from 'node:test';
import { forgeNotifications } from '#testing/shop/forgeries.ts';

describe('the notification endpoint', () => {
  it('credits nothing for 10,000 forged or mutated tokens', () => forgeNotifications(10_000, 20_261_121));
});
