import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CreditPackage, PlanOffer } from '#contract/payments.ts';
import type { UserDocument } from '#contract/users.ts';
import { FREE_RUNS_PER_DAY, WINDOW_DAYS } from '#domain/credits/cost.ts';
import { SIGNUP_BONUS } from '#domain/credits/grants.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { packagesQuery, plansQuery } from '#web/api/queries/price-queries.ts';
import { type Readable, ReadFailed } from '#web/api/read-failed.tsx';
import { CheckList } from '#web/features/pricing/check-list.tsx';
import { PackageCards } from '#web/features/pricing/package-cards.tsx';
import { PlanCards } from '#web/features/pricing/plan-cards.tsx';
import { CREDIT_BUYS, packageLimitsLine } from '#web/features/pricing/plan-terms.ts';
import { TrialOffer } from '#web/features/pricing/trial-offer.tsx';
import { CreditText } from '#web/text/credit-text.tsx';
import { balanceBuys } from '#web/text/credit-words.ts';
import { planWords } from '#web/text/plan-words.ts';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'Ce se întâmplă dacă o fotografie nu iese?',
    answer:
      'Nu o plătești. La sfârșitul procesării numărăm doar fotografiile ieșite, iar restul creditelor rezervate se întorc la tine.',
  },
  {
    question: 'Dacă nu-mi place rezultatul?',
    answer: `Schimbi rețeta sau variantele și procesezi din nou aceleași fotografii, gratuit, timp de ${formatCount(WINDOW_DAYS, NOUNS.day)} (de cel mult ${FREE_RUNS_PER_DAY} ori pe zi pentru un lot).`,
  },
  {
    question: 'Cele câteva credite de la început expiră?',
    answer: `Nu. Cele ${formatCount(SIGNUP_BONUS, NOUNS.credit)} primite la crearea contului rămân până le folosești.`,
  },
];

interface PriceListProps {
  readonly user: UserDocument | null;
  readonly planAction: (offer: PlanOffer) => ReactNode;
  readonly packageAction: (item: CreditPackage) => ReactNode;
  /** Note under both lists. */
  readonly note: ReactNode;
}

/** The contents of one credit, the plans and the packages, with the server's prices. */
export function PriceList({ user, planAction, packageAction, note }: PriceListProps) {
  const plans = useQuery(plansQuery);
  const packages = useQuery(packagesQuery);
  return (
    <div className="flex flex-col gap-10">
      <FilmStrip>
        <div className="grid gap-6 py-3 md:grid-cols-[1fr_1.4fr] md:items-center">
          <p className="font-display text-3xl leading-tight font-bold">
            1 credit
            <span className="block text-lg font-medium text-film-soft">acoperă un lot întreg</span>
          </p>
          <CheckList lines={CREDIT_BUYS} onFilm />
        </div>
      </FilmStrip>
      <section id="plans" aria-labelledby="plans-title">
        <h2 id="plans-title" className="text-2xl">
          Planuri
        </h2>
        <p className="mt-1 text-ink-soft">30 de zile, nu se reînnoiesc singure</p>
        <TrialOffer user={user} />
        {plans.data ? (
          <PlanCards
            offers={plans.data.plans}
            current={user && planWords(user, new Date()).plan}
            actionFor={planAction}
          />
        ) : (
          <Waiting query={plans} height="h-80" />
        )}
      </section>
      <div className="flex min-h-[calc(100dvh-9rem)] flex-col gap-10">
        <section id="packages" aria-labelledby="packages-title">
          <h2 id="packages-title" className="text-2xl">
            Pachete de credite
          </h2>
          <p className="mt-1 text-ink-soft">fără plan, valabile 24 de luni</p>
          {plans.data && <p className="max-w-prose text-ink-soft">{packageLimitsLine(plans.data.plans)}</p>}
          {packages.data ? (
            <PackageCards packages={packages.data.packages} actionFor={packageAction} />
          ) : (
            <Waiting query={packages} height="h-28" />
          )}
          {user && (
            <p className="mt-5">
              Ai acum{' '}
              <strong className="font-semibold">
                <CreditText>{creditsLabel(user.credits.totalCredits)}</CreditText>
              </strong>
              . {user.credits.totalCredits !== 0 && balanceBuys(user.credits.totalCredits)}
            </p>
          )}
          <div className="mt-3 max-w-prose text-ink-soft">{note}</div>
        </section>
        <Questions />
      </div>
    </div>
  );
}

function Questions() {
  return (
    <section aria-labelledby="questions-title">
      <h2 id="questions-title" className="text-2xl">
        Întrebări scurte
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface WaitingProps {
  readonly query: Readable;
  readonly height: string;
}

function Waiting({ query, height }: WaitingProps) {
  return (
    <div className="mt-4">
      {query.error ? (
        <ReadFailed panel query={query} />
      ) : (
        <>
          <LoadingNote />
          <Skeleton className={`${height} w-full rounded-3xl`} />
        </>
      )}
    </div>
  );
}
