import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeKey } from '#web/features/settings/keys/key-words.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const KEY = {
  id: `key_${'a'.repeat(26)}`,
  name: 'Depozit',
  kind: 'read',
  createdAt: '2026-11-20T08:00:00.000Z',
  usedAt: null,
} as const;

describe('a row of the API keys', () => {
  it('says what the key may do, when it was used last and since when it is there', () => {
    equal(describeKey(KEY, NOW).startsWith('Doar citește · nefolosită încă · din '), true);
    const used = { ...KEY, kind: 'work', usedAt: '2026-11-29T09:00:00.000Z' } as const;
    equal(describeKey(used, NOW).startsWith('Citește și lucrează · folosită azi · din '), true);
  });
});
