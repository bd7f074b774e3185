import type { BatchGroup } from '#domain/batches/states.ts';
import { BATCH_GROUPS } from '#domain/batches/states.ts';
import { GALLERY_SORTS, type GallerySort, PHOTO_USES, type PhotoUse } from '#domain/photos/gallery.ts';

export const GALLERY_VIEWS = ['photos', 'results', 'lots', 'trash'] as const;
export type GalleryView = (typeof GALLERY_VIEWS)[number];

/** Search, filters and sorting; a missing one does not apply. */
export interface Filters {
  readonly q?: string | undefined;
  readonly lot?: string | undefined;
  readonly use?: PhotoUse | undefined;
  /** Label of an output. */
  readonly output?: string | undefined;
  /** ISO days. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort?: GallerySort | undefined;
  /** Group of batches. */
  readonly group?: BatchGroup | undefined;
}

/** The gallery as its URL says it, so that it can be shared and gone back to. */
export interface GalleryUrl {
  readonly view: GalleryView;
  readonly filters: Filters;
}

/** The gallery's URL and ways to change it. */
export interface GalleryUrlProps {
  readonly galleryUrl: GalleryUrl;
  /** Typing uses `replace`, so that Back does not go letter by letter. */
  readonly onGalleryUrl: (galleryUrl: GalleryUrl, how?: { replace: boolean }) => void | Promise<void>;
  /** Leads to a view as it was left. */
  readonly wayTo: (view: GalleryView) => string;
}

const ABOUT: Readonly<Record<GalleryView, readonly (keyof Filters)[]>> = {
  photos: ['q', 'lot', 'use', 'output', 'from', 'to', 'sort'],
  results: ['q', 'lot', 'output', 'from', 'to', 'sort'],
  trash: ['q'],
  lots: ['q', 'group'],
};
const isAmong = (values: readonly string[]) => (text: string) => values.includes(text);
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const FITS: Readonly<Record<keyof Filters, (text: string) => boolean>> = {
  q: (text) => text !== '' && text.length <= 100,
  lot: (text) => /^lot_[a-z0-9]{20,32}$/.test(text),
  use: isAmong(PHOTO_USES),
  output: (text) => text !== '' && text.length <= 80,
  from: isDay,
  to: isDay,
  sort: isAmong(GALLERY_SORTS.filter((sort) => sort !== 'newest')),
  group: isAmong(BATCH_GROUPS),
};

/** Strange words in a URL are passed over. */
export function readGalleryUrl(search: string): GalleryUrl {
  const params = new URLSearchParams(search);
  const view = GALLERY_VIEWS.find((one) => one === params.get('view')) ?? 'photos';
  const known = ABOUT[view].flatMap((name) => {
    const text = params.get(name);
    return text !== null && FITS[name](text) ? [[name, text] as const] : [];
  });
  return { view, filters: Object.fromEntries(known) };
}

export function galleryPath({ view, filters }: GalleryUrl): string {
  const params = new URLSearchParams(view === 'photos' ? {} : { view });
  for (const name of ABOUT[view]) {
    const value = filters[name];
    if (value !== undefined && FITS[name](value)) params.set(name, value);
  }
  // Older Safaris know no URLSearchParams.size.
  const query = params.toString();
  return query === '' ? '/gallery' : `/gallery?${query}`;
}

/** Searched or filtered: an empty page then means that nothing fits. The order hides nothing. */
export function isNarrowed({ sort: _, ...narrowing }: Filters): boolean {
  return Object.values(narrowing).some((value) => value !== undefined);
}
