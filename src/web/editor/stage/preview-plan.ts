import type { Box } from '#domain/recipes/geometry.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';

/** Which preview to ask for next: one at a time, what the person looks at now, small while it moves and sharp once it rests. */
export interface PreviewView {
  readonly photoId: string;
  readonly facts: PhotoFacts;
  readonly recipe: Recipe;
  readonly overrides: PhotoOverrides;
  readonly output: OutputChoice | null;
}

/** Facts about the photo that the server uses in the preview. */
export interface PhotoFacts {
  readonly plates: EditablePhoto['plates'];
  /** The cut-out that counts. */
  readonly cutoutId: string | null;
  /** Around its object: crops and fillings go by it. */
  readonly subject: Box | null;
}

export const NO_FACTS: PhotoFacts = { plates: null, cutoutId: null, subject: null };

export function getPhotoFacts({ plates, cutout }: EditablePhoto): PhotoFacts {
  const counts = cutout !== null && (cutout.sure || cutout.approved);
  return { plates, cutoutId: counts ? cutout.id : null, subject: counts ? cutout.subject : null };
}

type Stage = 'before' | 'after';

export interface PreviewRequest extends PreviewView {
  readonly stage: Stage;
  readonly side: number;
  /** Equal for pictures that look the same but for their sharpness. */
  readonly key: string;
}

/** The pictures on the stage: the key of the one on each side, and how sharp it is. */
export interface PreviewHave {
  readonly after: { readonly key: string; readonly side: number } | null;
  readonly before: { readonly key: string } | null;
}

const MOVING_SIDE = 640;
export const RESTING_SIDE = 1024;
/** Nothing changed for so long: it rests. */
export const REST_MS = 280;

/** The untouched photo in the same frame: light, what the background is, plates, sharpness and overlays do not change it. */
export function beforeKey({ photoId, facts, recipe, overrides, output }: PreviewView): string {
  const { straighten, rotate, crop, cropBy, fill } = recipe;
  const own = [overrides.rotate, overrides.angle, overrides.crop];
  // An object on a new ground is placed by itself, in a scene as that wants it, else with what is around it.
  const { kind, scene } = overrides.background ?? recipe.background;
  const placedBy = facts.cutoutId === null || kind === 'keep' ? null : kind === 'scene' && (scene ?? kind);
  return JSON.stringify([
    'before',
    photoId,
    facts.subject,
    straighten,
    rotate,
    crop,
    cropBy,
    fill,
    placedBy,
    own,
    output,
  ]);
}

export function afterKey({ photoId, facts, recipe, overrides, output }: PreviewView): string {
  return JSON.stringify(['after', photoId, facts, recipe, overrides, output]);
}

/** The turned and straightened photo with nothing cut off and nothing laid over it: what tools draw on. */
export function wholeView({ photoId, facts, recipe, overrides }: PreviewView): PreviewView {
  return {
    photoId,
    facts,
    recipe: {
      ...recipe,
      crop: 'original',
      fill: null,
      frame: null,
      watermark: null,
      badge: null,
    },
    overrides: { ...overrides, crop: null },
    output: null,
  };
}

/** The next picture to fetch, or null when the stage has all it needs (or has to rest first). */
export function nextPreview(view: PreviewView, have: PreviewHave, resting: boolean): PreviewRequest | null {
  const job = (stage: Stage, side: number): PreviewRequest => ({
    ...view,
    stage,
    side,
    key: stage === 'after' ? afterKey(view) : beforeKey(view),
  });
  if (have.after?.key !== afterKey(view)) return job('after', resting ? RESTING_SIDE : MOVING_SIDE);
  if (have.before?.key !== beforeKey(view)) return job('before', RESTING_SIDE);
  return resting && have.after.side < RESTING_SIDE ? job('after', RESTING_SIDE) : null;
}
