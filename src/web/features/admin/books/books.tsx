import { useQuery } from '@tanstack/react-query';
import {
  BOOK_FILES,
  type BooksOfMonth,
  downloadBook,
  downloadNumberingDecision,
  listBooks,
} from '#contract/admin/admin-books.ts';
import { fillPath } from '#contract/route.ts';
import { VAT_LABELS } from '#domain/invoices/vat.ts';
import { formatCount } from '#domain/language/plural.ts';
import { inLei } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { AnafCard } from '#web/features/admin/books/anaf-card.tsx';
import { HandIns } from '#web/features/admin/books/hand-ins.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

const FILE_WORDS: Record<(typeof BOOK_FILES)[number], string> = {
  documents: 'Facturile, ZIP',
  journal: 'Jurnalul, CSV',
  saga: 'Pentru SAGA, ZIP',
};

const INVOICE = { one: 'factură', few: 'facturi' };
const STORNO = { one: 'storno', few: 'stornări' };
const DOCUMENT = { one: 'document', few: 'documente' };

/** The connection to ANAF, what is to be handed in, and files for the accountant: the documents of each month, and the decision on a year's numbers. */
export function Books() {
  const { isAdmin } = useViewer();
  return (
    <>
      {isAdmin && <AnafCard />}
      <HandIns />
      <MonthlyBooks />
    </>
  );
}

function MonthlyBooks() {
  const query = useQuery({
    queryKey: ['admin-books'],
    queryFn: ({ signal }) => call(listBooks, {}, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return query.isError ? <ReadFailed query={query} panel /> : <LoadingNote />;
  const decisions = <Decisions years={data.decisions} />;
  if (data.months.length === 0)
    return (
      <section aria-label="Facturi">
        <EmptyState title="Nicio factură încă">
          Fiecare plată primește una; aici le iei pe luni, pentru contabil.
        </EmptyState>
        {decisions}
      </section>
    );
  return (
    <section aria-label="Facturi" className="mt-8 max-w-4xl">
      {data.isTrial && (
        <p className="mb-4 rounded-xl bg-signal-wash px-4 py-3">
          Sunt documente de probă, fără valoare fiscală. După prima plată adevărată rămân aici doar cele
          fiscale.
        </p>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {data.months.map((month) => (
          <Month key={month.month} of={month} />
        ))}
      </ul>
      {decisions}
    </section>
  );
}

/** Decisions, to be signed before the year's first invoice. */
function Decisions({ years }: { years: readonly string[] }) {
  if (years.length === 0) return null;
  return (
    <p className="mt-6 text-sm">
      Decizia de numerotare a facturilor, de tipărit și semnat:{' '}
      {years.map((year) => (
        <a
          key={year}
          href={fillPath(downloadNumberingDecision.path, { year })}
          download
          className="link mr-3 inline-flex min-h-8 items-center"
        >
          {year}
        </a>
      ))}
    </p>
  );
}

const monthName = new Intl.DateTimeFormat('ro-RO', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function Month({ of: { month, invoices, stornos, net, vat, gross, withoutPdf } }: { of: BooksOfMonth }) {
  const name = monthName.format(new Date(`${month}-15T12:00:00Z`));
  return (
    <li className="flex flex-wrap items-baseline gap-x-8 gap-y-2 py-4">
      <div className="min-w-56 flex-1">
        <h2 className="text-lg first-letter:uppercase">{name}</h2>
        <p className="text-sm text-ink-soft">
          {[
            formatCount(invoices, INVOICE) + (stornos > 0 ? `, ${formatCount(stornos, STORNO)}` : ''),
            ...(vat === 0 ? [] : [`${VAT_LABELS.net} ${inLei(net)}`, `${VAT_LABELS.vat} ${inLei(vat)}`]),
            `${VAT_LABELS.gross} ${inLei(gross)}`,
          ].join(' · ')}
        </p>
        {withoutPdf > 0 && (
          <p className="mt-1 text-sm">
            {formatCount(withoutPdf, DOCUMENT)} fără fișiere încă: arhiva este incompletă.
          </p>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4">
        {BOOK_FILES.map((file) => (
          <a
            key={file}
            href={fillPath(downloadBook.path, { month, file })}
            download
            aria-label={`${FILE_WORDS[file]}, ${name}`}
            className="link inline-flex min-h-8 items-center"
          >
            {FILE_WORDS[file]}
          </a>
        ))}
      </p>
    </li>
  );
}
