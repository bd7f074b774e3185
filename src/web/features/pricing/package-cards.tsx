import type { ReactNode } from 'react';
import type { CreditPackage } from '#contract/payments.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { leiLabel, perCreditLabel } from '#domain/payments/price.ts';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';

interface PackageCardsProps {
  readonly packages: readonly CreditPackage[];
  readonly actionFor: (item: CreditPackage) => ReactNode;
}

/** Credits without a plan: each package is a strip of film. */
export function PackageCards({ packages, actionFor }: PackageCardsProps) {
  return (
    <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {packages.map((item) => (
        <li key={item.id}>
          <FilmStrip>
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4 py-1.5">
              <div>
                <h3 className="text-xl wrap-anywhere">{item.name}</h3>
                <p className="mt-1 text-film-soft">
                  <span className="inline-block">{formatCount(item.credits, NOUNS.credit)} ·&nbsp;</span>
                  <span className="inline-block">{perCreditLabel(item.price, item.credits)} pe lot</span>
                </p>
              </div>
              <div className="flex flex-col items-end gap-2">
                <p className="font-display text-3xl leading-none font-extrabold whitespace-nowrap">
                  {leiLabel(item.price)}
                </p>
                {actionFor(item)}
              </div>
            </div>
          </FilmStrip>
        </li>
      ))}
    </ul>
  );
}
