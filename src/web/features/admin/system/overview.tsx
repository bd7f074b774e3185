import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Overview as Figures, readOverview } from '#contract/admin/admin-overview.ts';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import { formatHour, formatMoment } from '#domain/language/time.ts';
import { leiInText } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { isAlarming, verifyWords } from '#web/features/admin/system/integrity-words.ts';
import { arrivedShare } from '#web/features/admin/system/model-words.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

export const OVERVIEW = ['admin-overview'];
/** Interval of reading again; a hidden tab does not read. */
const EVERY_MS = 5_000;

export function useOverview() {
  return useQuery({
    queryKey: OVERVIEW,
    queryFn: ({ signal }) => call(readOverview, {}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
}

const SPANS = [
  { key: 'today', label: 'Azi' },
  { key: 'week', label: '7 zile' },
  { key: 'month', label: '30 de zile' },
] as const;
const REPORTED = { one: 'semnalare a unei pagini', few: 'semnalări ale unor pagini' };
type Span = Figures['revenue'];

/** The product's figures, kept up to date while the page is visible. */
export function AdminOverview() {
  const query = useOverview();
  const { data } = query;
  if (!data)
    return query.error ? (
      <div className="mt-8">
        <ReadFailed panel query={query} />
      </div>
    ) : (
      <div className="mt-8">
        <LoadingNote>Se încarcă cifrele…</LoadingNote>
        <Skeleton className="h-72 rounded-3xl" />
      </div>
    );
  return (
    <section aria-label="Cum merge" className="mt-8">
      <ReadFailed panel query={query} />
      {isAlarming(data.verify) && (
        <p
          role="alert"
          className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-danger-wash px-5 py-3.5"
        >
          <span className="font-semibold text-danger">
            Verificarea registrelor. {verifyWords(data.verify)}
          </span>
          <Link to="/admin/dashboard?parte=sistem" className={buttonClass({ look: 'quiet', small: true })}>
            Vezi la Sistem
          </Link>
        </p>
      )}
      {data.pageReports > 0 && (
        <p
          role="status"
          className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-signal-wash px-5 py-3.5"
        >
          <span className="font-semibold">
            {formatCount(data.pageReports, REPORTED)} așteaptă o hotărâre.
          </span>
          <Link to="/admin/dashboard?parte=sistem" className={buttonClass({ look: 'quiet', small: true })}>
            Vezi ce s-a semnalat
          </Link>
        </p>
      )}
      <Now figures={data} />
      {data.model && (
        <p role="status" className="mt-4">
          {modelLine(data.model)}
        </p>
      )}
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Spans figures={data} />
        <dl className="grid content-start gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
          <Total name="Conturi">{formatNumber(data.users.all)}</Total>
          <Total name="Credite nefolosite">{formatNumber(data.credits.outstanding)}</Total>
          <Total name="Citit">{formatMoment(new Date(data.at))}</Total>
        </dl>
      </div>
    </section>
  );
}

function modelLine({ name, doneBytes, bytes, nextTryAt }: NonNullable<Figures['model']>): string {
  return nextTryAt === null
    ? `Modelul de decupare ${name} se descarcă: ${arrivedShare(doneBytes, bytes)}.`
    : `Modelul de decupare ${name} nu s-a putut descărca. Se încearcă din nou la ${formatHour(new Date(nextTryAt))}.`;
}

/** Waiting and running work, as a film strip. */
function Now({ figures }: { figures: Figures }) {
  const { queue, lots: batches } = figures;
  const facts = [
    { name: 'La rând', value: formatCount(queue.photos, NOUNS.photo) },
    {
      name: 'Prima așteaptă de',
      value: queue.oldestSeconds === null ? '–' : waitWords(queue.oldestSeconds),
    },
    { name: 'Se lucrează', value: formatCount(batches.open, NOUNS.batch) },
    { name: 'Se pregătesc', value: formatCount(queue.preparing, NOUNS.photo) },
    { name: 'Emailuri de trimis', value: formatNumber(queue.mails) },
  ];
  return (
    <FilmStrip>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 py-2 sm:grid-cols-3 lg:grid-cols-5">
        {facts.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-film-soft">{name}</dt>
            <dd className="font-display text-lg font-bold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </FilmStrip>
  );
}

/** Returns a waiting time in words: seconds, then minutes, then hours. */
function waitWords(seconds: number): string {
  if (seconds < 90) return formatCount(seconds, NOUNS.second);
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? formatCount(minutes, NOUNS.minute)
    : formatCount(Math.round(minutes / 60), NOUNS.hour);
}

function Spans({ figures }: { figures: Figures }) {
  const lei = (value: number) => leiInText(Math.round(value * 100));
  const rows: {
    name: string;
    note?: string;
    span: Span;
    words?: (value: number) => string;
    isBad?: boolean;
  }[] = [
    { name: 'Conturi noi', span: figures.users.registered },
    { name: 'Utilizatori activi', note: 'au început un lot sau o procesare', span: figures.users.active },
    { name: 'Încasări', span: figures.revenue, words: lei },
    { name: 'Returnate', span: figures.returned, words: lei },
    { name: 'Credite vândute', span: figures.credits.sold },
    { name: 'Credite retrase', span: figures.credits.withdrawn },
    { name: 'Credite consumate', span: figures.credits.spent },
    { name: 'Procesări încheiate', span: figures.lots.ended },
    { name: 'Fotografii ieșite', span: figures.photos.done },
    { name: 'Fotografii care n-au ieșit', span: figures.photos.failed, isBad: true },
  ];
  return (
    <table className="w-full">
      <caption className="sr-only">Ce s-a întâmplat azi, în 7 zile și în 30 de zile</caption>
      <thead>
        <tr className="text-sm text-ink-soft">
          <td />
          {SPANS.map(({ key, label }) => (
            <th key={key} scope="col" className="py-1.5 pl-3 text-right font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, note, span, words = formatNumber, isBad = false }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-medium">
              {name}
              {note && <span className="block text-sm font-normal text-ink-soft">{note}</span>}
            </th>
            {SPANS.map(({ key }) => (
              <td
                key={key}
                className={`pl-3 text-right font-semibold ${isBad && span[key] > 0 ? 'text-danger' : ''}`}
              >
                {words(span[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}
