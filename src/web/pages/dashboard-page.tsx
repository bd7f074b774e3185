import { Hero } from '#web/features/auth/hero.tsx';
import { VerifyReminder } from '#web/features/auth/verify-reminder.tsx';
import { Dashboard } from '#web/features/dashboard/dashboard.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { UnfinishedPayment } from '#web/shared/payments/unfinished-payment.tsx';

export function DashboardPage() {
  usePageTitle('Panou');
  const user = useUser();
  return (
    user && (
      <Dashboard
        user={user}
        notice={
          <>
            <VerifyReminder user={user} />
            <UnfinishedPayment />
          </>
        }
        example={<Hero loading="lazy" />}
      />
    )
  );
}
