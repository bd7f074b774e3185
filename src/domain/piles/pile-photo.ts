export interface PilePhoto {
  readonly id: string;
  readonly name: string;
  /** Path of its folder as it was picked („produse/SKU-1001”); null without one. */
  readonly folder: string | null;
  /** Local ISO time, as `#domain/photos/capture-time.ts` reads it. */
  readonly takenAt: string | null;
  /** ThumbHash, base64. */
  readonly thumbhash: string | null;
  /** 16 hex digits. */
  readonly dhash: string | null;
}

export interface ProposedLot {
  readonly photoIds: string[];
  readonly name: string | null;
  /** What told it. */
  readonly by: 'folder' | 'names' | 'seen';
}
