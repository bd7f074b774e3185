import { describe, it } from 'node:test';
import { forgeNotifications } from '#testing/shop/forgeries.ts';

describe('the notification endpoint', () => {
  it('credits nothing for 300 forged or mutated tokens', () => forgeNotifications(300, 1));
});
