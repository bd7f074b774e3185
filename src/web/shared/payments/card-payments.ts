import type { readSession } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/route.ts';
import { createStore, useStore } from '#web/api/store.ts';

/** The mode of card payments, as the server says with every session; null until it has. */
export type CardPayments = ReplyOf<typeof readSession>['payments'];

export const cardPayments = createStore<CardPayments | null>(null);

export function useCardPayments(): CardPayments | null {
  return useStore(cardPayments);
}
