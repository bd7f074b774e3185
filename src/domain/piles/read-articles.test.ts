import { deepEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readArticles } from './read-articles.ts';

const read = (...paths: string[]) =>
  paths.map((path) => {
    const at = path.lastIndexOf('/');
    return { id: path, name: path.slice(at + 1), folder: at < 0 ? null : path.slice(0, at) };
  });
const articles = (...paths: string[]) => Object.fromEntries(readArticles(read(...paths)));

describe('the article of a photo', () => {
  test('is told by its folder where there are several, else by its name', () => {
    deepEqual(articles('produse/A-1/x.jpg', 'produse/A-2/y.jpg'), {
      'produse/A-1/x.jpg': 'A-1',
      'produse/A-2/y.jpg': 'A-2',
    });
    deepEqual(articles('SKU-1_1.jpg', 'SKU-2_1.jpg'), { 'SKU-1_1.jpg': 'SKU-1', 'SKU-2_1.jpg': 'SKU-2' });
  });

  test('is told by its name in one folder or archive around all, and by nothing where names tell nothing', () => {
    deepEqual(articles('fresh/SKU-2001_1.jpg', 'fresh/SKU-2002_1.jpg'), {
      'fresh/SKU-2001_1.jpg': 'SKU-2001',
      'fresh/SKU-2002_1.jpg': 'SKU-2002',
    });
    deepEqual(articles('fresh/IMG_0001.jpg', 'fresh/IMG_0002.jpg'), {});
  });
});
