import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { orderByNames } from './order-by-names.ts';

const order = (...names: string[]) => orderByNames(names.map((name) => ({ id: name, name })));

describe('photos of one thing', () => {
  test('stand as their names count them, however the numbers are written', () => {
    deepEqual(order('SKU-1001_10.jpg', 'SKU-1001 (3).jpg', 'SKU-1001_2.jpg', 'SKU-1001.jpg'), [
      'SKU-1001.jpg',
      'SKU-1001_2.jpg',
      'SKU-1001 (3).jpg',
      'SKU-1001_10.jpg',
    ]);
    deepEqual(order('10.jpg', '2.jpg', '1.jpg'), ['1.jpg', '2.jpg', '10.jpg']);
  });

  test('have the one first that its name calls the cover, else the front', () => {
    deepEqual(order('SKU-7_1.jpg', 'SKU-7_față.jpg', 'SKU-7_cover.jpg'), [
      'SKU-7_cover.jpg',
      'SKU-7_față.jpg',
      'SKU-7_1.jpg',
    ]);
    deepEqual(order('spate.jpg', 'principală.png'), ['principală.png', 'spate.jpg']);
    // A word of the thing itself stands in all names.
    deepEqual(order('Fata de masa 2.jpg', 'Fata de masa 1.jpg'), [
      'Fata de masa 1.jpg',
      'Fata de masa 2.jpg',
    ]);
  });

  test('stand by time where cameras and chats named them', () => {
    for (const names of [
      ['IMG_0012.jpg', 'PXL_20261121_101500.jpg'],
      ['WhatsApp Image 2026-11-21 at 10.15.00.jpeg', '9b2f6e0c-5a1d-4c8e-9f00-a1b2c3d4e5f6.jpg'],
      ['IMG_1.jpg', 'IMG_2.jpg', 'SKU-1_1.jpg'],
    ])
      equal(order(...names), null);
  });
});
