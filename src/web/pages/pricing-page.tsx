import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { batchToReturnTo } from '#domain/payments/return-to.ts';
import { readPlan } from '#domain/plans/plan.ts';
import { isSold } from '#domain/plans/purchase.ts';
import { packagesQuery } from '#web/api/queries/price-queries.ts';
import { packageItem } from '#web/features/checkout/item.ts';
import { PlanAction } from '#web/features/pricing/plan-action.tsx';
import { PriceList } from '#web/features/pricing/price-list.tsx';
import { loginPath } from '#web/guard.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { type CardPayments, useCardPayments } from '#web/shared/payments/card-payments.ts';
import { useTotalWords, useVatLabel } from '#web/shared/payments/operator-record.ts';
import { TestMode } from '#web/shared/payments/test-mode.tsx';
import { UnfinishedPayment } from '#web/shared/payments/unfinished-payment.tsx';
import { choicePath } from '#web/text/choice-path.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { isLayer } from '#web/ui/layers/use-back-closes.ts';

const CheckoutSheet = createLazyPart(
  async () => (await import('#web/features/checkout/checkout-sheet.tsx')).CheckoutSheet,
);

const PlanSheet = createLazyPart(
  async () => (await import('#web/features/checkout/plan-sheet.tsx')).PlanSheet,
);

/** The prices. `?buy=` opens the sheet of that choice, `?from=` is the batch that the purchase is for. */
export function PricingPage() {
  usePageTitle('Prețuri');
  const user = useUser();
  const navigate = useNavigate();
  const payments = useCardPayments();
  const { data } = useQuery(packagesQuery);
  const [params] = useSearchParams();
  const from = batchToReturnTo(params.get('from'));
  const { chosen, setChosen } = useChoice(params.get('buy'), from);
  const isOpen = payments !== null && payments !== 'off';
  const found = data?.packages.find(({ id }) => id === chosen);
  // A package taken off sale under an open sheet leaves it open: the order is refused with its reason.
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  const wanted = found ?? (kept?.id === chosen ? kept : undefined);
  const wantedPlan = readPlan(chosen);
  const choose = (id: string) => (user ? setChosen(id) : navigate(loginPath(choicePath(id, from))));
  return (
    <div className="page">
      <TestMode />
      {user && <UnfinishedPayment />}
      {from && (
        <p className="mb-4">
          <Link to={from} className="link inline-flex min-h-8 items-center">
            Înapoi la lot
          </Link>
        </p>
      )}
      <h1 className="max-w-3xl text-[min(2.25rem,13vw)] sm:text-5xl">
        Un credit, un lot. Până la {formatCount(PHOTOS_PER_CREDIT, NOUNS.photo)}.
      </h1>
      <p className="mt-3 mb-8 max-w-prose text-lg text-ink-soft">
        Plătești pe lucrul pe care îl vinzi, nu pe poză, și doar pentru ce iese.{' '}
        <Link to="/test-image" className="link">
          Probează o poză, gratuit
        </Link>
      </p>
      <PriceList
        user={user}
        planAction={({ plan }) =>
          isSold(plan) ? (
            isOpen && <PlanAction plan={plan} user={user} onChoose={() => void choose(plan)} />
          ) : (
            <Link to={user ? '/upload' : '/register'} className={buttonClass({ look: 'quiet', wide: true })}>
              {user ? 'Adaugă fotografii' : 'Creează cont'}
            </Link>
          )
        }
        packageAction={({ id, name }) =>
          isOpen && (
            <Button look="film" small aria-label={`Cumpără ${name}`} onClick={() => void choose(id)}>
              Cumpără
            </Button>
          )
        }
        note={describePayments(payments, {
          prices: useVatLabel('Prețurile sunt în lei'),
          vat: useTotalWords().note,
        })}
      />
      {user && isOpen && isSold(wantedPlan) && (
        <Suspense>
          <PlanSheet uid={user.uid} plan={wantedPlan} returnTo={from} onClose={() => setChosen(null)} />
        </Suspense>
      )}
      {user && isOpen && wanted && (
        <Suspense>
          <CheckoutSheet
            uid={user.uid}
            item={packageItem(wanted, new Date())}
            returnTo={from}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the item that the checkout is open for. Closing it clears the address, so that a reload opens nothing. */
function useChoice(named: string | null, from: string | null) {
  const [chosen, setChosen] = useState(named);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const isLeft = chosen === null && named !== null;
  useEffect(() => {
    if (!isLeft) return;
    const path = from ? `/pricing?${new URLSearchParams({ from })}` : '/pricing';
    const drop = () => void navigate(`${path}${hash}`, { replace: true });
    // The sheet was an entry of the history: the browser is still on its way back from it.
    if (!isLayer(window.history.state)) return drop();
    window.addEventListener('popstate', drop, { once: true });
    return () => window.removeEventListener('popstate', drop);
  }, [isLeft, from, hash, navigate]);
  return { chosen, setChosen };
}

/** Returns only what is true here; nothing before the server has said how cards are charged. */
function describePayments(
  payments: CardPayments | null,
  { prices, vat }: { readonly prices: string; readonly vat: string | null },
): string {
  if (payments === null) return '';
  const seller = vat ? ` ${vat}.` : '';
  if (payments === 'off')
    return `Plata cu cardul nu este deschisă încă. ${prices}, cele de la deschidere.${seller} Creditele din cont rămân valabile.`;
  return `${prices}.${seller} Plătești cu cardul, pe pagina NETOPIA; numărul cardului nu ajunge la noi.`;
}
