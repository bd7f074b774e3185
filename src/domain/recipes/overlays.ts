/** Overlays on the finished picture: logo or text, frame, badge. Left out when an output forbids them. */
export const POSITIONS = ['nw', 'n', 'ne', 'w', 'c', 'e', 'sw', 's', 'se', 'tile'] as const;
export type Position = (typeof POSITIONS)[number];

export interface Watermark {
  readonly kind: 'text' | 'logo';
  /** Text of at most 40 characters (kind text). */
  readonly text: string;
  /** Own photo used as logo (kind logo). */
  readonly photoId: string | null;
  readonly position: Position;
  /** Width of the mark as % of the width that a lying picture of this output has (`Placement.wide`), 5–40. */
  readonly size: number;
  /** Distance from the edge as % of the same, 0–10. */
  readonly margin: number;
  /** 10–100. */
  readonly opacity: number;
}

/** Default sizes: a name of twenty letters can be read on a photo of 1000 px; a logo says the same on less. */
export const MARK_SIZES = { text: 26, logo: 18 } as const;

export const DEFAULT_WATERMARK: Watermark = {
  kind: 'text',
  text: '',
  photoId: null,
  position: 'se',
  size: MARK_SIZES.text,
  margin: 2.5,
  opacity: 85,
};

/** A border inside the picture's edges. */
export interface DecorativeFrame {
  /** % of the same width, 0.5–10. */
  readonly width: number;
  /** Six hex digits. */
  readonly colour: string;
}

export const DEFAULT_DECORATIVE_FRAME: DecorativeFrame = { width: 2, colour: 'ffffff' };

export const BADGE_SHAPES = ['pill', 'bar', 'corner'] as const;
export const BADGE_POSITIONS = ['nw', 'n', 'ne', 'sw', 's', 'se'] as const;

/** A short word on the picture: „Redus”, „Garanție 12 luni”. */
export interface Badge {
  /** 1–40 characters. */
  readonly text: string;
  readonly shape: (typeof BADGE_SHAPES)[number];
  readonly position: (typeof BADGE_POSITIONS)[number];
  /** Six hex digits: the badge; its letters are black or white, whichever is read better. */
  readonly colour: string;
  /** Height of the letters as % of the same width, 2–8. */
  readonly size: number;
}

export const DEFAULT_BADGE: Badge = { text: '', shape: 'pill', position: 'nw', colour: 'd43d1a', size: 3.5 };
