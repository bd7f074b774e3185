import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trayDeal } from '#web/features/gallery/tray/tray-deal.ts';

const chosen = (n: number) => Array.from({ length: n }, (_, i) => ({ photoId: `img_${i}` }));

test('the tray says how many photos, what they cost and what remains', () => {
  const deal = trayDeal(chosen(5), 20, 3);
  assert.equal(deal.title, 'Lot nou · 5 fotografii');
  assert.equal(deal.line, 'Procesarea: 1 credit, rămân 2 credite');
  assert.equal(trayDeal(chosen(5), 20, 2).line, 'Procesarea: 1 credit, rămâne 1 credit');
  assert.equal(trayDeal(chosen(21), 60, 25).line, 'Procesarea: 2 credite, rămân 23 de credite');
});

test('a lot can be gathered without credits, and the tray says what is missing', () => {
  const deal = trayDeal(chosen(5), 20, 0);
  assert.deepEqual([deal.possible, deal.line], [true, 'Procesarea: 1 credit, ai 0 credite']);
  assert.equal(trayDeal(chosen(5), 20, -1).line, 'Procesarea: 1 credit, ai ∞ credite');
});

test('more photos than the plan allows make no lot', () => {
  const deal = trayDeal(chosen(21), 20, 3);
  assert.deepEqual(
    [deal.possible, deal.line],
    [false, 'Un lot ține cel mult 20 de fotografii în planul tău.'],
  );
});

test('two results of one photo are one photo of the new lot', () => {
  assert.equal(trayDeal([...chosen(2), ...chosen(1)], 20, 3).title, 'Lot nou · 2 fotografii');
});
