import type { ReportTable } from '#web/features/admin/analytics/report-table.ts';

const share = new Intl.NumberFormat('ro-RO', { style: 'percent', maximumFractionDigits: 0 });
const WEEKS = Array.from({ length: 12 }, (_, n) => n);

interface RetentionTableProps {
  readonly table: ReportTable;
  readonly dayWords: (day: string) => string;
  /** Weeks that have not come yet are empty. */
  readonly today: string;
}

/** Weeks of registration down, weeks since across; the share stands in words, its strength in colour. */
export function RetentionTable({ table, dayWords, today }: RetentionTableProps) {
  const columns = table.columns ?? [];
  const size = columns.indexOf('size');
  const cohorts = table.rows.filter(({ values }) => (values[size] ?? 0) > 0);
  const isOver = (week: string, later: number) =>
    Date.parse(`${week}T00:00:00Z`) + later * 7 * 86_400_000 <= Date.parse(`${today}T00:00:00Z`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section aria-label="Tabelul săptămânilor" tabIndex={0} className="scrolls-aside">
      <table className="w-full min-w-[46rem] text-sm">
        <thead>
          <tr className="text-left text-ink-soft">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Săptămâna
            </th>
            <th scope="col" className="pr-3 text-right font-medium">
              Înscriși
            </th>
            {WEEKS.map((week) => (
              <th key={week} scope="col" className="px-1 text-right font-medium">
                {week === 0 ? 'aceeași' : `+${week}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ key, values }) => (
            <tr key={key}>
              <th scope="row" className="py-1.5 pr-3 text-left font-medium whitespace-nowrap">
                {dayWords(key)}
              </th>
              <td className="pr-3 text-right">{values[size]}</td>
              {WEEKS.map((week) => {
                const part = (values[columns.indexOf(String(week))] ?? 0) / (values[size] ?? 1);
                return (
                  <td key={week} className="px-1 text-right">
                    {isOver(key, week) && (
                      <span
                        className="block rounded-md px-1.5 py-1"
                        style={{
                          background: `color-mix(in oklch, var(--signal-wash) ${Math.round(part * 100)}%, transparent)`,
                        }}
                      >
                        {share.format(part)}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
