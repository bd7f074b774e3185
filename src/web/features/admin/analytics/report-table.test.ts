import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReportTable, splitOff, toRomanianCsv } from '#web/features/admin/analytics/report-table.ts';
import { seriesWords } from '#web/features/admin/analytics/report-words.ts';

describe('a report as a table', () => {
  it('has a row for every day, also where nothing happened, and its series by order, then by size', () => {
    const row = (at: string, series: string, value: number) => ({ at, series, value });
    const rows = [
      row('2026-03-01', 'expired', 1),
      row('2026-03-03', 'plan:Pro', 7),
      row('2026-03-03', 'plan:Basic', 9),
    ];
    const report = { from: '2026-03-01', to: '2026-03-03', bucket: 'day' as const, rows };
    deepEqual(buildReportTable(report, ['expired']), {
      columns: ['expired', 'plan:Basic', 'plan:Pro'],
      rows: [
        { key: '2026-03-01', values: [1, 0, 0] },
        { key: '2026-03-02', values: [0, 0, 0] },
        { key: '2026-03-03', values: [0, 9, 7] },
      ],
    });
  });

  it('says nothing, instead of no seconds, of days on which nothing was measured', () => {
    const rows = [{ at: '2026-03-02', series: 'work-50', value: 0 }];
    const report = { from: '2026-03-01', to: '2026-03-02', bucket: 'day' as const, rows };
    const table = buildReportTable(report, [], null);
    deepEqual(
      table.rows.map(({ values }) => values),
      [[null], [0]],
    );
    equal(
      toRomanianCsv(table.rows.map(({ key, values }) => [key, ...values])),
      '\ufeff2026-03-01;\r\n2026-03-02;0\r\n',
    );
  });

  it('names what was sold once, also where its name already says what it is', () => {
    deepEqual(['plan:Plan Dealer', 'plan:Pro', 'package:Starter 10', 'package:Planetă'].map(seriesWords), [
      'Plan Dealer',
      'Plan Pro',
      'Pachet Starter 10',
      'Pachet Planetă',
    ]);
  });

  it('does not add refunds to revenue', () => {
    const table = { columns: ['plan:Pro', 'refunded'], rows: [{ key: '2026-03-01', values: [100, 45] }] };
    const { kept, apart } = splitOff('refunded', table);
    deepEqual(kept, { columns: ['plan:Pro'], rows: [{ key: '2026-03-01', values: [100] }] });
    deepEqual(apart, { columns: ['refunded'], rows: [{ key: '2026-03-01', values: [45] }] });
    equal(splitOff('refunded', kept).apart, null);
  });

  it('begins weeks on Mondays and months on their first day, as the server does', () => {
    const keys = (bucket: 'week' | 'month', from: string, to: string) =>
      buildReportTable({ from, to, bucket, rows: [] }).rows.map(({ key }) => key);
    deepEqual(keys('week', '2026-11-22', '2026-11-30'), ['2026-11-16', '2026-11-23', '2026-11-30']);
    deepEqual(keys('month', '2026-11-22', '2027-01-01'), ['2026-11-01', '2026-12-01', '2027-01-01']);
  });

  it('goes into a spreadsheet with its letters, its commas and no formula', () => {
    equal(
      toRomanianCsv([
        ['Zi', 'Pachet „A; B”'],
        ['2026-03-01', 12.5],
        ['=1+1', 0],
      ]),
      '\ufeffZi;"Pachet „A; B”"\r\n2026-03-01;12,5\r\n\'=1+1;0\r\n',
    );
    equal(toRomanianCsv([[-3.5]]), '\ufeff-3,5\r\n');
  });
});
