import { removeUserFactor } from '#contract/admin/admin-actions.ts';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { call } from '#web/api/call.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { useAdminUserMutation } from '#web/features/admin/users/use-admin-user-mutation.ts';

/** Removes the second factor of an account whose owner lost it. */
export function FactorRemoval({ file }: { file: UserFile }) {
  const { uid: userId, email } = file.user;
  const remove = useAdminUserMutation(
    userId,
    (reason) => call(removeUserFactor, { params: { userId }, body: { reason } }),
    'Verificarea în doi pași e oprită.',
  );
  if (!file.hasSecondFactor) return null;
  return (
    <DecisionForm
      danger
      title="Verificarea în doi pași"
      act="Oprește verificarea în doi pași"
      question="Oprești verificarea în doi pași?"
      consequence={`${email} va intra fără al doilea pas, iese de pe toate dispozitivele și primește un email.`}
      confirm="Oprește"
      decision={remove}
    >
      Numai pentru cine nu mai are nici aplicația sau cheile, nici codurile de rezervă. Convinge-te întâi că
      îți scrie chiar cine deține contul.
    </DecisionForm>
  );
}
