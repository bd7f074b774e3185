import type { ReportTable } from '#web/features/admin/analytics/report-table.ts';
import { seriesWords } from '#web/features/admin/analytics/report-words.ts';

interface RankChartProps {
  readonly table: ReportTable;
  readonly valueWords: (value: number) => string;
  /** True to show beside the value its share of the first row. */
  readonly ofFirst: boolean;
}

const share = new Intl.NumberFormat('ro-RO', { style: 'percent', maximumFractionDigits: 1 });

/** Bars of things side by side, each with its number: a list that reads by itself. */
export function RankChart({ table, valueWords, ofFirst }: RankChartProps) {
  const values = table.rows.map(({ values: [value] }) => value ?? 0);
  const most = Math.max(1, ...values);
  return (
    <ul className="grid gap-3">
      {table.rows.map(({ key }, n) => (
        <li key={key}>
          <p className="flex justify-between gap-4">
            <span className="min-w-0 break-words">{seriesWords(key)}</span>
            <span className="font-semibold whitespace-nowrap">
              {valueWords(values[n] ?? 0)}
              {ofFirst && n > 0 && (values[0] ?? 0) > 0 && (
                <span className="font-normal text-ink-soft">
                  {' '}
                  · {share.format((values[n] ?? 0) / (values[0] ?? 1))}
                </span>
              )}
            </span>
          </p>
          <div aria-hidden className="mt-1 h-2.5 rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-signal"
              style={{ width: `${((values[n] ?? 0) / most) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
