import { askAgain, useStatistics } from '#web/shared/consent/consent.ts';
import { Seller, ShopDuties } from '#web/shared/payments/seller.tsx';
import { LEGAL_LINKS } from '#web/text/legal-links.ts';

const LINK = 'inline-flex min-h-8 items-center font-medium underline-offset-2 hover:underline';

/** The foot of every page: the seller, the documents, the ways to complain, the way back from an answer about statistics. */
export function Footer() {
  const { isOffered, choice } = useStatistics();
  return (
    <footer className="mx-auto w-full max-w-[82rem] px-4 pt-6 pb-8 text-sm text-ink-soft sm:px-8">
      <nav aria-label="Documente" className="border-t border-line pt-5">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {LEGAL_LINKS.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className={LINK}>
                {label}
              </a>
            </li>
          ))}
          {isOffered && choice !== null && (
            <li>
              <button type="button" className={LINK} onClick={askAgain}>
                Statistici
              </button>
            </li>
          )}
        </ul>
      </nav>
      <ShopDuties />
      <p className="mt-2 break-words">
        <Seller />
      </p>
    </footer>
  );
}
