import { useState } from 'react';
import { setUserTrial } from '#contract/admin/admin-actions.ts';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { isTrialRunning, readTrial, trialDaysLeft } from '#domain/plans/trial.ts';
import { call } from '#web/api/call.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { wholeNumber } from '#web/features/admin/shared/whole-number.ts';
import { useAdminUserMutation } from '#web/features/admin/users/use-admin-user-mutation.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** Lets the trial run for so many days from now, or ends it. */
export function TrialChange({ file }: { file: UserFile }) {
  const { uid: userId, email } = file.user;
  const [typed, setTyped] = useState('7');
  const [problem, setProblem] = useState<string>();
  const days = wholeNumber(typed, 0, 90);
  const decision = useAdminUserMutation(
    userId,
    (reason) => call(setUserTrial, { params: { userId }, body: { days: days ?? 0, reason } }),
    'Perioada de probă s-a schimbat.',
  );
  const trial = readTrial(file.user);
  const now = new Date();
  const state = isTrialRunning(trial, now)
    ? `Mai are ${formatCount(trialDaysLeft(trial, now), NOUNS.day)}.`
    : trial.used
      ? 'A fost folosită și s-a încheiat.'
      : 'N-a fost folosită.';
  const isEnd = days === 0;
  return (
    <DecisionForm
      folds
      title="Perioada de probă"
      act={isEnd ? 'Încheie proba' : 'Schimbă proba'}
      danger={isEnd}
      question={
        isEnd ? 'Închei perioada de probă?' : `Proba ține ${formatCount(days ?? 0, NOUNS.day)} de acum?`
      }
      consequence={
        isEnd
          ? `Creditele de probă ale lui ${email} expiră, iar limitele lui scad.`
          : `${email} are limitele planului Pro până atunci. Cine n-a avut încă probă primește și creditele ei.`
      }
      confirm={isEnd ? 'Încheie proba' : 'Schimbă proba'}
      decision={decision}
      isReady={() => {
        setProblem(days === null ? 'Scrie un număr de zile, de la 0 la 90.' : undefined);
        return days !== null;
      }}
      fields={
        <TextField
          name="days"
          label="Zile de acum încolo"
          hint="0 o încheie."
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={problem}
          onValueChange={setTyped}
        />
      }
    >
      {state}
    </DecisionForm>
  );
}
