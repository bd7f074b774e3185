import { doesNotMatch, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  describeDelivery,
  describeKey,
  describeWebhook,
  explainOff,
  explainWithdrawal,
} from '#web/features/settings/keys/key-words.ts';

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

describe('the question before a key is withdrawn', () => {
  it('says that the addresses stay, where there are some', () => {
    match(explainWithdrawal(true), /nu mai intră.*Adresele la care trimitem anunțuri rămân.*șterge-le/);
    doesNotMatch(explainWithdrawal(false), /Adresele/);
  });
});

describe('an address of a program', () => {
  it('says what it is told, and when it is off, why and how that ends', () => {
    const createdAt = '2026-11-29T09:00:00.000Z';
    match(
      describeWebhook({ events: ['lot.failed', 'lot.done'], createdAt }),
      /^Lot gata și lot eșuat · din /,
    );
    match(describeWebhook({ events: ['lot.failed'], createdAt }), /^Lot eșuat · din /);
    equal(explainOff('on'), null);
    match(explainOff('gone') ?? '', /410.*Trimite unul de probă/);
    match(explainOff('off') ?? '', /ultima încercare.*Trimite unul de probă/);
  });
});

describe('a message to a program', () => {
  it('says what became of it, what the program answered last, how often it was tried, and when it is tried again', () => {
    const delivery = {
      id: `msg_${'a'.repeat(26)}`,
      event: 'lot.done',
      createdAt: '2026-11-29T09:00:00.000Z',
      triedAt: null,
      dueAt: '2026-11-29T09:00:00.000Z',
      status: null,
      tries: 0,
      state: 'waiting',
    } as const;
    match(describeDelivery(delivery), / · pe drum$/);
    const tried = { ...delivery, triedAt: delivery.createdAt, tries: 2, status: 503 } as const;
    match(describeDelivery(tried), / · nu a ajuns încă · răspuns 503 · 2 încercări · mai încercăm pe .+$/);
    const over = { ...tried, dueAt: null, tries: 10, status: null, state: 'given-up' } as const;
    match(describeDelivery(over), / · nu a ajuns · fără răspuns · 10 încercări$/);
    match(
      describeDelivery({ ...over, tries: 1, status: 200, state: 'arrived' }),
      / · a ajuns · răspuns 200$/,
    );
  });
});
