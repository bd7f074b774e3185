import type { TimeTable } from '#web/ui/chart/time-chart.tsx';

interface DataTableProps {
  readonly table: TimeTable;
  readonly title: string;
  /** Heading of the first column: „Zi”. */
  readonly lead: string;
  readonly seriesWords: (series: string) => string;
  readonly valueWords: (value: number) => string;
  readonly dayWords: (day: string) => string;
}

/** The exact numbers of a chart, newest first, also for screen readers. */
export function DataTable({ table, title, lead, seriesWords, valueWords, dayWords }: DataTableProps) {
  return (
    <details className="mt-4">
      <summary className="min-h-9 py-1.5 text-sm font-semibold">Cifrele</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={`Cifrele: ${title}`} tabIndex={0} className="scrolls-aside max-h-80">
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-ink-soft">
              <th scope="col" className="py-1.5 pr-4 font-medium">
                {lead}
              </th>
              {table.columns.map((series) => (
                <th key={series} scope="col" className="px-2 text-right font-medium">
                  {seriesWords(series)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.toReversed().map(({ key, values }) => (
              <tr key={key}>
                <th
                  scope="row"
                  className="py-1.5 pr-4 text-left font-medium max-sm:min-w-26 sm:whitespace-nowrap"
                >
                  {dayWords(key)}
                </th>
                {values.map((value, index) => (
                  <td key={table.columns[index]} className="px-2 text-right whitespace-nowrap">
                    {value === null ? '–' : valueWords(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
