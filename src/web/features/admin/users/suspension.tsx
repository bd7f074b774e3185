import { restoreUser, suspendUser } from '#contract/admin/admin-actions.ts';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { formatMoment } from '#domain/language/time.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { call } from '#web/api/call.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { useAdminUserMutation } from '#web/features/admin/users/use-admin-user-mutation.ts';

/** Suspends an account, or lets it in again. */
export function Suspension({ file }: { file: UserFile }) {
  const { uid: userId, email } = file.user;
  const suspend = useAdminUserMutation(
    userId,
    (reason) => call(suspendUser, { params: { userId }, body: { reason } }),
    'Contul este suspendat.',
  );
  const restore = useAdminUserMutation(
    userId,
    (reason) => call(restoreUser, { params: { userId }, body: { reason } }),
    'Contul merge din nou.',
  );
  if (file.suspendedAt)
    return (
      <DecisionForm
        title="Cont suspendat"
        act="Ridică suspendarea"
        question="Ridici suspendarea?"
        consequence={`${email} va putea intra din nou în cont și primește un email.`}
        confirm="Ridică suspendarea"
        decision={restore}
      >
        Suspendat din {formatMoment(new Date(file.suspendedAt))}. Nu se poate intra în el; plățile care sosesc
        se adaugă la cont.
      </DecisionForm>
    );
  if (isAdmin(file.user)) return null;
  return (
    <DecisionForm
      danger
      title="Suspendă contul"
      act="Suspendă contul"
      question="Suspenzi contul?"
      consequence={`${email} iese de pe toate dispozitivele, procesările lui se opresc, iar motivul îi ajunge pe email.`}
      confirm="Suspendă"
      decision={suspend}
    >
      Cine îl deține primește motivul pe email și vede „Contul tău este suspendat.” Plățile care sosesc se
      adaugă la cont.
    </DecisionForm>
  );
}
