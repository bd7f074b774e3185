import { plansInForce } from '#domain/plans/limits.ts';
import type { PlanFields } from '#domain/plans/subscription.ts';
import type { TrialFields } from '#domain/plans/trial.ts';

/** Keys by which a person's programs use the API: one that reads, or one that works, too. */
export const KEY_KINDS = ['read', 'work'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const LONGEST_KEY_NAME = 60;
/** Keys that one account has at most. */
export const MOST_KEYS = 20;

/** Programs that look for leaked secrets know a key by its beginning. */
export const KEY_PREFIX = 'fot_';
export function isKeyId(id: string): boolean {
  return id.startsWith('key_');
}

const KEY = /^fot_[\w-]{43}$/;
const BEARER = /^Bearer +(\S+)$/i;

/** Returns the key that an Authorization header holds; null for what cannot be one. */
export function readBearerKey(header: string | undefined): string | null {
  const [, key = ''] = BEARER.exec(header ?? '') ?? [];
  return KEY.test(key) ? key : null;
}

const PLANS_WITH_KEYS = ['pro', 'dealer', 'test'] as const;

/** Returns true while a plan that brings keys is in force, a trial of one too. Without one keys sleep. */
export function hasKeys(document: PlanFields & TrialFields, now: Date): boolean {
  const plans = plansInForce(document, false, now);
  return PLANS_WITH_KEYS.some((plan) => plans.has(plan));
}
