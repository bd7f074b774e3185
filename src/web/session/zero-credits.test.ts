import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decideZeroCredits,
  rechargePath,
  type ZeroCreditsDecision,
  type ZeroCreditsInput,
} from '#web/session/zero-credits.ts';

type Step = Partial<Pick<ZeroCreditsInput, 'uid' | 'balance' | 'paymentProcessing'>> & { closed?: boolean };

/** Runs the rule over what happens one thing after another; `closed`: the person closed the dialog before this step. */
function follow(steps: readonly Step[]): ZeroCreditsDecision {
  let now: ZeroCreditsInput = {
    uid: 'usr_1',
    balance: null,
    paymentProcessing: false,
    shownTo: null,
    open: false,
  };
  for (const { closed = false, ...step } of steps) {
    now = { ...now, ...step, ...(closed ? { open: false } : {}) };
    now = { ...now, ...decideZeroCredits(now) };
  }
  return { open: now.open, shownTo: now.shownTo };
}

test('the dialog opens when the balance is 0 at first load', () => {
  assert.equal(follow([{ balance: 0 }]).open, true);
});

test('it decides nothing before plan readiness', () => {
  assert.deepEqual(follow([{ balance: null }]), { open: false, shownTo: null });
});

test('it opens when the balance falls to 0 after being above 0', () => {
  assert.equal(follow([{ balance: 3 }, { balance: 1 }]).open, false);
  assert.equal(follow([{ balance: 1 }, { balance: 0 }]).open, true);
});

test('unlimited falling to 0 counts as a fall from above 0', () => {
  assert.equal(follow([{ balance: 0 }, { closed: true, balance: -1 }, { balance: 0 }]).open, true);
});

test('it opens at most once per user per browser session', () => {
  assert.equal(follow([{ balance: 0 }, { closed: true, balance: 0 }, { balance: 0 }]).open, false);
});

test('it is postponed while a payment is processing and opens afterwards if the balance is still 0', () => {
  const waiting: Step[] = [{ paymentProcessing: true, balance: 0 }];
  assert.equal(follow(waiting).open, false);
  assert.equal(follow([...waiting, { paymentProcessing: false }]).open, true);
  assert.equal(follow([...waiting, { balance: 10 }, { paymentProcessing: false }]).open, false);
});

test('a balance above 0, or unlimited, closes it and clears the marker', () => {
  assert.deepEqual(follow([{ balance: 0 }, { balance: 10 }]), { open: false, shownTo: null });
  assert.deepEqual(follow([{ balance: 0 }, { balance: -1 }]), { open: false, shownTo: null });
  assert.equal(follow([{ balance: 0 }, { closed: true, balance: 10 }, { balance: 0 }]).open, true);
});

test('a change of user resets it', () => {
  assert.equal(follow([{ balance: 0 }, { uid: 'usr_2', balance: null }]).open, false);
  assert.deepEqual(follow([{ balance: 0 }, { uid: 'usr_2', balance: null }, { balance: 0 }]), {
    open: true,
    shownTo: 'usr_2',
  });
  assert.deepEqual(follow([{ balance: 0 }, { uid: null, balance: null }]), { open: false, shownTo: null });
});

test('the recharge goes to the packages if the plan is active, otherwise to the plans', () => {
  assert.equal(rechargePath(true), '/pricing#packages');
  assert.equal(rechargePath(false), '/pricing#plans');
  assert.equal(rechargePath(true, '/dashboard'), '/pricing#packages');
  assert.equal(rechargePath(false, '/process/lot_a'), '/pricing?from=%2Fprocess%2Flot_a#plans');
});
