import { Suspense } from 'react';
import { VerifyReminder } from '#web/features/auth/verify-reminder.tsx';
import { Dashboard } from '#web/features/dashboard/dashboard.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { UnfinishedPayment } from '#web/shared/payments/unfinished-payment.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';

/** Only newcomers see it, in a frame of fixed form. */
const Hero = createLazyPart(async () => (await import('#web/features/auth/hero.tsx')).Hero);

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
        example={
          <Suspense fallback={null}>
            <Hero loading="lazy" />
          </Suspense>
        }
      />
    )
  );
}
