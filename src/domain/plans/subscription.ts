import { type Plan, readPlan } from '#domain/plans/plan.ts';
import { currentOrLegacy, type Instant, toDateOrNull } from '#domain/users/user-document.ts';

/** Plan fields of the user document. Legacy fields are read where the current field is missing or null. */
export interface PlanFields {
  readonly plan?: unknown;
  readonly subscription?: {
    readonly status?: string | null;
    readonly activatedAt?: Instant | null;
    readonly renewAt?: Instant | null;
    readonly expiresAt?: Instant | null;
    readonly cancelAtPeriodEnd?: boolean | null;
  } | null;
  readonly planActivatedAt?: Instant | null;
  readonly planRenewAt?: Instant | null;
  readonly planExpiresAt?: Instant | null;
  readonly planCancelAtPeriodEnd?: boolean | null;
}

export interface Subscription {
  readonly plan: Plan;
  /** For display: active is decided by plan and expiry alone. */
  readonly status: string | null;
  readonly activatedAt: Date | null;
  readonly renewAt: Date | null;
  readonly expiresAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
}

export function readSubscription(document: PlanFields): Subscription {
  const current = document.subscription;
  return {
    plan: readPlan(document.plan),
    status: current?.status ?? null,
    activatedAt: toDateOrNull(currentOrLegacy(current?.activatedAt, document.planActivatedAt)),
    renewAt: toDateOrNull(currentOrLegacy(current?.renewAt, document.planRenewAt)),
    expiresAt: toDateOrNull(currentOrLegacy(current?.expiresAt, document.planExpiresAt)),
    cancelAtPeriodEnd: currentOrLegacy(current?.cancelAtPeriodEnd, document.planCancelAtPeriodEnd) ?? false,
  };
}

/** A plan is active when it is not free and has no expiry or the expiry is in the future. */
export function isActive({ plan, expiresAt }: Pick<Subscription, 'plan' | 'expiresAt'>, now: Date): boolean {
  return plan !== 'free' && (expiresAt === null || expiresAt.getTime() > now.getTime());
}
