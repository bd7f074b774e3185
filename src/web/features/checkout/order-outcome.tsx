import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { creditsLabel } from '#domain/language/plural.ts';
import { isAwaited, isOpen, mayGoOn } from '#domain/payments/open-order.ts';
import type { OrderState } from '#domain/payments/order-state.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { orderQuery } from '#web/api/queries/queries.ts';
import { PageReadFailed } from '#web/api/read-failed.tsx';
import { useMissing } from '#web/api/reported-errors.ts';
import { CONFIRM_LIMIT_MS, canRetry, orderWords } from '#web/features/checkout/order-words.ts';
import { useUser } from '#web/session/use-user.ts';
import { measureEvent } from '#web/shared/consent/consent.ts';
import { GiveUpPayment } from '#web/shared/payments/give-up-payment.tsx';
import { choicePath } from '#web/text/choice-path.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const READ_AGAIN_MS = 5000;
/** States in which money came, whatever happened to it. */
const INVOICED: readonly OrderState[] = ['paid', 'refunded', 'charged-back'];

const OrderInvoice = lazy(async () => ({
  default: (await import('#web/features/checkout/order-invoice.tsx')).OrderInvoice,
}));

interface OrderOutcomeProps {
  readonly orderId: string;
  /** Shown in place of an order that is not the reader's own. */
  readonly missing: React.ReactNode;
}

/** An own order after the provider's page, live until it is decided. */
export function OrderOutcome({ orderId, missing }: OrderOutcomeProps) {
  const query = useQuery({
    ...orderQuery(orderId),
    // The live stream brings the answer; this is for pages that have lost it.
    refetchInterval: ({ state }) => state.data && isOpen(state.data.state) && READ_AGAIN_MS,
  });
  const { data: order, error } = query;
  const isMissing = useMissing(error);
  const late = useLate(order !== undefined && isAwaited(order.state) && order.waitsFor === 'answer');
  usePurchaseCounted(order);
  if (order === undefined) {
    if (isMissing) return missing;
    if (error !== null) return <PageReadFailed query={query} title="Comanda nu s-a putut citi" />;
    return (
      <div className="mx-auto max-w-xl">
        <LoadingNote />
        <Skeleton className="h-56 w-full rounded-3xl" />
      </div>
    );
  }
  const { title, text } = orderWords(order, late);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <div aria-live="polite">
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-3 text-lg">
          {text}
          {order.state === 'paid' && <Balance />}
        </p>
      </div>
      <FilmStrip>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
          <span className="font-display text-xl font-bold">{order.name}</span>
          <span className="font-display text-xl font-bold">{leiLabel(order.price)}</span>
        </p>
        <p className="font-mono text-sm text-film-soft">Comanda {order.number}</p>
      </FilmStrip>
      {INVOICED.includes(order.state) && (
        <Suspense>
          <OrderInvoice orderId={order.id} />
        </Suspense>
      )}
      <NextSteps order={order} />
    </div>
  );
}

function Balance() {
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      {' '}
      Acum ai{' '}
      <strong className="font-semibold">
        <CreditText>{creditsLabel(user.credits.totalCredits)}</CreditText>
      </strong>
      .
    </>
  );
}

function NextSteps({ order }: { order: Order }) {
  const { state, returnTo } = order;
  const paymentUrl = mayGoOn(state, order.waitsFor) ? order.paymentUrl : null;
  const isDeclined = state === 'declined';
  const batch = returnTo && (
    <Link to={returnTo} className={buttonClass({ look: state === 'paid' ? 'primary' : 'quiet' })}>
      Înapoi la lot
    </Link>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {paymentUrl && (
        <a
          href={paymentUrl}
          className={buttonClass({ look: isDeclined || order.waitsFor === 'card' ? 'primary' : 'quiet' })}
        >
          {isDeclined ? 'Plătește cu alt card' : 'Mergi la pagina de plată'}
        </a>
      )}
      {canRetry(order) && (
        <Link
          to={choicePath(order.item, returnTo)}
          className={buttonClass({ look: paymentUrl ? 'quiet' : 'primary' })}
        >
          {paymentUrl ? 'Schimbă datele comenzii' : 'Încearcă din nou'}
        </Link>
      )}
      {mayGoOn(state, order.waitsFor) && <GiveUpPayment orderId={order.id} />}
      {state === 'paid' && !returnTo && (
        <Link to="/upload" className={buttonClass()}>
          Adaugă fotografii
        </Link>
      )}
      {batch}
      {!isAwaited(state) && (
        <Link to="/settings#purchases" className="link inline-flex min-h-11 items-center">
          Cumpărările tale
        </Link>
      )}
    </div>
  );
}

/** Counts a paid order once, however often it is shown. */
function usePurchaseCounted(order: Order | undefined): void {
  const paid = order?.state === 'paid' ? order : undefined;
  useEffect(() => {
    if (paid) measureEvent({ what: 'purchase', order: paid });
  }, [paid]);
}

/** True once the wait for an answer has lasted a minute on this page. */
function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), CONFIRM_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && late;
}
