import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { NextStep } from '#web/features/dashboard/overview.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { frameNumber } from '#web/ui/pictures/frame.tsx';

const STEPS = [
  {
    title: 'Adaugi pozele',
    text: `Din telefon sau de pe calculator, până la ${formatCount(PHOTOS_PER_CREDIT, NOUNS.photo)} pentru un credit.`,
  },
  { title: 'Alegi unde publici', text: 'Vezi pe loc cum iese fiecare fotografie, înainte să plătești ceva.' },
  { title: 'Descarci tot', text: 'Un ZIP cu câte un dosar pentru fiecare variantă, în ordinea lotului.' },
];

interface NextStepCardProps {
  readonly step: Exclude<NextStep, null>;
  readonly draftPath: string;
  /** A photo before and after, beside the steps where there is room. */
  readonly example: ReactNode;
}

/** For users who have not processed a batch yet: the three steps of the first one, and its result. */
export function NextStepCard({ step, draftPath, example }: NextStepCardProps) {
  const starting = step === 'start';
  return (
    <FilmStrip label="Primul tău lot">
      <div className="@container flex flex-col gap-3">
        <div className="grid items-center gap-x-8 gap-y-5 py-3 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          <ol className="grid gap-5 @lg:grid-cols-3 @2xl:grid-cols-1">
            {STEPS.map(({ title, text }, i) => (
              <li
                key={title}
                className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-baseline @lg:max-@2xl:block"
              >
                <p aria-hidden className="font-mono text-sm text-film-signal">
                  {frameNumber(i + 1)}
                </p>
                <div>
                  <h2 className="text-xl @lg:max-@2xl:mt-1">{title}</h2>
                  <p className="mt-1.5 text-film-soft">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <div className="hidden @2xl:block">
            <div className="frame-picture aspect-4/3">{example}</div>
            <p className="mt-1.5 font-mono text-xs text-film-soft">trage mânerul: înainte și după</p>
          </div>
        </div>
        <p className="flex flex-wrap items-center gap-3 max-sm:order-first max-sm:pt-2">
          <Link to={starting ? draftPath : '/upload'} className={buttonClass({ look: 'signal' })}>
            {starting ? 'Continuă lotul început' : 'Adaugă primele fotografii'}
          </Link>
          <Link to="/test-image" className={buttonClass({ look: 'film' })}>
            Probează o poză, gratuit
          </Link>
        </p>
      </div>
    </FilmStrip>
  );
}
