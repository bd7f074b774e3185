import { AppError } from '#domain/errors.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { readTrial, wasTrialTaken } from '#domain/plans/trial.ts';
import { startTrial as begun, TRIAL_CREDITS, trialRefusal } from '#domain/plans/trial-start.ts';
import { signupBonusEmails } from '#domain/users/email.ts';
import { claimSignupBonus } from '#server/account/signup-bonus-store.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { hasBoughtPlan } from '#server/payments/store/purchase-store.ts';
import { noteRetention } from '#server/plans/note-retention.ts';
import { lockUser, raiseUserRev, readStoredFields, setTrial } from '#server/users/user-store.ts';

/**
 * Starts the trial: 7 days with pro limits and 10 credits, once per account and per address. The account's lock puts two requests in turn.
 * Throws plans/trial-used, plans/trial-with-plan, plans/trial-unverified, auth/session-required.
 */
export async function startTrial(app: App, { id }: User): Promise<void> {
  await app.change(async (unit) => {
    const { tx, now } = unit;
    await lockCreditAccount(tx, id, now);
    const user = await lockUser(tx, id);
    if (!user) throw new AppError('auth/session-required');
    const fields = await readStoredFields(tx, id);
    const refusal = trialRefusal({
      isUsed: wasTrialTaken(readTrial(fields)),
      isEmailVerified: user.email_verified_at !== null,
      isPlanActive: isActive(readSubscription(fields), now),
      hasPaidForPlan: await hasBoughtPlan(tx, id),
    });
    if (refusal) throw new AppError(refusal);
    const isFirst = await claimSignupBonus(
      tx,
      signupBonusEmails(user.email).map((bonusEmail) => app.keyedHash('gift', bonusEmail)),
      'trial',
    );
    if (!isFirst) throw new AppError('plans/trial-used');
    const trial = begun(now);
    await grantCredits(tx, {
      id: app.newId('grt'),
      userId: id,
      source: 'trial',
      amount: TRIAL_CREDITS,
      expiresAt: trial.expiresAt,
      ref: `trial:${id}`,
      actor: 'system',
    });
    await setTrial(tx, id, trial);
    await noteRetention(tx, id, now);
    await raiseUserRev(unit, id);
  });
}
