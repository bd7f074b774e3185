/** How the licence plates that the person confirmed are covered: burned into the picture before any resize, never a light blur. */
export const PLATE_COVERS = ['off', 'solid', 'pixelated', 'logo'] as const;

export interface PlateCover {
  readonly kind: (typeof PLATE_COVERS)[number];
  /** Six hex digits: the solid cover, and what lies under a logo. */
  readonly colour: string;
  /** Own picture laid into the plate in perspective (kind logo). */
  readonly photoId: string | null;
}

export const DEFAULT_PLATE_COVER: PlateCover = { kind: 'solid', colour: 'd9d9d9', photoId: null };
