import { plusDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import type { FigureChanges } from '#domain/figures.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { changeUser, type UserChange } from '#server/admin/users/change-user.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { giveCredits, takeCredits } from '#server/credits/correction-store.ts';

interface Correction extends UserChange {
  /** Credits: above 0 given, below taken. */
  readonly delta: number;
  /** Days that given credits last; null: they do not expire. */
  readonly days: number | null;
  /** The same key again changes nothing: a form sent twice gives once. */
  readonly key: string;
}

/**
 * Gives or takes credits for a reason, which the owner reads in the history. Throws http/bad-request for 0, credits/nothing-to-take,
 * http/idempotency-mismatch, and what changeUser throws.
 */
export async function correctCredits(app: App, admin: User, input: Correction): Promise<void> {
  const { userId, delta, days, key, reason } = input;
  if (delta === 0) throw new AppError('http/bad-request', { fields: ['delta'] });
  await changeUser(app, admin, {
    input,
    work: async ({ tx, now }) => {
      await lockCreditAccount(tx, userId, now);
      const correction = {
        ref: `correction:${userId}:${key}`,
        delta,
        actor: admin.id,
        reason: tidyLine(reason),
      };
      const expiresAt = days === null ? null : plusDays(now, days);
      const balance =
        delta > 0
          ? await giveCredits(tx, userId, { ...correction, grantId: app.newId('grt'), expiresAt })
          : await takeCredits(tx, userId, { ...correction, now });
      if (balance === null) return null;
      const changes: FigureChanges = { balance: [balance - delta, balance] };
      const kind = delta > 0 ? 'credits-given' : 'credits-taken';
      return { kind, details: { credits: Math.abs(delta), ...(delta > 0 && { days }), changes } };
    },
  });
}
