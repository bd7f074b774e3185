import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasKeys, readBearerKey } from '#domain/users/api-keys.ts';

const KEY = `fot_${'Aa0-_'.repeat(8)}xyz`;
const NOW = new Date('2026-11-29T12:00:00Z');

describe('the key in an Authorization header', () => {
  it('is read after Bearer in any capitals, and nowhere else', () => {
    for (const header of [`Bearer ${KEY}`, `bearer ${KEY}`, `BEARER  ${KEY}`])
      equal(readBearerKey(header), KEY);
    const others = [
      undefined,
      '',
      KEY,
      `Basic ${KEY}`,
      `Bearer ${KEY} ${KEY}`,
      `Bearer ${KEY}a`,
      'Bearer fot_',
    ];
    for (const header of others) equal(readBearerKey(header), null, header);
  });
});

describe('keys of programs', () => {
  it('come with Pro, Dealer and a trial, until these are over', () => {
    const over = { expiresAt: new Date('2026-11-29T11:59:00Z') };
    const later = { expiresAt: new Date('2026-12-01T12:00:00Z') };
    equal(hasKeys({ plan: 'pro' }, NOW), true);
    equal(hasKeys({ plan: 'dealer', subscription: later }, NOW), true);
    equal(hasKeys({ plan: 'dealer', subscription: over }, NOW), false);
    equal(hasKeys({ plan: 'basic' }, NOW), false);
    equal(hasKeys({ plan: 'free', trial: later }, NOW), true);
    equal(hasKeys({ plan: 'free', trial: over }, NOW), false);
  });
});
