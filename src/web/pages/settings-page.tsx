import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { SavedRecipeList } from '#web/features/recipes/saved-recipe-list.tsx';
import { AccountFacts } from '#web/features/settings/account-facts.tsx';
import { AvatarEditor } from '#web/features/settings/avatar-editor.tsx';
import { CreditHistory } from '#web/features/settings/credit-history.tsx';
import { DeleteAccount } from '#web/features/settings/delete-account.tsx';
import { LeaveEverywhere } from '#web/features/settings/leave-everywhere.tsx';
import { NameForm } from '#web/features/settings/name-form.tsx';
import { OpenOrders } from '#web/features/settings/open-orders.tsx';
import { PlanFacts } from '#web/features/settings/plan-facts.tsx';
import { PlanReminders } from '#web/features/settings/plan-reminders.tsx';
import { Purchases } from '#web/features/settings/purchases.tsx';
import { SessionList } from '#web/features/settings/session-list.tsx';
import { StatisticsChoice } from '#web/features/settings/statistics-choice.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { signOut } from '#web/session/sign-out.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

export function SettingsPage() {
  usePageTitle('Setări');
  const user = useUser();
  const navigate = useNavigate();
  const toLogin = () => navigate('/login', { replace: true });
  const leave = useMutation({ mutationFn: signOut, onSuccess: toLogin });
  if (user === null) return null;
  return (
    <div className="page max-w-3xl">
      <h1 className="text-4xl">Setări</h1>
      <Section id="profile" title="Profil">
        <AvatarEditor user={user} />
        <NameForm user={user} />
      </Section>
      <Section id="account" title="Cont">
        <AccountFacts user={user} />
      </Section>
      <Section id="sessions" title="Dispozitive">
        <SessionList user={user} />
      </Section>
      <Section id="plan" title="Plan și credite">
        <PlanFacts user={user} />
        <PlanReminders user={user} />
        <Link to="/pricing" className={buttonClass({ look: 'quiet' })}>
          Vezi prețurile
        </Link>
      </Section>
      <Section id="recipes" title="Rețete salvate">
        <SavedRecipeList />
      </Section>
      <Section id="purchases" title="Cumpărări">
        <OpenOrders />
        <Purchases />
      </Section>
      <Section id="credits" title="Istoricul creditelor">
        <CreditHistory balance={user.credits.totalCredits} />
      </Section>
      <StatisticsChoice />
      <Section id="leave" title="Ieșire">
        <p className="max-w-prose text-ink-soft">
          La ieșire ștergem din acest browser tot ce ținea minte despre contul tău. Fotografiile și loturile
          rămân pe server.
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button look="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
            Ieși din cont
          </Button>
          <LeaveEverywhere onLeft={toLogin} />
        </div>
      </Section>
      <Section id="delete" title="Șterge contul">
        <DeleteAccount
          user={user}
          onLeft={() => navigate('/login', { replace: true, state: { accountDeleted: true } })}
        />
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10">
      <h2 id={`${id}-title`} className="mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
