/** One file: its pixels, its bytes within the target, written. */
import { THUMBNAIL_SIDE } from '#domain/photos/limits.ts';
import { longSide } from '#domain/recipes/geometry.ts';
import type { FileWarning, OutputSpec, Rendition } from '#domain/recipes/outputs.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import type { RecipeFiles, WrittenFile } from '#imaging/messages.ts';
import { overlaysOf } from '#imaging/overlays/overlays.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { sha256, writeSynced } from '#imaging/pixels/write.ts';
import { fitWithin } from '#imaging/read/decode.ts';
import { sourceTypeOf } from '#imaging/read/source-type.ts';
import { render } from '#imaging/render/rendering.ts';
import { encode, encodeThumbnail } from './encode.ts';
import { carriesExif, whiteFacts } from './file-facts.ts';
import { objectFacts } from './object-facts.ts';
import { encodeWithin } from './target-size.ts';

export interface Planned {
  readonly spec: OutputSpec;
  readonly rendition: Rendition;
  readonly path: string;
  readonly thumbnailPath: string | null;
  readonly placement: Placement;
  readonly isLast: boolean;
}

/** The photo's own background gave way to another. */
export interface CutoutFacts {
  readonly hasCutout: boolean;
  /** It kept its own, since this file has no edges for those that it cut its object off at. */
  readonly isKept: boolean;
  /** It stands as the others of its batch. */
  readonly isInLot: boolean;
  /** Where the object's light comes from in the photo; null where that is not known. */
  readonly light: number | null;
  /** The object on the framed photo. */
  readonly object: Mask | null;
}

export async function deliver(
  framed: Raw,
  { spec, rendition, path, thumbnailPath, placement, isLast }: Planned,
  {
    recipe,
    sharpenAmount,
    files,
    cutout: { hasCutout, isKept, isInLot, light, object },
  }: { recipe: Recipe; sharpenAmount: number; files: RecipeFiles; cutout: CutoutFacts },
): Promise<WrittenFile> {
  const overlays = overlaysOf(recipe, spec.overlays, files.logoPath);
  const picture = await render(
    framed,
    { rendition, placement },
    {
      sharpenAmount,
      overlays,
      isClear: hasCutout && recipe.background.kind === 'transparent',
      ground: hasCutout ? recipe.background : null,
      isInLot,
      light,
      groundPath: files.backgroundPath,
      isLast,
    },
  );
  const { bytes, width, height, warning } = await encodeWithin(
    picture,
    rendition,
    (raw, encoder, { quality }) =>
      encode(raw, encoder, { quality, sourceType: hasCutout ? sourceTypeOf(recipe.background) : null }),
  );
  await writeSynced(path, bytes);
  if (thumbnailPath !== null)
    await writeSynced(thumbnailPath, await encodeThumbnail(await fitWithin(picture, THUMBNAIL_SIDE)));
  const warnings: FileWarning[] = placement.tooSmall ? ['smaller-than-asked'] : [];
  if (isKept || (recipe.background.kind !== 'keep' && !hasCutout)) warnings.push('background-kept');
  if (warning !== null) warnings.push(warning);
  return {
    outputKey: spec.key,
    suffix: rendition.suffix,
    path,
    thumbnailPath,
    width,
    height,
    bytes: bytes.length,
    sha256: sha256(bytes),
    warnings,
    facts: {
      ...whiteFacts(picture, { x: placement.x, y: placement.y, ...placement.photo }),
      photoSide: Math.round(
        Math.min(longSide(placement.canvas), longSide(placement.photo)) * (width / picture.width),
      ),
      ...(!hasCutout && readMargin(placement)),
      marked: overlays.frame !== null || overlays.watermark !== null || overlays.badge !== null,
      replaced: hasCutout,
      ...(isKept && { kept: 'cut' as const }),
      ...(object !== null && { object: objectFacts(object, placement) }),
      metadata: await carriesExif(bytes, rendition.format),
    },
  };
}

/** The share of the file that is not the photo's. */
function readMargin({ photo, canvas }: Placement): { margin: number } | null {
  const margin = 1 - (photo.width * photo.height) / (canvas.width * canvas.height);
  return margin > 0 ? { margin: Math.round(margin * 1000) / 1000 } : null;
}
