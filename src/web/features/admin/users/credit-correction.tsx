import { useState } from 'react';
import { correctCredits } from '#contract/admin/admin-actions.ts';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { useIdempotencyKey } from '#web/features/admin/shared/use-idempotency-key.ts';
import { wholeNumber } from '#web/features/admin/shared/whole-number.ts';
import { useAdminUserMutation } from '#web/features/admin/users/use-admin-user-mutation.ts';
import { Chips } from '#web/ui/fields/chips.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

const MOST = 100_000;

/** Gives or takes credits; the owner reads the reason in the history. */
export function CreditCorrection({ file }: { file: UserFile }) {
  const { uid: userId, email } = file.user;
  const [way, setWay] = useState<'give' | 'take'>('give');
  const [typed, setTyped] = useState({ credits: '', days: '' });
  const [problem, setProblem] = useState<{ credits?: string; days?: string }>({});
  const key = useIdempotencyKey();
  const credits = wholeNumber(typed.credits, 1, MOST);
  const days = typed.days.trim() === '' ? null : wholeNumber(typed.days, 1, 3660);
  const decision = useAdminUserMutation(
    userId,
    async (reason) => {
      const delta = (way === 'give' ? 1 : -1) * (credits ?? 0);
      const what = { delta, days: way === 'give' ? days : null, reason };
      const after = await call(correctCredits, { params: { userId }, body: { ...what, key: key.of(what) } });
      key.done();
      setTyped({ credits: '', days: '' });
      return after;
    },
    way === 'give' ? 'Creditele s-au adăugat.' : 'Creditele s-au luat.',
  );
  const isReady = () => {
    const found = {
      ...(credits === null && { credits: 'Scrie câte credite, de la 1 la 100.000.' }),
      ...(way === 'give' &&
        typed.days.trim() !== '' &&
        days === null && { days: 'Scrie un număr de zile, de la 1 la 3660.' }),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  };
  const many = formatCount(credits ?? 0, NOUNS.credit);
  return (
    <DecisionForm
      folds
      title="Corectează creditele"
      act={way === 'give' ? 'Dă credite' : 'Scade credite'}
      danger={way === 'take'}
      question={way === 'give' ? `Dai ${many}?` : `Scazi ${many}?`}
      consequence={
        way === 'give'
          ? `${email} le are imediat${days === null ? ', fără termen' : `, pentru ${formatCount(days, NOUNS.day)}`}. Motivul apare în istoricul lui.`
          : `Se scad întâi cele care expiră cel mai devreme. Motivul apare în istoricul lui ${email}.`
      }
      confirm={way === 'give' ? `Dă ${many}` : `Scade ${many}`}
      decision={decision}
      isReady={isReady}
      fields={
        <>
          <Chips
            label="Ce faci"
            choices={['give', 'take'] as const}
            chosen={way}
            words={(one) => (one === 'give' ? 'Dă' : 'Scade')}
            onChoose={setWay}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="credits"
              label="Credite"
              inputMode="numeric"
              autoComplete="off"
              value={typed.credits}
              error={problem.credits}
              onValueChange={(text) => setTyped({ ...typed, credits: text })}
            />
            {way === 'give' && (
              <TextField
                name="days"
                label="Valabile, în zile"
                hint="Gol: fără termen."
                inputMode="numeric"
                autoComplete="off"
                value={typed.days}
                error={problem.days}
                onValueChange={(text) => setTyped({ ...typed, days: text })}
              />
            )}
          </div>
        </>
      }
    >
      Cel care are contul citește motivul în istoricul creditelor.
    </DecisionForm>
  );
}
