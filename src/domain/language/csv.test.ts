import { doesNotMatch, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildCsv, buildFileCell, buildTextCell } from '#domain/language/csv.ts';
import { countDraws } from '#testing/draws.ts';

/** Returns the cells of a line as a program reads it that splits at this separator; quotes count only where a cell begins with one. */
function readCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let rest = line; ; ) {
    const [whole = '', quoted = ''] = /^"((?:[^"]|"")*)"/.exec(rest) ?? [];
    rest = rest.slice(whole.length);
    const end = rest.indexOf(separator);
    cells.push(quoted.replaceAll('""', '"') + (end < 0 ? rest : rest.slice(0, end)));
    if (end < 0) return cells;
    rest = rest.slice(end + 1);
  }
}

const SEPARATORS = [';', ',', '\t', '|'];

describe('a table as CSV', () => {
  it('names a file as it is called, with cedillas and signs that a text is rid of, and is no formula', () => {
    equal(buildFileCell('ŞOSETĂ/OLX/😀🏎️_1.jpg'), 'ŞOSETĂ/OLX/😀🏎️_1.jpg');
    equal(buildTextCell('ŞOSETĂ'), 'ȘOSETĂ');
    equal(buildFileCell('-A1/a;=b.jpg'), `"'-A1/a;'=b.jpg"`);
  });

  it('says which letters it is written in, and has semicolons and whole lines', () => {
    equal(
      buildCsv([
        ['Țară', 'Câte'],
        ['Română', '12,5'],
      ]),
      '\ufeffȚară;Câte\r\nRomână;12,5\r\n',
    );
    equal(buildCsv([]), '\ufeff');
  });

  it('leaves harmless texts as they are', () => {
    for (const text of ['Pro - 25', 'Ștefan & Fiii SRL', 'a=b', 'eu@fotolot.example', '50% reducere', ''])
      equal(buildTextCell(text), text);
    equal(buildTextCell('Pachet „A; B”, „C"'), '"Pachet „A; B”, „C"""');
  });

  it('is no formula at whichever separator a program splits it', () => {
    for (const bad of [
      ...[
        '=1+1',
        '+40',
        '-2',
        '@SUM(A1)',
        '%',
        ' =1',
        '\u200b=1',
        '\ufeff@x',
        '\t=1',
        '\n=1',
        '"=1"',
        '" =1',
      ],
      ...['＝1', '＋1', '－1', '＠x', '﹦1', '﹢1', '﹣1', '﹫x', '−1'],
    ])
      for (const before of ['', 'X,', 'X;', 'X\t', 'X|', 'X, ', 'X|,', '",', '";"', ',,'])
        assertHarmless(`${before}${bad}`);
  });

  it('is no formula whatever the text is, and keeps its one cell where it is read as it was written', () => {
    const signs = fc.constantFrom(...[...'=+-@%"\',;|\t\r\n ab1', '\u200b', '＝', '﹢']);
    fc.assert(
      fc.property(fc.string({ unit: signs, maxLength: 12 }), (text) => {
        assertHarmless(text);
        equal(readCells(`${buildTextCell(text)};`, ';').length, 2);
      }),
      { numRuns: countDraws({ local: 500, ci: 2000 }) },
    );
  });

  function assertHarmless(text: string): void {
    // The text stands in a line, behind a cell and before one.
    const line = `FTL;${buildTextCell(text)};RO`;
    for (const separator of SEPARATORS)
      for (const cell of readCells(line, separator))
        doesNotMatch(
          cell,
          /^[\s"]*[=+\-@%−＝＋－＠﹦﹢﹣﹫]/,
          `${JSON.stringify(text)} at ${JSON.stringify(separator)}`,
        );
  }
});
