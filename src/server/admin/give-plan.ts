import type { Plan } from '#domain/plans/plan.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App } from '#server/app.ts';
import { grantCredits, lockAccount } from '#server/credits/credit-store.ts';
import { setPlan } from '#server/users/user-store.ts';

type Edges = Pick<App, 'db' | 'change' | 'now' | 'newId'>;

/** Sets an account's plan (without expiry) and gives it credits, by an operator's hand; the ledger says so. */
export async function givePlan(
  app: Edges,
  input: { email: string; plan: Plan; credits: number },
): Promise<'given' | 'no such account'> {
  const email = normaliseEmail(input.email);
  const user =
    email && (await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst());
  if (!user) return 'no such account';
  await app.change(async (tx, changes) => {
    await lockAccount(tx, user.id, app.now());
    const id = app.newId('grt');
    const grant = {
      id,
      userId: user.id,
      source: 'gift',
      expiresAt: null,
      ref: `operator:${id}`,
      actor: 'operator',
    } as const;
    if (input.credits > 0) await grantCredits(tx, { ...grant, amount: input.credits });
    await setPlan(tx, changes, user.id, {
      plan: input.plan,
      status: input.plan === 'free' ? 'none' : 'active',
      activatedAt: input.plan === 'free' ? null : app.now(),
      renewAt: null,
      expiresAt: null,
      cancelAtPeriodEnd: false,
    });
  });
  return 'given';
}
