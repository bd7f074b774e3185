import { Link } from 'react-router';
import { creditsLabel } from '#domain/language/plural.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Where a payment ends. While card payment is closed nobody has one: the page says so, and what the balance is. */
export function PaymentReturnPage() {
  usePageTitle('Plată');
  const user = useUser();
  return (
    <div className="page">
      <EmptyState
        heading="h1"
        title="Nicio plată în curs"
        action={
          <Link to="/dashboard" className={buttonClass()}>
            Mergi la panou
          </Link>
        }
      >
        <p>
          Plata cu cardul nu este deschisă încă, așa că nu ai nimic de confirmat.
          {user && ` În cont ai ${creditsLabel(user.credits.totalCredits)}.`}
        </p>
      </EmptyState>
    </div>
  );
}
