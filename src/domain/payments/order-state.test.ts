import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BlockReason,
  newOrder,
  nextOrder,
  ORDER_STATES,
  type OrderEffect,
  type OrderEvent,
  type TrackedOrder,
} from '#domain/payments/order-state.ts';
import type { PaymentState } from '#domain/payments/provider-status.ts';

const fresh = newOrder(5000, 'RON');
const paid: OrderEvent = { kind: 'paid', amountBani: 5000, currency: 'RON' };
const refunded: OrderEvent = { kind: 'refunded', byUs: false };

/** Returns the final state of one order and its effects in words. */
function play(events: readonly OrderEvent[], block: BlockReason | null = null, from: TrackedOrder = fresh) {
  let order = from;
  const effects: string[] = [];
  for (const event of events) {
    const step = nextOrder(order, event, block);
    order = step.order;
    effects.push(...step.effects.map(words));
  }
  return { state: order.state, effects };
}
const words = (effect: OrderEffect) =>
  effect.kind === 'tell-admins' ? `tell ${effect.reason}` : effect.kind;

const NOTICES: readonly OrderEvent[] = [
  { kind: 'pending' },
  { kind: 'three-d-secure' },
  paid,
  { kind: 'paid', amountBani: 4000, currency: 'RON' },
  { kind: 'declined' },
  { kind: 'cancelled' },
  { kind: 'expired' },
  refunded,
  { kind: 'chargeback' },
  { kind: 'unknown' },
];

/** Every sequence of up to `depth` events; those made of the same events must agree. Returns the number of sequences. */
function everySequence(events: readonly OrderEvent[], depth: number, block: BlockReason | null): number {
  const outcomes = new Map<number, string>();
  let sequences = 0;
  const walk = (
    { order, effects }: { order: TrackedOrder; effects: readonly string[] },
    seen: number,
    left: number,
  ): void => {
    sequences += 1;
    const outcome = `${order.state}: ${[...effects].sort().join(', ')}`;
    const known = outcomes.get(seen);
    if (known === undefined) outcomes.set(seen, outcome);
    else if (known !== outcome) equal(outcome, known);
    if (left === 0) return;
    for (const [bit, event] of events.entries()) {
      const step = nextOrder(order, event, block);
      walk(
        { order: step.order, effects: [...effects, ...step.effects.map(words)] },
        seen | (1 << bit),
        left - 1,
      );
    }
  };
  walk({ order: nextOrder(fresh, { kind: 'start' }).order, effects: [] }, 0, depth);
  for (const outcome of outcomes.values()) {
    for (const effect of ['grant', 'revoke'])
      ok(outcome.split(/[:,] ?/).filter((word) => word === effect).length <= 1, outcome);
    ok(!outcome.includes('revoke') || outcome.includes('grant'), outcome);
  }
  return sequences;
}

test('every permutation of up to 6 notices with duplicates gives the same final state and effects once', () => {
  equal(everySequence(NOTICES, 6, null), 1_111_111);
});

test('every permutation of up to 4 notices gives the same final state while right money is held for review', () => {
  equal(everySequence(NOTICES, 4, 'account-deleted'), 11_111);
});

const otherPayment = (said: PaymentState): OrderEvent => ({
  kind: 'other-payment',
  providerId: '7',
  said,
  amountBani: 5000,
  currency: 'RON',
});

test('„Renunț la plată”, a late start and giving up and another payment’s notice may fall anywhere among the notices', () => {
  const ours: OrderEvent[] = [{ kind: 'start' }, { kind: 'given-up' }, { kind: 'timed-out' }];
  equal(everySequence([...NOTICES, ...ours, otherPayment('paid')], 4, null), 41_371);
});

test('created → started → pending → paid grants once', () => {
  const events: OrderEvent[] = [{ kind: 'start' }, { kind: 'pending' }, paid, paid];
  deepEqual(play(events), { state: 'paid', effects: ['grant'] });
});

test('declined is never the end: another card on the same page may still pay', () => {
  deepEqual(play([{ kind: 'declined' }]), { state: 'declined', effects: [] });
  deepEqual(play([{ kind: 'declined' }, paid, { kind: 'declined' }]), { state: 'paid', effects: ['grant'] });
});

test('money that comes after „Renunț la plată”, a cancel or an expiry still buys', () => {
  for (const kind of ['given-up', 'timed-out', 'expired'] as const)
    deepEqual(play([{ kind }, paid]), { state: 'paid', effects: ['grant'] }, kind);
  deepEqual(play([{ kind: 'cancelled' }, paid]), {
    state: 'paid',
    effects: ['grant', 'tell cancelled-and-paid'],
  });
});

test('amount or currency that differs goes to review and grants nothing', () => {
  const wrong: OrderEvent[] = [
    { kind: 'paid', amountBani: 4999, currency: 'RON' },
    { kind: 'paid', amountBani: 5000, currency: 'EUR' },
    { kind: 'paid', amountBani: null, currency: 'RON' },
    { kind: 'paid', amountBani: 5000, currency: null },
  ];
  for (const event of wrong)
    deepEqual(play([event, event]), { state: 'review', effects: ['tell wrong-money'] });
});

test('money that comes for a deleted account or under an unending plan goes to review until an admin accepts', () => {
  for (const block of ['account-deleted', 'unending-plan'] as const) {
    deepEqual(play([paid, paid], block), { state: 'review', effects: [`tell ${block}`] });
    const held: TrackedOrder = nextOrder(fresh, paid, block).order;
    deepEqual(play([paid], null, held), { state: 'review', effects: [] });
    deepEqual(play([paid], block, nextOrder(fresh, paid).order), { state: 'paid', effects: [] });
    deepEqual(play([{ kind: 'accepted' }, paid], null, held), { state: 'paid', effects: ['grant'] });
    deepEqual(play([{ kind: 'refunded', byUs: true }], block, held), { state: 'refunded', effects: [] });
  }
});

test('a refund or chargeback from outside revokes once and notifies the admins', () => {
  deepEqual(play([paid, refunded, refunded, paid]), {
    state: 'refunded',
    effects: ['grant', 'revoke', 'tell refunded-outside'],
  });
  deepEqual(play([paid, refunded, { kind: 'chargeback' }]).effects, [
    'grant',
    'revoke',
    'tell refunded-outside',
    'tell charged-back',
  ]);
});

test('a refund by us notifies no admin', () => {
  deepEqual(play([paid, { kind: 'refunded', byUs: true }]), {
    state: 'refunded',
    effects: ['grant', 'revoke'],
  });
});

test('a chargeback after our own refund revokes what came back to the account since, once', () => {
  const ours = { kind: 'refunded', byUs: true } as const;
  deepEqual(play([paid, ours, { kind: 'chargeback' }, { kind: 'chargeback' }, refunded]), {
    state: 'charged-back',
    effects: ['grant', 'revoke', 'revoke', 'tell charged-back', 'tell refunded-outside'],
  });
});

test('money of another payment under our order goes to review and buys nothing by itself; without money it is nothing', () => {
  for (const said of ['paid', 'refunded', 'chargeback'] as const)
    deepEqual(play([otherPayment(said), otherPayment(said)]), {
      state: 'review',
      effects: ['tell other-payment'],
    });
  for (const said of ['declined', 'pending', 'cancelled', 'unknown'] as const)
    deepEqual(play([otherPayment(said)]), { state: 'created', effects: [] });
  deepEqual(play([paid, otherPayment('refunded')]), {
    state: 'paid',
    effects: ['grant', 'tell other-payment'],
  });
  deepEqual(play([otherPayment('paid'), paid]), {
    state: 'paid',
    effects: ['tell other-payment', 'grant'],
  });
});

test('a wrong amount that we refunded out of the review bought nothing, even if the right amount is reported later', () => {
  const wrong: OrderEvent = { kind: 'paid', amountBani: 4999, currency: 'RON' };
  deepEqual(play([wrong, { kind: 'refunded', byUs: true }, paid]), {
    state: 'refunded',
    effects: ['tell wrong-money'],
  });
});

test('an order in state imported grants nothing, whatever is said of it', () => {
  const imported: TrackedOrder = { ...fresh, state: 'imported' };
  const all = [...NOTICES, { kind: 'accepted' }, { kind: 'given-up' }, { kind: 'start' }] as OrderEvent[];
  for (const event of all) deepEqual(play([event], null, imported), { state: 'imported', effects: [] });
});

test('an unknown status changes nothing and notifies the admins once', () => {
  deepEqual(play([{ kind: 'unknown' }, { kind: 'unknown' }]), {
    state: 'created',
    effects: ['tell unknown-status'],
  });
});

test('no event ever takes an order back', () => {
  const events: OrderEvent[] = [
    ...NOTICES,
    { kind: 'start' },
    { kind: 'given-up' },
    { kind: 'timed-out' },
    { kind: 'accepted' },
  ];
  for (const state of ORDER_STATES)
    for (const event of events) {
      const next = nextOrder({ ...fresh, state }, event).order.state;
      ok(ORDER_STATES.indexOf(next) >= ORDER_STATES.indexOf(state), `${state} ${event.kind} ${next}`);
    }
});
