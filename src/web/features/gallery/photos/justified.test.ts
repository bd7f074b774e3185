import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildJustifiedRows, type JustifiedRow } from '#web/features/gallery/photos/justified.ts';

const measures = { width: 1000, rowHeight: 200, gap: 8, headingHeight: 48 };
type Photos = Extract<JustifiedRow, { kind: 'photos' }>;
const photoRows = (rows: JustifiedRow[]) => rows.filter((row): row is Photos => row.kind === 'photos');
const end = ({ tiles }: Photos) => (tiles.at(-1)?.left ?? 0) + (tiles.at(-1)?.width ?? 0);

test('each day starts with its heading and its own row', () => {
  const rows = buildJustifiedRows(
    [
      { heading: 'Azi', aspects: [1.5] },
      { heading: 'Ieri', aspects: [1, 1] },
    ],
    measures,
  );
  assert.deepEqual(
    rows.map((row) => (row.kind === 'heading' ? row.text : row.tiles.map((tile) => tile.index))),
    ['Azi', [0], 'Ieri', [1, 2]],
  );
});

test('full rows reach exactly from edge to edge and the last row keeps the wanted height', () => {
  const rows = photoRows(buildJustifiedRows([{ heading: 'Azi', aspects: Array(10).fill(1.5) }], measures));
  const last = rows.pop();
  for (const row of rows) assert.ok(Math.abs(end(row) - 1000) < 0.01);
  assert.equal(last?.height, 200);
});

test('every photo is shown once, in order, inside the page, whatever its shape', () => {
  const aspects = fc.array(fc.double({ min: 0.05, max: 12, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.array(aspects, { maxLength: 5 }), fc.integer({ min: 240, max: 2000 }), (days, width) => {
      const rows = photoRows(
        buildJustifiedRows(
          days.map((one) => ({ heading: 'x', aspects: one })),
          { ...measures, width },
        ),
      );
      const indexes = rows.flatMap((row) => row.tiles.map((tile) => tile.index));
      assert.deepEqual(
        indexes,
        days.flat().map((_, i) => i),
      );
      for (const row of rows) assert.ok(end(row) <= width + 0.01 && row.height > 0 && row.height <= 200.01);
    }),
  );
});
