import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trayStart } from '#web/features/gallery/tray/tray-start.ts';

const chosen = (n: number) => Array.from({ length: n }, (_, i) => ({ photoId: `img_${i}` }));

test('the tray says how many photos, what they cost and what remains', () => {
  const start = trayStart(chosen(5), 20, 3);
  assert.equal(start.title, 'Lot nou · 5 fotografii');
  assert.equal(start.line, 'Procesarea: 1 credit, rămân 2 credite');
  assert.equal(trayStart(chosen(5), 20, 2).line, 'Procesarea: 1 credit, rămâne 1 credit');
  assert.equal(trayStart(chosen(21), 60, 25).line, 'Procesarea: 2 credite, rămân 23 de credite');
});

test('a batch can be gathered without credits, and the tray says what is missing', () => {
  const start = trayStart(chosen(5), 20, 0);
  assert.deepEqual([start.possible, start.line], [true, 'Procesarea: 1 credit, ai 0 credite']);
  assert.equal(trayStart(chosen(5), 20, -1).line, 'Procesarea: 1 credit, ai ∞ credite');
});

test('more photos than the plan allows make no batch', () => {
  const start = trayStart(chosen(21), 20, 3);
  assert.deepEqual(
    [start.possible, start.line],
    [false, 'Un lot ține cel mult 20 de fotografii în planul tău.'],
  );
});

test('two results of one photo are one photo of the new batch', () => {
  assert.equal(trayStart([...chosen(2), ...chosen(1)], 20, 3).title, 'Lot nou · 2 fotografii');
});
