import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { AccountFacts } from '#web/features/settings/account-facts.tsx';
import { StatisticsChoice } from '#web/features/settings/statistics-choice.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { signOut } from '#web/session/sign-out.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

export function SettingsPage() {
  usePageTitle('Setări');
  const user = useUser();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate('/login', { replace: true }),
  });
  if (user === null) return null;
  return (
    <div className="page max-w-3xl">
      <h1 className="text-4xl">Setări</h1>
      <section aria-labelledby="account-title" className="mt-8">
        <h2 id="account-title" className="mb-4 text-2xl">
          Contul tău
        </h2>
        <AccountFacts user={user} />
      </section>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/pricing" className={buttonClass({ look: 'quiet' })}>
          Vezi prețurile
        </Link>
        <Button look="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
          Ieși din cont
        </Button>
      </div>
      <p className="mt-6 max-w-prose text-sm text-ink-soft">
        La ieșire ștergem din acest browser tot ce ținea minte despre contul tău. Fotografiile și loturile
        rămân pe server.
      </p>
      <StatisticsChoice />
    </div>
  );
}
