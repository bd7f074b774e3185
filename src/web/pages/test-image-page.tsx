import { Link } from 'react-router';
import { Hero } from '#web/features/auth/hero.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** The engine on a sample picture. Trying it on an own photo happens in a lot, where nothing is paid before the start. */
export function TestImagePage() {
  usePageTitle('Imagine de probă');
  return (
    <div className="page">
      <h1 className="text-4xl">Imagine de probă</h1>
      <p className="mt-3 mb-6 max-w-prose text-ink-soft">
        Aceeași scenă, înainte și după rețeta cu care pornește orice lot. Trage de mâner sau folosește
        săgețile.
      </p>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,34rem)_1fr] lg:items-start">
        <div className="aspect-square overflow-hidden rounded-3xl bg-film">
          <Hero />
        </div>
        <div className="max-w-md">
          <h2 className="text-2xl">Încearcă pe pozele tale</h2>
          <p className="mt-2 mb-5 text-ink-soft">
            În pagina lotului vezi cum iese fiecare fotografie înainte să pornești. Plătești abia când apeși
            pe procesare.
          </p>
          <Link to="/upload" className={buttonClass()}>
            Adaugă fotografii
          </Link>
        </div>
      </div>
    </div>
  );
}
