import clsx from 'clsx';
import { linePath } from '#web/ui/chart/line-path.ts';
import { computeTicks } from '#web/ui/chart/ticks.ts';

/** Values over time: a row per day (or week), a column per series. */
export interface TimeTable {
  readonly columns: readonly string[];
  /** A value that is null: there was nothing to measure. Lines leave a gap there, bars have none. */
  readonly rows: readonly { readonly key: string; readonly values: readonly (number | null)[] }[];
}

/** Colour and stroke of a series: never colour alone. */
const LOOKS = [
  { colour: 'var(--signal)', dash: '' },
  { colour: 'var(--ink)', dash: '' },
  { colour: 'var(--ink-soft)', dash: '5 3' },
  { colour: 'var(--good)', dash: '2 3' },
  { colour: 'var(--line-strong)', dash: '8 3 2 3' },
  { colour: 'var(--danger)', dash: '1 4' },
] as const;
const getSeriesLook = (index: number) => LOOKS[index % LOOKS.length] ?? LOOKS[0];

interface TimeChartProps {
  readonly table: TimeTable;
  /** stack: parts of one whole; lines: things side by side. */
  readonly kind: 'stack' | 'lines';
  readonly label: string;
  readonly seriesWords: (series: string) => string;
  readonly dayWords: (day: string) => string;
  /** Shorter, under the picture; a year stands below its first mark. */
  readonly axis?: { readonly dayWords: (day: string) => string; readonly withYears: boolean };
  /** Days (the rows' keys) that are counted only in part: shaded. */
  readonly unfinished?: readonly string[];
  readonly markWords: (value: number) => string;
  /** In the look of the second series and so on: for a series that is drawn alone. */
  readonly firstLook?: number;
  /** Half as high. */
  readonly low?: boolean;
}

/** Values over time. The numbers stand in the table under it; texts are the page's own, so they never shrink with the picture. */
export function TimeChart(props: TimeChartProps) {
  const { table, kind, label, seriesWords, dayWords, markWords, firstLook = 0, low = false } = props;
  const { axis = { dayWords, withYears: false }, unfinished = [] } = props;
  const { rows, columns } = table;
  const height = low ? 'h-28' : 'h-48';
  const peaks = rows.map(({ values }) =>
    kind === 'stack'
      ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
      : Math.max(0, ...values.map(Number)),
  );
  const marks = computeTicks(Math.max(0, ...peaks));
  const top = marks.at(-1) ?? 1;
  return (
    <>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div aria-hidden className={clsx('relative min-w-10 text-right text-xs text-ink-soft', height)}>
          {marks.map((mark) => (
            <span
              key={mark}
              className="absolute right-0 translate-y-1/2 whitespace-nowrap"
              style={{ bottom: `${(mark / top) * 100}%` }}
            >
              {markWords(mark)}
            </span>
          ))}
          <span className="invisible block whitespace-nowrap">{markWords(top)}</span>
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${rows.length * 10} 100`}
          preserveAspectRatio="none"
          className={clsx('w-full overflow-visible', height)}
        >
          {rows.map(({ key }, n) =>
            unfinished.includes(key) ? (
              <rect key={key} x={n * 10} width={10} height={100} fill="var(--sunken)" />
            ) : null,
          )}
          {marks.map((mark) => (
            <line
              key={mark}
              x1={0}
              x2={rows.length * 10}
              y1={100 - (mark / top) * 100}
              y2={100 - (mark / top) * 100}
              stroke="var(--line)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {kind === 'stack' ? (
            <Bars table={table} top={top} firstLook={firstLook} />
          ) : (
            <Lines table={table} top={top} />
          )}
          {rows.map(({ key, values }, n) => (
            <rect key={key} x={n * 10} width={10} height={100} fill="transparent">
              <title>{`${dayWords(key)}: ${values.map((value, index) => `${seriesWords(columns[index] ?? '')} ${value === null ? '–' : markWords(value)}`).join(', ')}`}</title>
            </rect>
          ))}
        </svg>
        <Axis keys={rows.map(({ key }) => key)} {...axis} />
      </div>
      {columns.length > 1 && <Legend columns={columns} kind={kind} seriesWords={seriesWords} />}
    </>
  );
}

interface AxisProps extends NonNullable<TimeChartProps['axis']> {
  readonly keys: readonly string[];
}

function Axis({ keys, dayWords, withYears }: AxisProps) {
  const every = Math.max(1, Math.ceil(keys.length / 4));
  return (
    <div
      aria-hidden
      className={clsx('relative col-start-2 mt-1.5 text-xs text-ink-soft', withYears ? 'h-9' : 'h-5')}
    >
      {keys.map((key, n) => {
        if (n % every !== 0) return null;
        const year = key.slice(0, 4);
        return (
          <span
            key={key}
            className="absolute -translate-x-1/2 whitespace-nowrap first:translate-x-0"
            style={{ left: n === 0 ? '0' : `${((n + 0.5) / keys.length) * 100}%` }}
          >
            {dayWords(key)}
            {withYears && keys[n - every]?.slice(0, 4) !== year && <span className="block">{year}</span>}
          </span>
        );
      })}
    </div>
  );
}

function Bars({ table, top, firstLook }: { table: TimeTable; top: number; firstLook: number }) {
  return table.rows.map(({ key, values }, n) => {
    let below = 0;
    return (
      <g key={key}>
        {values.map((value, index) => {
          if (!value) return null;
          const height = (value / top) * 100;
          below += height;
          return (
            <rect
              key={table.columns[index]}
              x={n * 10 + 1.5}
              width={7}
              y={100 - below}
              height={height}
              fill={getSeriesLook(firstLook + index).colour}
            />
          );
        })}
      </g>
    );
  });
}

function Lines({ table, top }: { table: TimeTable; top: number }) {
  return table.columns.map((series, index) => (
    <path
      key={series}
      d={linePath(
        table.rows.map(({ values }) => values[index] ?? null),
        top,
      )}
      fill="none"
      stroke={getSeriesLook(index).colour}
      strokeWidth={2}
      strokeDasharray={getSeriesLook(index).dash}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  ));
}

interface LegendProps extends Pick<TimeChartProps, 'kind' | 'seriesWords'> {
  readonly columns: readonly string[];
}

function Legend({ columns, kind, seriesWords }: LegendProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {columns.map((series, index) => (
        <li key={series} className="flex min-w-0 items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 24 12" className="h-3 w-6 shrink-0">
            {kind === 'stack' ? (
              <rect x={6} width={12} height={12} fill={getSeriesLook(index).colour} />
            ) : (
              <line
                x1={0}
                x2={24}
                y1={6}
                y2={6}
                stroke={getSeriesLook(index).colour}
                strokeWidth={2.5}
                strokeDasharray={getSeriesLook(index).dash}
              />
            )}
          </svg>
          <span className="min-w-0 break-words">{seriesWords(series)}</span>
        </li>
      ))}
    </ul>
  );
}
