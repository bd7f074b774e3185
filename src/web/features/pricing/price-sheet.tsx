import type { ReactNode } from 'react';
import type { UserDocument } from '#contract/users.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { CheckList } from '#web/features/pricing/check-list.tsx';
import { CREDIT_BUYS, FREE_LIMITS, GIFT_LINE, limitLines } from '#web/features/pricing/plan-terms.ts';
import { Questions } from '#web/features/pricing/questions.tsx';
import { balanceBuys, spokenCredits } from '#web/text/credit-words.ts';
import { FilmStrip } from '#web/ui/film-strip.tsx';
import { Pill } from '#web/ui/pill.tsx';

/** What one credit buys, the plan in force and the balance. Everything here is already true today. */
export function PriceSheet({ user, nextStep }: { user: UserDocument | null; nextStep: ReactNode }) {
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
        <div className="mt-4 grid gap-6 rounded-3xl border border-line bg-card p-6 md:grid-cols-2">
          <div>
            <p className="flex flex-wrap items-center gap-2.5">
              <span className="font-display text-xl font-bold">{PLAN_LABELS[user?.plan ?? 'free']}</span>
              {user && <Pill>planul tău acum</Pill>}
            </p>
            <p className="mt-2 text-ink-soft">
              {user
                ? 'Alt plan nu se poate cumpăra încă: plata cu cardul nu este deschisă.'
                : `Primești ${GIFT_LINE}.`}
            </p>
          </div>
          <div className="flex flex-col items-start gap-5">
            <CheckList lines={limitLines(user ?? { limits: FREE_LIMITS })} />
            {!user && nextStep}
          </div>
        </div>
      </section>
      <div className="flex min-h-[calc(100dvh-9rem)] flex-col gap-10">
        <section id="packages" aria-labelledby="packages-title">
          <h2 id="packages-title" className="text-2xl">
            Pachete de credite
          </h2>
          <div className="mt-4 rounded-3xl border border-line bg-card p-6">
            <p className="font-semibold">Plata cu cardul nu este deschisă încă.</p>
            <p className="mt-2 max-w-prose text-ink-soft">
              Până atunci nu poți cumpăra credite și nu îți cerem date de plată. Creditele din cont rămân
              valabile, iar loturile deja procesate le poți descărca și reface gratuit.
            </p>
            {user && (
              <p className="mt-4">
                Ai acum <strong className="font-semibold">{spokenCredits(user.credits.totalCredits)}</strong>.{' '}
                {user.credits.totalCredits !== 0 && balanceBuys(user.credits.totalCredits)}
              </p>
            )}
            {user && <div className="mt-5">{nextStep}</div>}
          </div>
        </section>
        <Questions />
      </div>
    </div>
  );
}
