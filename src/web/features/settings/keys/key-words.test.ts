import { equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDelivery, describeKey } from '#web/features/settings/keys/key-words.ts';

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

describe('a message to a program', () => {
  it('says what became of it, what the program answered last and how often it was tried', () => {
    const delivery = {
      id: `msg_${'a'.repeat(26)}`,
      type: 'lot.finished',
      createdAt: '2026-11-29T09:00:00.000Z',
      triedAt: null,
      status: null,
      tries: 0,
      state: 'waiting',
    } as const;
    match(describeDelivery(delivery), / · pe drum$/);
    const tried = { ...delivery, triedAt: delivery.createdAt, tries: 7, state: 'given-up' } as const;
    match(describeDelivery(tried), / · nu a ajuns · fără răspuns · 7 încercări$/);
    match(
      describeDelivery({ ...tried, tries: 1, status: 200, state: 'arrived' }),
      / · a ajuns · răspuns 200$/,
    );
  });
});
