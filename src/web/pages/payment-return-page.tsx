import { Link, useSearchParams } from 'react-router';
import { creditsLabel } from '#domain/language/plural.ts';
import { OrderOutcome } from '#web/features/checkout/order-outcome.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { useCardPayments } from '#web/shared/payments/card-payments.ts';
import { TestMode } from '#web/shared/payments/test-mode.tsx';
import { CreditText } from '#web/text/credit-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** The page after a payment: the outcome of the order in the address. */
export function PaymentReturnPage() {
  usePageTitle('Plată');
  const [params] = useSearchParams();
  const orderId = params.get('orderId');
  return (
    <div className="page">
      <TestMode />
      {orderId ? (
        <OrderOutcome
          key={orderId}
          orderId={orderId}
          missing={<NoOrder title="Nu am găsit comanda">Poate e a altui cont.</NoOrder>}
        />
      ) : (
        <NoOrder title="Nicio plată în curs">
          <WhyNone />
        </NoOrder>
      )}
    </div>
  );
}

function NoOrder({ title, children }: { title: string; children: React.ReactNode }) {
  const user = useUser();
  return (
    <EmptyState
      heading="h1"
      title={title}
      action={
        <Link to="/settings#purchases" className={buttonClass()}>
          Cumpărările tale
        </Link>
      }
    >
      <p>
        {children}
        {user && <CreditText>{` În cont ai ${creditsLabel(user.credits.totalCredits)}.`}</CreditText>}
      </p>
    </EmptyState>
  );
}

function WhyNone() {
  return useCardPayments() === 'off'
    ? 'Plata cu cardul nu este deschisă încă, așa că nu ai nimic de confirmat.'
    : 'Adresa nu spune despre ce comandă e vorba. Dacă ai plătit, creditele apar singure în cont.';
}
