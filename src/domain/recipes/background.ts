/**
 * The background behind the object. Every kind but `keep` needs a cut-out of the photo; without a sure one the photo stays as it is and the
 * page says so.
 */
export const BACKGROUNDS = ['keep', 'white', 'colour', 'gradient', 'scene', 'photo', 'transparent'] as const;

/** Rendered grounds with a floor that the object stands on, three of a kind. */
export const SCENES = [
  'showroom-light',
  'showroom-dark',
  'showroom-concrete',
  'pedestal-white',
  'pedestal-stone',
  'pedestal-paper',
  'room-light',
  'room-mid',
  'room-dark',
] as const;
export type Scene = (typeof SCENES)[number];

export interface Background {
  readonly kind: (typeof BACKGROUNDS)[number];
  /** Six hex digits: the colour, or the gradient's top. */
  readonly colour: string;
  /** Six hex digits: the gradient's bottom. */
  readonly bottom: string;
  /** Own photo behind the object (kind photo). */
  readonly photoId: string | null;
  /** The scene (kind scene); missing in older recipes. */
  readonly scene?: Scene | undefined;
  /** True or missing: a car's panes show the scene (kind scene). */
  readonly windows?: boolean | undefined;
  /** The object hangs on the scene's wall, or was photographed from above as it lies (kind scene); missing: it stands on the floor. */
  readonly onWall?: boolean | undefined;
  /** Shadow under the object, or on the wall behind it, 0–100. */
  readonly shadow: number;
}

export const DEFAULT_BACKGROUND: Background = {
  kind: 'keep',
  colour: 'e9e6e1',
  bottom: 'c9c4bc',
  photoId: null,
  shadow: 35,
};

/** Returns the scene; a default where none was chosen. */
export function getScene({ scene = 'showroom-light' }: Background): Scene {
  return scene;
}

/** Returns the background as another kind of it is chosen. A scene begins with its floor: without a shadow nothing would stand on that. */
export function chooseGround(background: Background, kind: Background['kind']): Background {
  const isNew = kind === 'scene' && background.kind !== 'scene';
  const shadow = isNew && background.shadow === 0 ? DEFAULT_BACKGROUND.shadow : background.shadow;
  return { ...background, kind, shadow };
}

/** True where another ground is asked for; an own picture that was not chosen leaves the photo's. */
export function isOtherGround({ kind, photoId }: Background): boolean {
  return kind !== 'keep' && (kind !== 'photo' || photoId !== null);
}

/** True when the scene is to be seen through a car's panes, where the panes are surely found. */
export function hasClearWindows({ kind, windows = true }: Background): boolean {
  return kind === 'scene' && windows;
}

/** True for a scene where no person has said whether the object hangs: how it was photographed decides. */
export function isViewAsked({ kind, onWall }: Background): boolean {
  return kind === 'scene' && onWall === undefined;
}

/** True when the scene shows its wall alone. Without a shadow nothing stands on a floor. */
export function isOnWall({ kind, onWall = false, shadow }: Background): boolean {
  return kind === 'scene' && (onWall || shadow === 0);
}
