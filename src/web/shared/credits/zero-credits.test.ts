import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import {
  decideZeroCredits,
  rechargePath,
  type ZeroCreditsDecision,
  type ZeroCreditsInput,
} from '#web/shared/credits/zero-credits.ts';

type Step = Partial<Omit<ZeroCreditsInput, 'wasShown' | 'openFor'>> & { closed?: boolean };

/** Runs the rule over one step after another; `closed`: the person closed the dialog before this step. */
function follow(steps: readonly Step[]): ZeroCreditsDecision {
  let now: ZeroCreditsInput = {
    uid: 'usr_1',
    balance: null,
    isBusy: false,
    isOnPrices: false,
    steppedBack: false,
    wasShown: false,
    openFor: null,
  };
  for (const { closed = false, ...step } of steps) {
    now = { ...now, steppedBack: false, ...step, ...(closed ? { openFor: null } : {}) };
    now = { ...now, ...decideZeroCredits(now) };
  }
  return { openFor: now.openFor, wasShown: now.wasShown };
}
const isOpen = (...steps: Step[]) => follow(steps).openFor !== null;

test('the dialog opens when the balance is 0 at first load', () => {
  equal(isOpen({ balance: 0 }), true);
});

test('the dialog decides nothing before plan readiness', () => {
  deepEqual(follow([{ balance: null }]), { openFor: null, wasShown: false });
});

test('the dialog opens when the balance falls to 0 after being above 0', () => {
  equal(isOpen({ balance: 3 }, { balance: 1 }), false);
  equal(isOpen({ balance: 1 }, { balance: 0 }), true);
});

test('unlimited falling to 0 counts as a fall from above 0', () => {
  equal(isOpen({ balance: 0 }, { closed: true, balance: -1 }, { balance: 0 }), true);
});

test('the dialog opens at most once per user per browser session', () => {
  equal(isOpen({ balance: 0 }, { closed: true, balance: 0 }, { balance: 0 }), false);
});

test('the dialog waits while a payment is processing or another dialog is open, and opens afterwards if the balance is still 0', () => {
  const waiting: Step[] = [{ isBusy: true, balance: 0 }];
  equal(isOpen(...waiting), false);
  equal(isOpen(...waiting, { isBusy: false }), true);
  equal(isOpen(...waiting, { balance: 10 }, { isBusy: false }), false);
});

test('a dialog that opens later does not close the zero-credits dialog', () => {
  equal(isOpen({ balance: 0 }, { isBusy: true }), true);
});

test('the dialog never stands on the prices: it opens on the page after, and going there with it open closes it', () => {
  equal(isOpen({ isOnPrices: true, balance: 0 }), false);
  equal(isOpen({ isOnPrices: true, balance: 0 }, { isOnPrices: false }), true);
  equal(isOpen({ balance: 0 }, { isOnPrices: true }), false);
  equal(isOpen({ balance: 0 }, { isOnPrices: true }, { isOnPrices: false }), false);
});

test('the dialog does not come when the last credits went with a purchase that was given back, only at the next fall', () => {
  const given = [{ balance: 10 }, { balance: 0, steppedBack: true }];
  equal(isOpen(...given), false);
  equal(isOpen(...given, { isBusy: true }, { isBusy: false }), false);
  equal(isOpen(...given, { balance: 5 }, { balance: 0 }), true);
});

test('a balance above 0, or unlimited, closes the dialog and clears the marker', () => {
  deepEqual(follow([{ balance: 0 }, { balance: 10 }]), { openFor: null, wasShown: false });
  deepEqual(follow([{ balance: 0 }, { balance: -1 }]), { openFor: null, wasShown: false });
  equal(isOpen({ balance: 0 }, { closed: true, balance: 10 }, { balance: 0 }), true);
});

test('a change of user resets the dialog, a sign-out closes it', () => {
  equal(isOpen({ balance: 0 }, { uid: 'usr_2', balance: null }), false);
  equal(isOpen({ balance: 0 }, { uid: null, balance: null }), false);
});

test('the recharge goes to the packages if the plan is active, otherwise to the plans', () => {
  equal(rechargePath(true), '/pricing#packages');
  equal(rechargePath(false), '/pricing#plans');
  equal(rechargePath(true, '/dashboard'), '/pricing#packages');
  equal(rechargePath(false, '/process/lot_a'), '/pricing?from=%2Fprocess%2Flot_a#plans');
});
