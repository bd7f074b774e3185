import { DAY_MS } from '#domain/days.ts';
import { currentOrLegacy, type Instant, toDateOrNull } from '#domain/users/user-document.ts';

/** Trial fields of the user document. Legacy fields are read where the current field is missing or null. */
export interface TrialFields {
  readonly trial?: {
    readonly used?: boolean | null;
    readonly activatedAt?: Instant | null;
    readonly expiresAt?: Instant | null;
  } | null;
  readonly trialActivated?: boolean | null;
  readonly trialActivatedAt?: Instant | null;
  readonly trialExpiresAt?: Instant | null;
}

export interface Trial {
  readonly used: boolean;
  readonly activatedAt: Date | null;
  readonly expiresAt: Date | null;
}

export function readTrial(document: TrialFields): Trial {
  const current = document.trial;
  return {
    used: currentOrLegacy(current?.used, document.trialActivated) ?? false,
    activatedAt: toDateOrNull(currentOrLegacy(current?.activatedAt, document.trialActivatedAt)),
    expiresAt: toDateOrNull(currentOrLegacy(current?.expiresAt, document.trialExpiresAt)),
  };
}

/** True when any field shows that the trial was ever started. */
export function wasTrialTaken({ used, activatedAt, expiresAt }: Trial): boolean {
  return used || activatedAt !== null || expiresAt !== null;
}

export function isTrialRunning({ expiresAt }: Pick<Trial, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() > now.getTime();
}

/** Trial days left is the number of days, rounded up, until the trial expires, never below 0. */
export function trialDaysLeft({ expiresAt }: Pick<Trial, 'expiresAt'>, now: Date): number {
  if (expiresAt === null) return 0;
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
}
