/**
 * The background behind the object. Everything but `keep` needs a cut-out of the photo; where there is none that is sure, the photo
 * stays as it is and the page says so.
 */
export const BACKGROUNDS = ['keep', 'white', 'colour', 'gradient', 'photo', 'transparent'] as const;

export interface Background {
  readonly kind: (typeof BACKGROUNDS)[number];
  /** Six hex digits: the colour, or the gradient's top. */
  readonly colour: string;
  /** Six hex digits: the gradient's bottom. */
  readonly bottom: string;
  /** Own photo behind the object (kind photo). */
  readonly photoId: string | null;
  /** Contact shadow under the object, 0–100. */
  readonly shadow: number;
}

export const DEFAULT_BACKGROUND: Background = {
  kind: 'keep',
  colour: 'e9e6e1',
  bottom: 'c9c4bc',
  photoId: null,
  shadow: 35,
};
