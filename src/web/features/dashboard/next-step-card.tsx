import { Link } from 'react-router';
import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import type { NextStep } from '#web/features/dashboard/overview.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { FilmStrip } from '#web/ui/film-strip.tsx';
import { frameNumber } from '#web/ui/frame.tsx';

const STEPS = [
  {
    title: 'Adaugi pozele',
    text: `Din telefon sau de pe calculator, până la ${count(PHOTOS_PER_CREDIT, NOUNS.photo)} pentru un credit.`,
  },
  { title: 'Alegi unde publici', text: 'Vezi pe loc cum iese fiecare fotografie, înainte să plătești ceva.' },
  { title: 'Descarci tot', text: 'Un ZIP cu câte un dosar pentru fiecare variantă, în ordinea ta.' },
];

/** For who has not processed a lot yet: the three frames of the first one. */
export function NextStepCard({ step, draftPath }: { step: Exclude<NextStep, null>; draftPath: string }) {
  const starting = step === 'start';
  return (
    <FilmStrip label="Primul tău lot">
      <div className="flex flex-col gap-3">
        <ol className="grid gap-5 py-3 sm:grid-cols-3">
          {STEPS.map(({ title, text }, i) => (
            <li key={title}>
              <p aria-hidden className="font-mono text-sm text-film-signal">
                {frameNumber(i + 1)}
              </p>
              <h2 className="mt-1 text-xl">{title}</h2>
              <p className="mt-1.5 text-film-soft">{text}</p>
            </li>
          ))}
        </ol>
        <p className="flex flex-wrap items-center gap-3 max-sm:order-first max-sm:pt-2">
          <Link to={starting ? draftPath : '/upload'} className={buttonClass({ look: 'signal' })}>
            {starting ? 'Continuă lotul început' : 'Adaugă primele fotografii'}
          </Link>
          <Link to="/test-image" className={buttonClass({ look: 'film' })}>
            Încearcă gratuit pe o poză
          </Link>
        </p>
      </div>
    </FilmStrip>
  );
}
