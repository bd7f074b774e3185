/** Views of the gallery. */
export const GALLERY_KINDS = ['photos', 'results', 'trash'] as const;
export type GalleryKind = (typeof GALLERY_KINDS)[number];

/** newest and oldest go by days, batches by batches (the newest first), name by the alphabet. */
export const GALLERY_SORTS = ['newest', 'oldest', 'lots', 'name'] as const;
export type GallerySort = (typeof GALLERY_SORTS)[number];

/** Uses of an original: in no batch; without results; with some. */
export const PHOTO_USES = ['loose', 'undone', 'done'] as const;
export type PhotoUse = (typeof PHOTO_USES)[number];

export const MOST_IN_ZIP = 1000;
