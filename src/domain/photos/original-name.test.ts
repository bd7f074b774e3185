import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PhotoFormat } from '#domain/photos/limits.ts';
import { originalName } from '#domain/photos/original-name.ts';

const named = (name: string, format: PhotoFormat) => {
  const { stem, ending } = originalName(name, format);
  return stem + ending;
};

describe('a photo that is given back', () => {
  it('keeps a name that tells its format', () => {
    for (const [name, format] of [
      ['mașină.jpg', 'jpeg'],
      ['IMG_0001.JPEG', 'jpeg'],
      ['descărcat.jfif', 'jpeg'],
      ['IMG_0001.HEIC', 'heic'],
      ['a.b.png', 'png'],
    ] as const)
      equal(named(name, format), name);
  });

  it('is never called something that it is not', () => {
    equal(named('pagina.html', 'jpeg'), 'pagina.jpg');
    equal(named('gpj.exe', 'jpeg'), 'gpj.jpg');
    equal(named('film.mp4', 'png'), 'film.png');
    equal(named('IMG_0001.HEIC', 'jpeg'), 'IMG_0001.jpg');
    equal(named('poza.jpg', 'webp'), 'poza.webp');
    equal(named('poza.jpg.scr', 'jpeg'), 'poza.jpg.jpg');
    equal(named('.html', 'jpeg'), 'fotografie.jpg');
    equal(named('pagina.html.', 'avif'), 'pagina.html..avif');
  });

  it('keeps what only looks like an ending', () => {
    equal(named('Logan 1.6', 'jpeg'), 'Logan 1.6.jpg');
    equal(named('poza din 21.11.2026', 'jpeg'), 'poza din 21.11.2026.jpg');
    equal(named('fotografie', 'heic'), 'fotografie.heic');
  });
});
