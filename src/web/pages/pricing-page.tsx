import { Link } from 'react-router';
import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { PriceSheet } from '#web/features/pricing/price-sheet.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { buttonClass } from '#web/ui/button.tsx';

export function PricingPage() {
  usePageTitle('Prețuri');
  const user = useUser();
  return (
    <div className="page">
      <h1 className="max-w-3xl text-[min(2.25rem,13vw)] sm:text-5xl">
        Un credit, un lot. Până la {count(PHOTOS_PER_CREDIT, NOUNS.photo)}.
      </h1>
      <p className="mt-3 mb-8 max-w-prose text-lg text-ink-soft">
        Plătești pe lucrul pe care îl vinzi, nu pe poză, și doar pentru ce iese.
      </p>
      <PriceSheet
        user={user}
        planAction={({ plan }) =>
          plan === 'free' && (
            <Link to={user ? '/upload' : '/register'} className={buttonClass({ look: 'quiet', wide: true })}>
              {user ? 'Adaugă fotografii' : 'Creează cont'}
            </Link>
          )
        }
        packageAction={() => null}
        note="Plata cu cardul nu este deschisă încă: prețurile sunt cele de la deschidere, cu TVA inclus. Creditele din cont rămân valabile."
      />
    </div>
  );
}
