import { useState } from 'react';
import { setUserPlan } from '#contract/admin/admin-actions.ts';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { PLAN_LABELS, PLANS, type Plan } from '#domain/plans/plan.ts';
import { call } from '#web/api/call.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { useIdempotencyKey } from '#web/features/admin/shared/use-idempotency-key.ts';
import { wholeNumber } from '#web/features/admin/shared/whole-number.ts';
import { useAdminUserMutation } from '#web/features/admin/users/use-admin-user-mutation.ts';
import { NativeSelect } from '#web/ui/fields/native-select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

const CHOICES = PLANS.map((plan) => ({
  value: plan,
  label: plan === 'free' ? 'Retrage planurile date' : PLAN_LABELS[plan],
}));

/** Gives a plan for some days or for good, or takes given ones back. */
export function PlanGift({ file }: { file: UserFile }) {
  const { uid: userId, email } = file.user;
  const [plan, setPlan] = useState<Plan | ''>('');
  const [typed, setTyped] = useState('30');
  const [withCredits, setWithCredits] = useState(true);
  const [problem, setProblem] = useState<{ plan?: string; days?: string }>({});
  const days = typed.trim() === '' ? null : wholeNumber(typed, 1, 3660);
  const isBack = plan === 'free';
  const key = useIdempotencyKey();
  const decision = useAdminUserMutation(
    userId,
    async (reason) => {
      const what = {
        plan: plan || 'free',
        days: isBack ? null : days,
        withCredits: !isBack && withCredits,
        reason,
      } as const;
      const after = await call(setUserPlan, { params: { userId }, body: { ...what, key: key.of(what) } });
      key.done();
      return after;
    },
    isBack ? 'Planurile date s-au retras.' : 'Planul s-a dat.',
  );
  const isReady = () => {
    const found = {
      ...(plan === '' && { plan: 'Alege planul.' }),
      ...(!isBack &&
        typed.trim() !== '' &&
        days === null && { days: 'Scrie un număr de zile, de la 1 la 3660.' }),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  };
  const name = plan === '' ? '' : PLAN_LABELS[plan];
  return (
    <DecisionForm
      folds
      title="Schimbă planul"
      act={isBack ? 'Retrage planurile date' : 'Dă planul'}
      danger={isBack}
      question={isBack ? 'Retragi planurile date?' : `Dai planul ${name}?`}
      consequence={
        isBack
          ? `${email} rămâne cu ce a plătit. Creditele planurilor date expiră.`
          : `${email} îl are imediat, ${days === null ? 'fără termen' : formatCount(days, NOUNS.day)}. Un plan plătit continuă după el.`
      }
      confirm={isBack ? 'Retrage' : `Dă ${name}`}
      decision={decision}
      isReady={isReady}
      fields={
        <>
          <NativeSelect
            name="plan"
            label="Planul"
            placeholder="Alege"
            autoComplete="off"
            choices={CHOICES}
            value={plan}
            error={problem.plan}
            onChange={(value) => setPlan(PLANS.find((one) => one === value) ?? '')}
          />
          {!isBack && (
            <TextField
              name="days"
              label="Câte zile"
              hint="Gol: fără termen; sub el nu se poate cumpăra alt plan."
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              error={problem.days}
              onValueChange={setTyped}
            />
          )}
          {!isBack && plan !== 'test' && (
            <Switch label="Cu creditele planului" checked={withCredits} onChange={setWithCredits} />
          )}
        </>
      }
    >
      Un plan dat acoperă planul de acum, care continuă după el dacă i-au rămas zile.
    </DecisionForm>
  );
}
