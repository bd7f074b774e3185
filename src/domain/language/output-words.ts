import type { Fit, OutputFormat, Pad, TakenPhotos } from '#domain/recipes/outputs.ts';

/** Words for the ways to fit a photo into a file. */
export const FIT_WORDS: Record<Fit, string> = {
  inside: 'Micșorată, netăiată',
  contain: 'Întreagă, cu margini',
  cover: 'Umple cadrul (taie marginile)',
};

export const TAKEN_WORDS: Record<TakenPhotos, string> = {
  all: 'Toate fotografiile',
  cover: 'Doar coperta',
  others: 'Celelalte, fără copertă',
};

export const PAD_WORDS: Record<Pad, string> = { white: 'Albe', blur: 'Estompate', colour: 'Colorate' };

export const FORMAT_WORDS: Record<OutputFormat, string> = {
  jpeg: 'JPG',
  webp: 'WebP',
  avif: 'AVIF',
  png: 'PNG',
};
