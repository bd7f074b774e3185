import { plusDays } from '#domain/days.ts';
import type { FigureChanges } from '#domain/figures.ts';
import { readTrial, wasTrialTaken } from '#domain/plans/trial.ts';
import { TRIAL_CREDITS } from '#domain/plans/trial-start.ts';
import { signupBonusEmails } from '#domain/users/email.ts';
import { claimSignupBonus } from '#server/account/signup-bonus-store.ts';
import { changeUser, type UserChange } from '#server/admin/users/change-user.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { moveTrialCredits } from '#server/credits/correction-store.ts';
import { expireDueGrants, grantCredits } from '#server/credits/grant-store.ts';
import { noteRetention } from '#server/plans/note-retention.ts';
import { lockAccountRow } from '#server/users/suspension-store.ts';
import { readStoredFields, setTrial as writeTrial } from '#server/users/user-store.ts';

/**
 * The trial runs for so many days from now; 0 ends it. Who never had one gets its credits too, and their address counts as having had it;
 * credits of a trial that is over stay expired.
 */
export async function setTrial(app: App, admin: User, input: UserChange & { days: number }): Promise<void> {
  const { userId, days } = input;
  await changeUser(app, admin, {
    input,
    work: async ({ tx, now }) => {
      const expiresAt = plusDays(now, days);
      await lockCreditAccount(tx, userId, now);
      await expireDueGrants(tx, userId, now);
      const { email } = await lockAccountRow(tx, userId);
      const before = readTrial(await readStoredFields(tx, userId));
      const hadCredits = await moveTrialCredits(tx, userId, expiresAt);
      if (!hadCredits && !wasTrialTaken(before) && days > 0) {
        const keys = signupBonusEmails(email).map((bonusEmail) => app.keyedHash('gift', bonusEmail));
        await claimSignupBonus(tx, keys, 'trial');
        const grant = { id: app.newId('grt'), userId, source: 'trial', amount: TRIAL_CREDITS } as const;
        await grantCredits(tx, { ...grant, expiresAt, ref: `trial:${userId}`, actor: admin.id });
      }
      await writeTrial(tx, userId, { used: true, activatedAt: before.activatedAt ?? now, expiresAt });
      await expireDueGrants(tx, userId, now);
      await noteRetention(tx, userId, now);
      const changes: FigureChanges = {
        trialUntil: [before.expiresAt?.toISOString() ?? null, expiresAt.toISOString()],
      };
      return { kind: 'trial-changed', details: { days, changes } };
    },
  });
}
