import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { decidePageReport, listPageReports, type PageReport } from '#contract/adverts/pages.ts';
import type { ReportKind } from '#domain/adverts/lot-page.ts';
import { formatMoment } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';

const REPORTS = ['page-reports'];
const KIND_WORDS: Readonly<Record<ReportKind, string>> = {
  illegal: 'Conținut ilegal',
  fraud: 'Înșelătorie',
  private: 'Date sau oameni fără acord',
  other: 'Altceva',
};

/** Reports of lots' public pages that wait for a decision; renders nothing without any. */
export function PageReports() {
  const query = useQuery({
    queryKey: REPORTS,
    queryFn: ({ signal }) => call(listPageReports, {}, { signal }),
    staleTime: 0,
  });
  if (query.isError && !query.data) return <ReadFailed query={query} />;
  const reports = query.data?.reports ?? [];
  if (reports.length === 0) return null;
  return (
    <section aria-label="Pagini semnalate" className="mt-10">
      <h2 className="text-2xl">Pagini semnalate</h2>
      <ul className="mt-3">
        {reports.map((report) => (
          <li key={report.id} className="border-t border-line py-4">
            <Report report={report} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Report({ report }: { report: PageReport }) {
  const { id, url, title, seen, kind, words, wantsAnswer, createdAt, stands } = report;
  const client = useQueryClient();
  const decision = useMutation({
    mutationFn: (body: { takesDown: boolean; reason: string }) =>
      call(decidePageReport, { params: { reportId: id }, body }),
    onSuccess: (answer) => {
      client.setQueryData(REPORTS, answer);
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
    },
  });
  const decideBy = (takesDown: boolean) => ({
    isBusy: decision.isPending,
    decide: (reason: string, then: { onSuccess: () => void; onSettled: () => void }) =>
      decision.mutate({ takesDown, reason }, then),
  });
  return (
    <>
      <p className="font-semibold break-words">
        {KIND_WORDS[kind]}: „{title}”
      </p>
      <p className="text-ink-soft">
        {formatMoment(new Date(createdAt))} · {wantsAnswer ? 'așteaptă răspuns' : 'fără adresă de răspuns'} ·{' '}
        {stands ? (
          <a href={url} target="_blank" rel="noreferrer" className="link inline-flex min-h-6 items-center">
            vezi pagina
          </a>
        ) : (
          'pagina nu mai e publică'
        )}
      </p>
      <p className="mt-2 max-w-prose break-words whitespace-pre-line">{words}</p>
      {seen !== null && seen.words !== '' && (
        <blockquote className="mt-2 max-w-prose border-l-2 border-line-strong pl-3 text-sm break-words whitespace-pre-line text-ink-soft">
          {seen.words}
        </blockquote>
      )}
      <DecisionForm
        title={stands ? 'Oprește pagina' : 'Nicio altă pagină'}
        act={stands ? 'Oprește pagina' : 'Nu mai lăsa lotul să aibă pagină'}
        question={stands ? 'Oprești pagina?' : 'Lotul nu mai poate avea pagină?'}
        consequence={`${stands ? 'Nu mai e publică de acum' : 'Pagina e deja închisă'}, iar lotul nu mai poate avea alta. Vânzătorul și cititorul primesc motivul.`}
        confirm={stands ? 'Oprește' : 'Nu mai poate'}
        danger
        folds
        decision={decideBy(true)}
      >
        Motivul îl primesc vânzătorul și cititorul, cu felul în care pot contesta.
      </DecisionForm>
      <DecisionForm
        title={stands ? 'Las-o publică' : 'Închide semnalarea'}
        act={stands ? 'Las-o publică' : 'Închide semnalarea'}
        question={stands ? 'Rămâne publică?' : 'Închizi semnalarea?'}
        consequence="Cititorul primește motivul."
        confirm={stands ? 'Rămâne' : 'Închide'}
        folds
        decision={decideBy(false)}
      >
        Motivul îl primește cititorul, dacă și-a lăsat adresa.
      </DecisionForm>
    </>
  );
}
