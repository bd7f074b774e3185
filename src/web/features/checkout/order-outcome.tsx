import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { cancelOrder, type Order } from '#contract/orders.ts';
import { creditsLabel } from '#domain/language/plural.ts';
import { isAwaited } from '#domain/payments/open-order.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/documents.ts';
import { orderKey } from '#web/api/keys.ts';
import { orderQuery } from '#web/api/queries.ts';
import { CONFIRM_LIMIT_MS, canRetry, isUndecided, orderWords } from '#web/features/checkout/order-words.ts';
import { useUser } from '#web/session/use-user.ts';
import { choicePath } from '#web/text/choice-path.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FilmStrip } from '#web/ui/film-strip.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const READ_AGAIN_MS = 5000;

interface OrderOutcomeProps {
  readonly orderId: string;
  /** In place of an order that is not the reader's own. */
  readonly missing: React.ReactNode;
}

/** An own order after the provider's page, live until it is decided. */
export function OrderOutcome({ orderId, missing }: OrderOutcomeProps) {
  const { data: order, error } = useQuery({
    ...orderQuery(orderId),
    // The live stream brings the answer; this is for who has lost it.
    refetchInterval: ({ state }) => state.data && isUndecided(state.data.state) && READ_AGAIN_MS,
  });
  const late = useLate(order !== undefined && isAwaited(order.state));
  if (order === undefined) {
    if (error !== null) return missing;
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
        <p className="font-mono text-xs break-all text-film-soft">{order.id}</p>
      </FilmStrip>
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
      Acum ai <strong className="font-semibold">{creditsLabel(user.credits.totalCredits)}</strong>.
    </>
  );
}

function NextSteps({ order }: { order: Order }) {
  const { state, paymentUrl, returnTo } = order;
  const lot = returnTo && (
    <Link to={returnTo} className={buttonClass({ look: state === 'paid' ? 'primary' : 'quiet' })}>
      Înapoi la lot
    </Link>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {canRetry(state) && (
        <Link to={choicePath(order.item, returnTo)} className={buttonClass()}>
          Încearcă din nou
        </Link>
      )}
      {isUndecided(state) && paymentUrl && (
        <a href={paymentUrl} className={buttonClass({ look: 'quiet' })}>
          Înapoi la pagina de plată
        </a>
      )}
      {isUndecided(state) && <GiveUp orderId={order.id} />}
      {state === 'paid' && !returnTo && (
        <Link to="/upload" className={buttonClass()}>
          Adaugă fotografii
        </Link>
      )}
      {lot}
      {!isAwaited(state) && (
        <Link to="/settings#purchases" className={buttonClass({ look: 'bare' })}>
          Cumpărările tale
        </Link>
      )}
    </div>
  );
}

function GiveUp({ orderId }: { orderId: string }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params: { orderId } }),
    onSuccess: (order) => void putDocument(client, orderKey(orderId), order),
  });
  return (
    <Button look="quiet" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      Renunț la plată
    </Button>
  );
}

/** True once the wait on this page has lasted a minute. */
function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), CONFIRM_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && late;
}
